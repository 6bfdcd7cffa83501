#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
The cases of the Juliet test suite about doing the same thing twice to one
resource (CWE-675): which bad flows are found, which good ones are flagged.

    juliet.py ONCELINT FOLDER [OUTPUT.json]

FOLDER holds the suite's testcases/ and testcasesupport/; nothing of it is part
of this tree. All cases that Linux has are one program, with the suite's own
support file in it, as its authors mean static tools to be used. A flow is a
group of files of one number: it has one bad way through and several good ones,
which the names of functions and files tell apart. A bad flow is found when a
double consumption is reported in a function of it; a good one is flagged by any
finding at all, and so is the support file.

Ends with 1 if a bad flow was missed or a good one flagged.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = "testcases/CWE675_Duplicate_Operations_on_Resource"
SUPPORT = "testcasesupport"
# ...__fopen_22b.c, ...__fopen_81_goodB2G.cpp: what is opened, and the flow
NAME = re.compile(r"__(\w+?)_(\d\d)(?:[a-e]|_bad|_good\w+)?\.(?:c|cpp|h)$")


def flow_of(path):
    """The flow that a file belongs to, such as ('fopen', '22'), or None."""
    match = NAME.search(path)
    return match.groups() if match else None


def sources(folder):
    files = [p for p in (folder / CASES).iterdir()
             if p.suffix in (".c", ".cpp") and flow_of(p.name)
             and not flow_of(p.name)[0].startswith("w32")]
    if not files:
        sys.exit(f"juliet.py: no cases in '{folder / CASES}'")
    return sorted(files)


def write_database(folder, files, path):
    support = folder / SUPPORT
    entries = [{
        "directory": str(folder),
        "file": str(f),
        "arguments": ["c++" if f.suffix == ".cpp" else "cc",
                      f"-I{support}", "-c", str(f)],
    } for f in [*files, support / "io.c"]]
    path.write_text(json.dumps(entries))


def run(oncelint, folder, files):
    """What oncelint reports for all files as one program."""
    with tempfile.TemporaryDirectory() as scratch:
        write_database(folder, files,
                       pathlib.Path(scratch) / "compile_commands.json")
        done = subprocess.run(
            [oncelint, "check", "--no-db", "--no-cache", "-q", "-f", "json",
             "-p", scratch], cwd=folder, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"juliet.py: oncelint ended with {done.returncode}")
    return json.loads(done.stdout)


def is_good(finding):
    file = pathlib.PurePath(finding["place"]["file"]).name
    return "good" in finding["function"] + file


def judge(flows, report):
    found, flagged = {}, collections.defaultdict(list)
    for finding in report["findings"]:
        place = finding["place"]
        flow = flow_of(place["file"])
        where = (f"{pathlib.PurePath(place['file']).name}:{place['line']} "
                 f"{finding['function']} {finding['kind']}")
        if flow is None or is_good(finding):
            flagged["_".join(flow or ("support",))].append(where)
        elif finding["kind"] == "double-consume":
            found["_".join(flow)] = where
    return {
        "bad_flows": len(flows),
        "bad_found": len(found),
        "bad_missed": sorted(f for f in flows if f not in found),
        "good_flagged": dict(sorted(flagged.items())),
        "not_analysed": report["not_analysed"],
    }


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: juliet.py ONCELINT FOLDER [OUTPUT.json]")
    folder = pathlib.Path(sys.argv[2]).resolve()
    oncelint = pathlib.Path(sys.argv[1]).resolve()
    files = sources(folder)
    flows = {"_".join(flow_of(f.name)) for f in files}
    result = judge(flows, run(oncelint, folder, files))
    print(json.dumps(result))
    print(json.dumps(result, indent=2), file=sys.stderr)
    if len(sys.argv) == 4:
        pathlib.Path(sys.argv[3]).write_text(json.dumps(result, indent=2) + "\n")
    sys.exit(1 if result["bad_missed"] or result["good_flagged"] else 0)


if __name__ == "__main__":
    main()
