# SPDX-License-Identifier: Apache-2.0
"""Counts what a JUnit parser finds, and compares it with what the file says."""

import sys

from junitparser import Error, Failure, JUnitXml, Skipped

failed = 0
for name in sys.argv[1:]:
    xml = JUnitXml.fromfile(name)
    cases = [case for suite in xml for case in suite]
    results = [result for case in cases for result in case.result]
    counts = {
        "tests": len(cases),
        "failures": sum(isinstance(r, Failure) for r in results),
        "errors": sum(isinstance(r, Error) for r in results),
        "skipped": sum(isinstance(r, Skipped) for r in results),
    }
    for what, count in counts.items():
        if getattr(xml, what) != count:
            failed += 1
            print(f"{name}: {what} is {getattr(xml, what)}, not {count}")
sys.exit(1 if failed else 0)
