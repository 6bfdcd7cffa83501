#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How cost grows with the number of units.

    scale.py ONCELINT [--jobs N] [--keep FOLDER] [UNITS...]

Makes projects of UNITS units (default 100 1000 10000 100000) in a temporary
folder, or FOLDER to look at them afterwards, and analyses each cold (nothing
known), warm (nothing changed), after an edit of one source, and of one header.
Three runs of four name no handle, as in most projects; of the rest one of ten
holds a mistake, half of them over two units. That exactly these are found is
checked: exits with 1 otherwise.

A row for each run: seconds of processor and clock, milliseconds a unit, peak
MiB of the coordinating process and of all processes together, KiB of the former
a unit. A last row for each kind of run says by which power of the units time and
memory grow between the two largest sizes (1: linear)."""
import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

from common import Table, check, units_of, floor, sample

MODULE = 50       # units of a module
HANDLES = 10      # one unit of so many names a handle
MISTAKES = 100    # one unit of so many has a mistake
LEVELS = 6        # headers that each include the next
FUNCTIONS = 6     # of a unit
FLOOR = 40        # units that clang is timed on
WORDS = ("alpha", "beta", "gamma", "delta", "range", "index", "total", "limit")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


# ---- headers

def write_common(top):
    for level in range(LEVELS):
        more = (f'#include "common/level{level + 1}.h"\n' if level + 1 < LEVELS
                else "#include <stddef.h>\n#include <stdint.h>\n"
                     "#include <stdio.h>\n#include <stdlib.h>\n"
                     "#include <string.h>\n#include <errno.h>\n")
        types = "".join(
            f"struct level{level}_{word} {{ int id; size_t {word}; "
            f"struct level{level}_{word} *next; }};\n"
            f"#define LEVEL{level}_{word.upper()}(x) ((x)->{word} + {level})\n"
            f"int level{level}_{word}_get(const struct level{level}_{word} *x);\n"
            for word in WORDS)
        write(f"{top}/include/common/level{level}.h",
              f"#ifndef LEVEL{level}_H\n#define LEVEL{level}_H\n{more}{types}"
              "#endif\n")


def module_of(unit):
    return unit // MODULE


def folder_of(module):
    return f"lib/part{module // 20}/module{module}"


def write_module(top, module, count):
    """Its functions, and those of the one before it."""
    before = (f'#include "module{module - 1}/api.h"\n' if module % 20
              else '#include "common/level0.h"\n')
    units = range(module * MODULE, min((module + 1) * MODULE, count))
    declared = "".join(f"int unit{u}_run(int value, const char *text);\n"
                       for u in units)
    handles = ("" if not any(names_handle(u) for u in units) else
               f"struct module{module}_worker;\n"
               f"void module{module}_finish(struct module{module}_worker *w);\n"
               f"void module{module}_note(struct module{module}_worker *w);\n")
    write(f"{top}/{folder_of(module)}/include/module{module}/api.h",
          f"#ifndef MODULE{module}_H\n#define MODULE{module}_H\n{before}"
          f"{declared}{handles}#endif\n")
    write(f"{top}/{folder_of(module)}/src/worker.h",
          f"#include <pthread.h>\n#include \"module{module}/api.h\"\n"
          f"struct module{module}_worker {{ pthread_t thread; int state; }};\n"
          f"void *module{module}_main(void *data);\n")


# ---- sources

def names_handle(unit):
    return unit % HANDLES == 0


def is_mistaken(unit):
    return unit % MISTAKES == 2 * HANDLES


def function(unit, n, callee):
    word = WORDS[(unit + n) % len(WORDS)]
    return (
        f"static int unit{unit}_{word}{n}(int value, const char *text)\n{{\n"
        f"\tstruct level{n % LEVELS}_{word} item = {{ value, strlen(text), NULL }};\n"
        "\tint result = 0;\n\n"
        f"\tfor (size_t i = 0; i < item.{word}; i++) {{\n"
        "\t\tif (text[i] == '\\0')\n\t\t\tbreak;\n"
        f"\t\tresult += text[i] * {n + 3} + value;\n"
        f"\t\tif (result > {1000 + n})\n"
        f"\t\t\tresult -= level{n % LEVELS}_{word}_get(&item);\n\t}}\n"
        f"\treturn result + {callee};\n}}\n\n")


def plain(unit, count):
    """Functions that call each other, and one in the same module or before."""
    below = [u for u in (unit - 1, unit - 7, unit - MODULE // 2)
             if u >= 0 and module_of(unit) - module_of(u) < 2
             and module_of(unit) // 20 == module_of(u) // 20]
    text, callee = "", "value"
    for n in range(FUNCTIONS):
        text += function(unit, n, callee)
        word = WORDS[(unit + n) % len(WORDS)]
        callee = f"unit{unit}_{word}{n}(value - 1, text)"
    others = "".join(f"\tvalue += unit{u}_run(value, text);\n" for u in below)
    return text + (f"int unit{unit}_run(int value, const char *text)\n{{\n"
                   f"{others}\treturn {callee};\n}}\n")


def helpers(module):
    """In the first unit of a module."""
    worker = f"struct module{module}_worker *w"
    return (f"void *module{module}_main(void *data)\n{{\n\treturn data;\n}}\n\n"
            f"void module{module}_finish({worker})\n{{\n"
            "\tpthread_join(w->thread, NULL);\n}\n\n"
            f"void module{module}_note({worker})\n{{\n\tw->state++;\n}}\n\n")


def threads(unit):
    """Starts a thread, lets the module's helper end it, or ends it itself."""
    module = module_of(unit)
    again = ""
    if is_mistaken(unit):
        again = (f"\tmodule{module}_finish(&w);\n" if unit // MISTAKES % 2
                 else "\tpthread_join(w.thread, NULL);\n")
    return (f"int unit{unit}_thread(int value)\n{{\n"
            f"\tstruct module{module}_worker w = {{ .state = value }};\n\n"
            f"\tif (pthread_create(&w.thread, NULL, module{module}_main, &w))\n"
            "\t\treturn -1;\n"
            f"\tmodule{module}_note(&w);\n"
            f"\tmodule{module}_finish(&w);\n{again}"
            "\treturn w.state;\n}\n\n")


