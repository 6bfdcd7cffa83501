#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What leaving units out saves, and that it changes no finding.

    skip.py ONCELINT PROJECT... [--floor]

Each PROJECT is a folder with a compile_commands.json. It is analysed twice, with
and without --no-skip, without a cache; what both report as JSON is compared, but
for the functions that were not analysed. With --floor every unit is also given
to `clang-19 -fsyntax-only`, whose processor time is what a compiler needs. Exits
with 1 if findings differ; what only one of the two found is in the row.
"""
import argparse
import json
import os
import sys

from common import Table, check, floor, name_of, units_of


def findings(oncelint, project, *options):
    usage, counts = check(oncelint, project, "--no-db", "--no-cache", "-f",
                          "json", *options)
    return json.loads(usage.out)["findings"], usage, counts


def place(finding):
    at = finding["place"]
    return f"{at['file']}:{at['line']}:{at['column']}: {finding['kind']}"


def only_in(some, others):
    return [place(f) for f in some if f not in others]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("oncelint")
    parser.add_argument("projects", nargs="+")
    parser.add_argument("--floor", action="store_true")
    o = parser.parse_intermixed_args()
    table = Table(project=16, units=6, skipped=8, findings=8, all_s=8, skip_s=8,
                  of_all=7, clang_s=8, of_clang=8, equal=6)
    status = 0
    for project in o.projects:
        oncelint = os.path.realpath(o.oncelint)
        every, slow, _ = findings(oncelint, project, "--no-skip")
        some, fast, counts = findings(oncelint, project)
        clang = floor(units_of(project)).cpu if o.floor else None
        table.row(project=name_of(project), units=counts["units"],
                  skipped=counts["skipped"], findings=len(some),
                  all_s=slow.cpu, skip_s=fast.cpu, of_all=fast.cpu / slow.cpu,
                  clang_s=clang, of_clang=fast.cpu / clang if clang else None,
                  equal=every == some, missed=only_in(every, some),
                  added=only_in(some, every))
        status |= every != some
    return status


if __name__ == "__main__":
    sys.exit(main())
