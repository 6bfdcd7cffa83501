#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What whole projects cost beside what a compiler needs for them.

    whole.py ONCELINT PROJECT... [--only PHASES] [--rounds N]

Each PROJECT, a folder with a compile_commands.json, is copied first, since it
is edited. The phases, of which --only takes some, separated by commas:

    cold     nothing is known
    warm     nothing has changed
    comment  a comment was added to one source, of those that are parsed
    source   a function was added to it
    header   the header of the project that most units include was changed
    jobs     cold, with two workers

Before and after them one half of the units each is given to the compiler
(`clang-19 -fsyntax-only`), so that the ratios hold on a busy machine too. With
--rounds all this is done N times; medians are printed.

A row for each phase: seconds of processor and clock, the former in per cent of
the compiler's, peak MiB of the largest process, of the coordinating one and of
all together, and how many units were known, left out, and parsed."""
import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile

from common import (Table, check, entries_of, floor, name_of, run, units_of)

PHASES = ("cold", "warm", "comment", "source", "header", "jobs")
MARK = "oncelint_bench"


# ---- a copy

def copy(project, top):
    """A copy whose compile database names its files."""
    old, new = os.path.realpath(project), os.path.join(top, name_of(project))
    shutil.copytree(old, new, symlinks=True)
    path = os.path.join(new, "compile_commands.json")

    def moved(value):
        if isinstance(value, list):
            return [moved(v) for v in value]
        return value.replace(old, new).replace(os.path.abspath(project), new)

    entries = [{key: moved(value) for key, value in entry.items()}
               for entry in entries_of(new)]
    if os.path.islink(path):
        os.unlink(path)
    with open(path, "w") as file:
        json.dump(entries, file)
    return new


def is_of(project, path):
    return os.path.realpath(path).startswith(project + os.sep)


def headers_of(unit, project):
    """The project's headers that a unit reads, from make rules."""
    listed = run(unit.clang("-MM", "-MG"), cwd=unit.directory).out
    words = listed.replace("\\\n", " ").split()[1:]
    paths = {os.path.normpath(os.path.join(unit.directory, w)) for w in words}
    return {p for p in paths if p != unit.file and is_of(project, p)}


def central_header(units, project):
    counts = {}
    for unit in units:
        for path in headers_of(unit, project):
            counts[path] = counts.get(path, 0) + 1
    return max(sorted(counts), key=counts.get, default=None), counts


def parsed_source(report, units, project):
    """A source with a finding, else the middle one of the units."""
    files = [os.path.join(project, f["place"]["file"])
             for f in report["findings"]]
    known = {u.file for u in units}
    return next((f for f in files if f in known), units[len(units) // 2].file)


def append(path, text):
    with open(path, "a") as file:
        file.write(text)


# ---- phases

class Project:
    def __init__(self, oncelint, project, top, phases):
        self.oncelint, self.top, self.phases = oncelint, top, phases
        self.name = name_of(project)
        self.folder = copy(project, top)
        self.units = units_of(self.folder)
        self.changes = 0
        self.source = self.header = None
        if "header" in phases:
            self.header, self.counts = central_header(self.units, self.folder)
        self.usages = {}  # phase: [(usage, counts)]
        self.floors = []

    def analyse(self, phase, cache, jobs=1):
        usage, counts = check(
            self.oncelint, self.folder, "-j", str(jobs), "-f", "json",
            "--cache", os.path.join(self.top, cache), "--db",
            os.path.join(self.top, f"{cache}.db"), watched=True)
        self.usages.setdefault(phase, []).append((usage, counts))
        return usage

    def change(self, phase):
        self.changes += 1
        if phase == "header":
            append(self.header, f"\nextern int {MARK}_h{self.changes};\n")
        elif phase == "comment":
            append(self.source, f"\n// {MARK} {self.changes}\n")
        else:
            append(self.source, f"\nint {MARK}_{self.changes}(void);\n"
                   f"int {MARK}_{self.changes}(void)\n{{\n\treturn 1;\n}}\n")

    def round(self, number):
        half = len(self.units) // 2
        clang = floor(self.units[:half])
        cold = self.analyse("cold", f"cache{number}")
        self.source = self.source or parsed_source(
            json.loads(cold.out), self.units, self.folder)
        for phase in self.phases:
            if phase == "jobs":
                self.analyse(phase, f"jobs{number}", jobs=2)
            elif phase != "cold" and (phase != "header" or self.header):
                if phase != "warm":
                    self.change(phase)
                self.analyse(phase, f"cache{number}")
        second = floor(self.units[half:])
        clang.failed += second.failed
        clang.cpu += second.cpu
        clang.wall += second.wall
        clang.largest_mib = max(clang.largest_mib, second.largest_mib)
        self.floors.append(clang)

    def tell(self, table):
        middle = statistics.median
        table.row(project=self.name, phase="clang", units=len(self.units),
                  cpu_s=middle(f.cpu for f in self.floors), percent=100.0,
                  wall_s=middle(f.wall for f in self.floors),
                  largest_mib=max(f.largest_mib for f in self.floors),
                  failed=self.floors[0].failed)
        for phase, all_rounds in self.usages.items():
            usages = [usage for usage, _ in all_rounds]
            counts = all_rounds[-1][1]
            table.row(
                project=self.name, phase=phase, units=counts["units"],
                cpu_s=middle(u.cpu for u in usages),
                percent=middle(100 * u.cpu / f.cpu
                               for u, f in zip(usages, self.floors)),
                wall_s=middle(u.wall for u in usages),
                largest_mib=middle(u.largest_mib for u in usages),
                own_mib=middle(u.own_mib for u in usages),
                tree_mib=middle(u.tree_mib for u in usages),
                cached=counts["cached"], skipped=counts["skipped"],
                parsed=counts["units"] - counts["cached"] - counts["skipped"],
                failed=counts["failed"], findings=counts["findings"],
                header=os.path.relpath(self.header, self.folder)
                if phase == "header" else None,
                includers=self.counts[self.header]
                if phase == "header" else None)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("oncelint")
    parser.add_argument("projects", nargs="+")
    parser.add_argument("--only", default=",".join(PHASES))
    parser.add_argument("--rounds", type=int, default=1)
    o = parser.parse_intermixed_args()
    phases = o.only.split(",")
    if set(phases) - set(PHASES):
        parser.error(f"phases are {', '.join(PHASES)}")
    table = Table(project=14, phase=8, units=5, cpu_s=8, percent=8, wall_s=8,
                  largest_mib=11, own_mib=7, tree_mib=8, cached=6, skipped=7,
                  parsed=6, failed=6, findings=8)
    for project in o.projects:
        with tempfile.TemporaryDirectory(prefix="oncelint-whole-") as top:
            p = Project(os.path.realpath(o.oncelint), project,
                        os.path.realpath(top), phases)
            for number in range(o.rounds):
                p.round(number)
            p.tell(table)


if __name__ == "__main__":
    sys.exit(main())