def source(unit, count):
    module = module_of(unit)
    if not names_handle(unit):
        return f'#include "module{module}/api.h"\n\n{plain(unit, count)}'
    own = helpers(module) if unit % MODULE == 0 else ""
    return f'#include "worker.h"\n\n{own}{threads(unit)}{plain(unit, count)}'


def path_of(top, unit):
    return f"{top}/{folder_of(module_of(unit))}/src/unit{unit}.c"


def entry(top, unit):
    """As CMake writes them."""
    module = module_of(unit)
    part = range(module // 20 * 20, module + 1)
    includes = " ".join(f"-I{top}/{folder_of(m)}/include" for m in part)
    name = f"{folder_of(module)}/src/unit{unit}.c"
    return {
        "directory": f"{top}/build",
        "command": f"/usr/bin/cc -Dmodule{module}_EXPORTS -D_GNU_SOURCE "
                   f"-I{top}/include {includes} -O2 -g -Wall -std=gnu11 -fPIC "
                   f"-o CMakeFiles/module{module}.dir/{name}.o -c {top}/{name}",
        "file": f"{top}/{name}",
        "output": f"CMakeFiles/module{module}.dir/{name}.o",
    }


def write_project(top, count):
    os.makedirs(f"{top}/build")
    write_common(top)
    for module in range(module_of(count - 1) + 1):
        write_module(top, module, count)
    with open(f"{top}/compile_commands.json", "w") as database:
        for unit in range(count):
            write(path_of(top, unit), source(unit, count))
            database.write(",\n" if unit else "[\n")
            json.dump(entry(top, unit), database)
        database.write("\n]\n")


# ---- measuring

def expected(count):
    return sum(map(is_mistaken, range(count)))


def append(path, text):
    with open(path, "a") as file:
        file.write(text)


class Runs:
    def __init__(self, oncelint, top, count, jobs, table):
        self.oncelint, self.top, self.count = oncelint, top, count
        self.jobs, self.table = jobs, table
        self.floor = None
        self.usage = {}
        self.is_right = True

    def run(self, kind):
        usage, counts = check(
            self.oncelint, self.top, "-j", str(self.jobs), "-f", "json",
            "--cache", f"{self.top}/cache", "--cache-size", "65536", "--db",
            f"{self.top}/oncelint.db", timeout=24 * 3600, watched=True)
        self.usage[kind] = usage
        right = counts["findings"] == expected(self.count)
        self.is_right &= right and not counts["failed"]
        self.table.row(
            units=self.count, run=kind, cpu_s=usage.cpu, wall_s=usage.wall,
            of_floor=usage.cpu / self.floor, unit_ms=1000 * usage.cpu / self.count,
            own_mib=usage.own_mib, tree_mib=usage.tree_mib,
            unit_kib=1024 * usage.own_mib / self.count,
            findings=counts["findings"], expected=expected(self.count),
            skipped=counts["skipped"], cached=counts["cached"],
            failed=counts["failed"], right=right)

    def clang(self):
        units = sample(units_of(self.top), FLOOR)
        usage = floor(units)
        self.floor = usage.cpu / len(units) * self.count
        self.table.row(units=self.count, run="clang", cpu_s=self.floor,
                       of_floor=1.0, unit_ms=1000 * self.floor / self.count,
                       sampled=len(units))

    def all(self):
        edited = path_of(self.top, self.count // 2 // HANDLES * HANDLES)
        module = module_of(self.count // 2)
        self.clang()
        self.run("cold")
        self.run("warm")
        append(edited, "\nint oncelint_bench(void)\n{\n\treturn 1;\n}\n")
        self.run("source")
        append(f"{self.top}/{folder_of(module)}/src/worker.h",
               "int oncelint_bench(void);\n")
        self.run("header")


def power(smaller, larger, ratio):
    return math.log(larger / smaller) / ratio if smaller and larger else None


def tell_growth(table, smaller, larger):
    ratio = math.log(larger.count / smaller.count)
    for kind, usage in larger.usage.items():
        before = smaller.usage[kind]
        table.row(units=larger.count, run=f"{kind} power",
                  **{f"{name}": power(getattr(before, of), getattr(usage, of),
                                      ratio)
                     for name, of in (("cpu_s", "cpu"), ("wall_s", "wall"),
                                      ("own_mib", "own_mib"),
                                      ("tree_mib", "tree_mib"))})


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("oncelint")
    parser.add_argument("units", type=int, nargs="*",
                        default=[100, 1000, 10000, 100000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    o = parser.parse_intermixed_args()
    table = Table(units=8, run=12, cpu_s=9, wall_s=9, of_floor=8, unit_ms=8,
                  own_mib=8, tree_mib=8, unit_kib=8, findings=8, expected=8,
                  cached=7)
    top = o.keep or tempfile.mkdtemp(prefix="oncelint-scale-")
    done = []
    try:
        for count in sorted(o.units):
            project = os.path.join(os.path.realpath(top), str(count))
            shutil.rmtree(project, ignore_errors=True)
            write_project(project, count)
            runs = Runs(os.path.realpath(o.oncelint), project, count, o.jobs,
                        table)
            runs.all()
            done.append(runs)
            if not o.keep:
                shutil.rmtree(project)
    finally:
        if not o.keep:
            shutil.rmtree(top, ignore_errors=True)
    if len(done) > 1:
        tell_growth(table, *done[-2:])
    return 0 if all(r.is_right for r in done) else 1


if __name__ == "__main__":
    sys.exit(main())
