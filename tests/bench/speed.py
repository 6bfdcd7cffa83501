#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the analysis costs beside the compiler's own work, unit by unit.

    speed.py ONCELINT PROJECT... [--all]    each with a compile_commands.json

Processor seconds and peak MiB of `clang-19 -fsyntax-only` and of `oncelint
check`, and what of the latter is the compiler library's, lowering, and solving.
A row for each project, with a run over the whole of it, by one worker; then the
units that cost most on top of parsing and those that need most memory beside
clang; all units with --all."""
import argparse
import os
import sqlite3
import sys
import tempfile

from common import Table, floor, name_of, run, units_of

WORST = 5
SUMS = ("clang_s", "parse_s", "lower_s", "solve_s", "clang_mib", "mib")
TIMES = """SELECT coalesce(sum(parse_us), 0) / 1e6,
           coalesce(sum(lower_us), 0) / 1e6, coalesce(sum(solve_us), 0) / 1e6
           FROM units_of_last_run"""


def times_in(path):
    if not os.path.exists(path):
        return 0, 0, 0
    view = sqlite3.connect(path)
    times = view.execute(TIMES).fetchone()
    view.close()
    return times


def measure(oncelint, project, file, units, scratch):
    """Of a source, with all commands there are for it."""
    clang = floor(units)
    path = os.path.join(scratch, "unit.db")
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(path + ending):
            os.remove(path + ending)
    usage = run([oncelint, "check", "-q", "--no-skip", "--no-cache", "-j", "0",
                 "-f", "json", "--db", path, "-p", project, file], cwd=scratch)
    parse, lower, solve = times_in(path)
    return {"unit": os.path.relpath(file, project), "units": 1,
            "clang_s": clang.cpu, "parse_s": parse, "lower_s": lower,
            "solve_s": solve, "clang_mib": clang.largest_mib,
            "mib": usage.largest_mib}


def on_top(row):
    return row["lower_s"] + row["solve_s"]


def of_memory(row):
    return row["mib"] / row["clang_mib"]


def tell(table, row):
    means = {k: row[k] / row["units"] for k in ("clang_mib", "mib")}
    table.row(**{**row, **means}, of_memory=of_memory(row),
              on_top_percent=100 * on_top(row) / row["parse_s"]
              if row["parse_s"] else 0.0)


def measure_project(oncelint, project, scratch):
    sources = {}
    for unit in units_of(project):
        sources.setdefault(unit.file, []).append(unit)
    rows = [measure(oncelint, project, file, units, scratch)
            for file, units in sources.items()]
    total = {"unit": name_of(project), "units": len(rows)}
    total.update({name: sum(r[name] for r in rows) for name in SUMS})
    usage = run([oncelint, "check", "-q", "--no-skip", "--no-cache", "-j", "1",
                 "-f", "json", "--no-db", "-p", project], cwd=scratch,
                timeout=3600)
    total.update(all_s=usage.cpu, of_clang=usage.cpu / total["clang_s"])
    return total, rows


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("oncelint")
    parser.add_argument("projects", nargs="+")
    parser.add_argument("--all", action="store_true")
    o = parser.parse_intermixed_args()
    table = Table(unit=36, units=5, clang_s=8, parse_s=8, lower_s=8, solve_s=8,
                  on_top_percent=14, all_s=8, of_clang=8, clang_mib=9, mib=8,
                  of_memory=9)
    every = []
    with tempfile.TemporaryDirectory(prefix="oncelint-speed-") as scratch:
        for project in map(os.path.realpath, o.projects):
            total, rows = measure_project(os.path.realpath(o.oncelint), project,
                                          scratch)
            every += rows
            tell(table, total)
    shown = every if o.all else (sorted(every, key=on_top)[:-WORST - 1:-1] +
                                 sorted(every, key=of_memory)[:-WORST - 1:-1])
    for row in shown:
        tell(table, row)


if __name__ == "__main__":
    sys.exit(main())
