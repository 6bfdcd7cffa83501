#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What reading a large compile database takes.

    database.py ONCELINT [ENTRIES]

Writes a database of ENTRIES units (default 1000000) to a temporary folder, in
the three shapes that build tools give it, and plans a run of all of them, which
ends there, since its results could not be kept. A row for each shape: the size
of the file in bytes, the program's peak memory in KiB, and seconds of processor
time."""
import json
import os
import sys
import tempfile

from common import Table, run

INCLUDES = " ".join(f"-Ilib/part{i}/include" for i in range(12))
FLAGS = f"-DNDEBUG -D_GNU_SOURCE -O2 -g -Wall -std=gnu11 -fPIC {INCLUDES}"


def place(i):
    folder = f"lib/part{i // 1000}/src/group{i // 50 % 20}"
    return folder, f"{folder}/source_file_{i}.c"


def cmake(top, i):
    folder, file = place(i)
    return {
        "directory": f"{top}/build/lib/part{i // 1000}",
        "command": f"/usr/bin/cc -Dpart{i // 1000}_EXPORTS {FLAGS} "
                   f"-o CMakeFiles/part.dir/{file}.o -c {top}/{file}",
        "file": f"{top}/{file}",
        "output": f"lib/CMakeFiles/part.dir/{file}.o",
    }


def meson(top, i):
    folder, file = place(i)
    output = f"{folder}/libpart.a.p/source_file_{i}.c.o"
    return {
        "directory": f"{top}/build",
        "command": f"ccache cc -I{folder}/libpart.a.p {FLAGS} -MD -MQ {output} "
                   f"-MF {output}.d -o {output} -c ../{file}",
        "file": f"../{file}",
        "output": output,
    }


def linux(top, i):
    folder, file = place(i)
    stem = f"source_file_{i}"
    return {
        "directory": top,
        "arguments": ["gcc", f"-Wp,-MMD,{folder}/.{stem}.o.d"] + FLAGS.split()
        + [f"-DKBUILD_MODFILE=\"{folder}/{stem}\"",
           f"-DKBUILD_BASENAME=\"{stem}\"", "-c", "-o", f"{folder}/{stem}.o",
           file],
        "file": file,
    }


def write(path, top, shape, count):
    with open(path, "w") as out:
        for i in range(count):
            out.write(",\n" if i else "[\n")
            json.dump(shape(top, i), out, indent=2)
        out.write("\n]\n")


def measure(oncelint, path, shape, count):
    usage = run([oncelint, "check", "--db", "/dev/null/none", "-p", path],
                timeout=3600)
    if usage.status != 2 or "/dev/null/none" not in usage.err:
        sys.exit(f"unexpected: {usage.status} {usage.err}")
    return {
        "shape": shape,
        "entries": count,
        "bytes": os.path.getsize(path),
        "memory_kib": round(1024 * usage.largest_mib),
        "cpu_s": usage.cpu,
    }


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    table = Table(shape=8, entries=9, bytes=11, memory_kib=11, cpu_s=8)
    with tempfile.TemporaryDirectory(prefix="oncelint-database-") as top:
        path = os.path.join(top, "compile_commands.json")
        for shape in (cmake, meson, linux):
            write(path, top, shape, count)
            table.row(**measure(os.path.realpath(sys.argv[1]), path,
                                shape.__name__, count))


if __name__ == "__main__":
    main()
