#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What leaving units out saves, and that it changes no finding.

    skip.py ONCELINT [--floor] PROJECT...

Each PROJECT is a folder with a compile_commands.json. It is analysed twice, with
and without --no-skip, without a cache; what both report as JSON is compared, but
for the functions that were not analysed. With --floor every unit is also given
to `clang-19 -fsyntax-only`, whose processor time is what a compiler needs. Exits
with 1 if findings differ.
"""
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile

LAST = re.compile(r"^(\d+) units? \((\d+) skipped, .*?(\d+) findings?, ", re.M)
DROPPED = ("-c", "-MD", "-MMD", "-MP")
WITH_VALUE = ("-o", "-MF", "-MT", "-MQ")


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(oncelint, project, *options):
    before = cpu()
    with tempfile.TemporaryFile() as out:
        done = subprocess.run(
            [oncelint, "check", "-p", ".", "--no-db", "--no-cache", "-f",
             "json", *options],
            cwd=project, stdout=out, stderr=subprocess.PIPE, text=True)
        out.seek(0)
        text = out.read()
    line = LAST.search(done.stderr)
    if done.returncode not in (0, 1, 3) or not line:
        sys.exit(f"{project}: {done.stderr.strip()}")
    units, skipped, _ = map(int, line.groups())
    return json.loads(text)["findings"], units, skipped, cpu() - before


def arguments(entry):
    words = entry.get("arguments") or shlex.split(entry["command"])
    kept, drop = [], False
    for word in words[1:]:
        if drop or word in DROPPED:
            drop = False
        elif word in WITH_VALUE:
            drop = True
        else:
            kept.append(word)
    plus = "++" in os.path.basename(words[0])
    return ["clang++-19" if plus else "clang-19", "-fsyntax-only", "-w", *kept]


def floor(project):
    with open(os.path.join(project, "compile_commands.json")) as file:
        entries = json.load(file)
    before = cpu()
    for entry in entries:
        subprocess.run(arguments(entry), cwd=entry["directory"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return cpu() - before


def main():
    words = sys.argv[1:]
    has_floor = "--floor" in words
    words = [w for w in words if w != "--floor"]
    if len(words) < 2:
        sys.exit(__doc__)
    oncelint = os.path.abspath(words[0])
    status = 0
    print(f"{'project':16} {'units':>6} {'skipped':>8} {'findings':>8} "
          f"{'all s':>8} {'skip s':>8} {'of all':>7}"
          + (f" {'clang s':>8} {'of clang':>8}" if has_floor else ""))
    for project in words[1:]:
        every, units, _, slow = check(oncelint, project, "--no-skip")
        some, _, skipped, fast = check(oncelint, project)
        line = (f"{os.path.basename(os.path.abspath(project)):16} {units:6} "
                f"{skipped:8} {len(some):8} {slow:8.1f} {fast:8.1f} "
                f"{fast / slow:7.2f}")
        if has_floor:
            clang = floor(project)
            line += f" {clang:8.1f} {fast / clang:8.2f}"
        print(line + ("" if every == some else "  DIFFERENT FINDINGS"),
              flush=True)
        status |= every != some
    return status


if __name__ == "__main__":
    sys.exit(main())
