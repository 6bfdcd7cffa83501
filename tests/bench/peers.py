#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What other tools take for the same units.

    peers.py PROJECT... [--oncelint PROGRAM] [--units N] [--only TOOLS]

Of each PROJECT, a folder with a compile_commands.json, N units (default 40, 0:
all) spread over it are given to each tool, one after the other:

    clang     clang-19 -fsyntax-only: what a compiler needs
    oncelint  check --no-skip of these units, without a cache
    tidy      clang-tidy (the newest there is) with nothing but
              bugprone-use-after-move, told that pthread_join and pthread_detach
              invalidate what they are given, where it can be told
    analyze   clang-19 --analyze
    cppcheck  with the unit's macros and folders
    gcc       gcc -fanalyzer

A row for each tool: seconds of processor, in per cent of clang's and of
oncelint's, peak MiB, how many units ended with an error, how many warnings were
printed."""
import argparse
import json
import os
import re
import shutil
import sys
import tempfile

from common import (Table, Usage, check, entries_of, floor, name_of, run,
                    sample, units_of)

INVALIDATION = "::pthread_join;::pthread_detach"
TIDY = json.dumps({
    "Checks": "-*,bugprone-use-after-move",
    "CheckOptions": {
        "bugprone-use-after-move.InvalidationFunctions": INVALIDATION}})
WARNING = re.compile(r"(?:warning|error|style|performance|portability): ")


def newest(name):
    for version in range(30, 13, -1):
        if shutil.which(f"{name}-{version}"):
            return f"{name}-{version}"
    return name


def preprocessing(unit):
    """Macros and folders of a unit, as all tools spell them."""
    kept, is_value = [], False
    for word in unit.words:
        if is_value or word.startswith(("-D", "-U", "-I")):
            kept.append(word)
        is_value = not is_value and word in ("-D", "-U", "-I")
    return kept


class Tools:
    """How each is run on a unit."""

    def __init__(self):
        self.tidy_program = newest("clang-tidy")

    def tidy(self, unit):
        words = [w for w in unit.words
                 if os.path.normpath(os.path.join(unit.directory, w))
                 != unit.file]
        mode = ["--driver-mode=g++"] if unit.is_cplusplus else []
        return [self.tidy_program, "--quiet", f"--config={TIDY}", unit.file,
                "--", *mode, "-w", *words]

    def analyze(self, unit):
        return unit.clang("--analyze", "-Xclang", "-analyzer-output=text")

    def cppcheck(self, unit):
        language = "c++" if unit.is_cplusplus else "c"
        return ["cppcheck", "-q", f"--language={language}",
                *preprocessing(unit), unit.file]

    def gcc(self, unit):
        compiler = "g++" if unit.is_cplusplus else "gcc"
        return [compiler, "-w", "-fanalyzer", "-S", "-o", "/dev/null",
                *unit.words]


def oncelint(program, project, units, scratch):
    """On a compile database of these units only."""
    files = {u.file for u in units}
    folder = os.path.join(scratch, name_of(project))
    os.makedirs(folder)
    chosen = [e for e in entries_of(project)
              if os.path.normpath(os.path.join(e["directory"], e["file"]))
              in files]
    with open(os.path.join(folder, "compile_commands.json"), "w") as file:
        json.dump(chosen, file)
    usage, counts = check(os.path.realpath(program), folder, "--no-skip",
                          "--no-cache", "--no-db", "-j", "1", "-f", "plain")
    usage.failed = counts["failed"]
    return usage, counts["findings"]


def warnings_of(tool, units):
    total, found = Usage(), 0
    for unit in units:
        usage = run(tool(unit), cwd=unit.directory)
        total.add(usage)
        found += len(WARNING.findall(usage.out + usage.err))
    return total, found


def main():
    names = ("oncelint", "tidy", "analyze", "cppcheck", "gcc")
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("projects", nargs="+")
    parser.add_argument("--oncelint", default="oncelint")
    parser.add_argument("--units", type=int, default=40)
    parser.add_argument("--only", default=",".join(names))
    o = parser.parse_intermixed_args()
    only = o.only.split(",")
    if set(only) - set(names):
        parser.error(f"tools are {', '.join(names)}")
    table = Table(project=14, tool=9, units=5, of=5, cpu_s=8, of_clang=8,
                  of_oncelint=11, largest_mib=11, failed=6, warnings=8)
    for project in o.projects:
        measure(project, o, only, table)


def measure(project, o, only, table):
    every = units_of(project)
    units = sample(every, o.units)
    clang = floor(units)
    base = None

    def tell(tool, usage, found=None):
        table.row(project=name_of(project), tool=tool, units=len(units),
                  of=len(every), cpu_s=usage.cpu,
                  of_clang=usage.cpu / clang.cpu,
                  of_oncelint=usage.cpu / base if base else None,
                  largest_mib=usage.largest_mib, failed=usage.failed,
                  warnings=found)

    tell("clang", clang)
    with tempfile.TemporaryDirectory(prefix="oncelint-peers-") as scratch:
        tools = Tools()
        for name in only:
            if name == "oncelint":
                usage, found = oncelint(o.oncelint, project, units, scratch)
                base = usage.cpu
            else:
                usage, found = warnings_of(getattr(tools, name), units)
            tell(name, usage, found)


if __name__ == "__main__":
    sys.exit(main())
