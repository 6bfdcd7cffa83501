#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What other programs read out of our YAML files.

    read.py inputs ACTION WORKFLOW...  complains about inputs the action lacks
    read.py job TEMPLATE PAGE          GitLab's job for the page's inputs, as a
                                       shell script
    read.py reports TEMPLATE           the files that the job leaves behind
"""
import re
import sys

import yaml


def read(path):
    with open(path, encoding="utf-8") as file:
        return list(yaml.safe_load_all(file))


def inputs(action, *workflows):
    known = set(read(action)[0]["inputs"])
    for workflow in workflows:
        for job in read(workflow)[0]["jobs"].values():
            for step in job["steps"]:
                if step.get("uses", "").startswith("oncelint/"):
                    for name in set(step.get("with", {})) - known:
                        sys.exit(f"{workflow}: no input '{name}'")


def job(template, page):
    header, _ = read(template)
    specs = header["spec"]["inputs"]
    given = read(page)[0]["include"][0]["inputs"]
    if set(given) - set(specs):
        sys.exit(f"{page}: no input {set(given) - set(specs)}")
    values = {k: given.get(k, (v or {}).get("default")) for k, v in specs.items()}
    if None in values.values():
        sys.exit(f"{page}: an input is missing: {values}")
    with open(template, encoding="utf-8") as file:
        text = file.read().split("\n---\n")[1]
    text = re.sub(r"\$\[\[ inputs\.([a-z-]+) \]\]", lambda m: values[m[1]], text)
    print("set -e")
    for line in yaml.safe_load(text)["oncelint"]["script"]:
        print(line)


def reports(template):
    artifacts = read(template)[1]["oncelint"]["artifacts"]
    print(*artifacts["paths"], *artifacts["reports"].values())


{"inputs": inputs, "job": job, "reports": reports}[sys.argv[1]](*sys.argv[2:])
