#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the analysis costs beside the compiler's own work: processor time and
peak memory of `oncelint check` and of `clang -fsyntax-only` over the same units,
per project and for the units that cost most.

    speed.py ONCELINT PROJECT...        each with a compile_commands.json
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
    """The units' commands for clang, each once."""
    done = set()
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
        key = (file, tuple(kept))
        if key not in done and not file.endswith((".s", ".S")):
            done.add(key)
            yield file, e["directory"], [compiler, "-fsyntax-only", "-w", *kept]


def measure(oncelint, project, scratch):
    floor = {}
    peak = 0.0
    for file, directory, command in commands(project):
        seconds, memory = run(command, cwd=directory)
        floor[file] = floor.get(file, 0) + seconds
        peak = max(peak, memory)
    db = os.path.join(scratch, os.path.basename(project) + ".db")
    total, memory = run([oncelint, "check", "-q", "-j", "1", "-f", "json",
                         "--db", db, "-p", project], cwd=scratch)
    return floor, peak, db, total, memory


def report(project, floor, peak, db, total, memory):
    base = sum(floor.values())
    view = sqlite3.connect(db)
    root, = view.execute("SELECT root FROM last_run").fetchone()
    units = view.execute("SELECT file, parse_us / 1e6, solve_us / 1e6, status "
                         "FROM units_of_last_run").fetchall()
    parse = sum(u[1] for u in units)
    solve = sum(u[2] for u in units)
    print(f"{os.path.basename(project):14} {len(units):6} {base:9.1f} "
          f"{total:9.1f} {total / base if base else 0:7.2f} {parse:9.1f} "
          f"{solve:9.1f} {peak:8.0f} {memory:8.0f}")
    for file, p, s, status in sorted(units, key=lambda u: -u[2])[:5]:
        own = floor.get(os.path.normpath(os.path.join(root, file)), 0)
        print(f"    {os.path.basename(file):30} clang {own:6.2f} s, "
              f"parse and lower {p:6.2f} s, solve {s:6.2f} s"
              f"{'' if status == 'done' else ', ' + status}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    oncelint = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        run.note = os.path.join(scratch, "note")
        print(f"{'project':14} {'units':>6} {'clang_s':>9} {'all_s':>9} "
              f"{'ratio':>7} {'parse_s':>9} {'solve_s':>9} {'clang_MB':>8} "
              f"{'MB':>8}")
        for project in sys.argv[2:]:
            project = os.path.realpath(project)
            report(project, *measure(oncelint, project, scratch))


if __name__ == "__main__":
    main()
