#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the analysis costs beside the compiler's own work, unit by unit:
processor time and peak memory of `clang -fsyntax-only` and of `oncelint check`,
and what of the latter is the compiler library's, lowering, and solving. A row
for each project, with a run over the whole of it, by one worker; then the units that cost most on top of parsing and those that
need most memory beside clang; all units with --all.

    speed.py [--all] ONCELINT PROJECT...    each with a compile_commands.json
"""
import json
import os
import resource
import shlex
import sqlite3
import subprocess
import sys
import tempfile

WRAPPERS = ("ccache", "sccache", "distcc", "icecc")
WITH_VALUE = ("-o", "-MF", "-MT", "-MQ")
WORST = 5
DROPPED = ("-M", "-g", "-flto", "-W", "-fno-tree", "-fipa", "-fconserve")


def run(command, **rest):
    """Processor seconds, peak MiB."""
    pid = os.fork()
    if pid == 0:  # a child of its own, so that the peak is this command's
        subprocess.run(command, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, **rest)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(run.note, "w") as f:
            f.write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}")
        os._exit(0)
    os.waitpid(pid, 0)
    with open(run.note) as f:
        seconds, peak = map(float, f.read().split())
    return seconds, peak


def commands(project):
    """Each source with its commands for clang, none twice."""
    units = {}
    with open(os.path.join(project, "compile_commands.json")) as f:
        entries = json.load(f)
    for e in entries:
        words = e.get("arguments") or shlex.split(e["command"])
        while os.path.basename(words[0]) in WRAPPERS:
            words = words[1:]
        compiler = "clang++-19" if "++" in words[0] else "clang-19"
        kept, skip = [], False
        for w in words[1:]:
            if skip:
                skip = False
            elif w in WITH_VALUE:
                skip = True
            elif w != "-c" and not w.startswith(DROPPED):
                kept.append(w)
        file = os.path.normpath(os.path.join(e["directory"], e["file"]))
        command = (e["directory"], [compiler, "-fsyntax-only", "-w", *kept])
        if not file.endswith((".s", ".S")) and \
                command not in units.setdefault(file, []):
            units[file].append(command)
    return units


class Unit:
    """Seconds and MiB; sums of several add up."""
    fields = ("clang", "all", "parse", "lower", "solve", "clang_mb", "mb")

    def __init__(self, name="", **values):
        self.name = name
        self.count = 1
        for f in self.fields:
            setattr(self, f, values.get(f, 0.0))

    def on_top(self):
        return (self.lower + self.solve) / self.parse if self.parse else 0

    def memory(self):
        return self.mb / self.clang_mb if self.clang_mb else 0

    def row(self):
        ratio = f"{self.all / self.clang:.2f}" if self.all else ""
        return (f"{os.path.basename(self.name)[:30]:30} {self.count:5} {self.clang:8.2f} "
                f"{self.parse:8.2f} {self.lower:7.2f} {self.solve:7.2f} "
                f"{100 * self.on_top():7.1f} {ratio:>9} "
                f"{self.clang_mb / self.count:8.0f} {self.mb / self.count:6.0f} "
                f"{self.memory():6.2f}")


HEAD = (f"{'':30} {'units':>5} {'clang s':>8} {'parse s':>8} {'lower s':>7} "
        f"{'solve s':>7} {'on top%':>7} {'all/clang':>9} {'clang MB':>8} "
        f"{'MB':>6} {'ratio':>6}")


def measure(oncelint, project, file, of_clang, scratch):
    unit = Unit(os.path.basename(file))
    for directory, command in of_clang:
        seconds, memory = run(command, cwd=directory)
        unit.clang += seconds
        unit.clang_mb = max(unit.clang_mb, memory)
    db = os.path.join(scratch, "unit.db")
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(db + ending):
            os.remove(db + ending)
    _, unit.mb = run([oncelint, "check", "-q", "--no-skip",
                          "--no-cache", "-j", "0", "-f", "json",
                             "--db", db, "-p", project, file], cwd=scratch)
    if not os.path.exists(db):
        return unit
    view = sqlite3.connect(db)
    unit.parse, unit.lower, unit.solve = (x or 0 for x in view.execute(
        "SELECT sum(parse_us) / 1e6, sum(lower_us) / 1e6, sum(solve_us) / 1e6 "
        "FROM units_of_last_run").fetchone())
    view.close()
    return unit


def total(name, units):
    sum_of = Unit(name)
    sum_of.count = len(units)
    for f in Unit.fields:
        setattr(sum_of, f, sum(getattr(u, f) for u in units))
    return sum_of


def main():
    words = sys.argv[1:]
    is_all = words[:1] == ["--all"]
    words = words[is_all:]
    if len(words) < 2:
        sys.exit(__doc__)
    oncelint = os.path.realpath(words[0])
    everything = []
    print(HEAD)
    with tempfile.TemporaryDirectory() as scratch:
        run.note = os.path.join(scratch, "note")
        for project in map(os.path.realpath, words[1:]):
            units = [measure(oncelint, project, file, of_clang, scratch)
                     for file, of_clang in commands(project).items()]
            everything += units
            sum_of = total(project, units)
            sum_of.all, _ = run([oncelint, "check", "-q", "--no-skip",
                                 "--no-cache", "-j", "1", "-f",
                                 "json", "--no-db", "-p", project])
            print(sum_of.row(), flush=True)
    if is_all:
        shown = [everything]
    else:
        shown = [sorted(everything, key=lambda u: -(u.lower + u.solve))[:WORST],
                 sorted(everything, key=lambda u: -u.memory())[:WORST]]
    for units in shown:
        print()
        for u in units:
            print(u.row())


if __name__ == "__main__":
    main()
