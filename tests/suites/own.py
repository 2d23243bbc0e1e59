#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own.py: projects from Debian source packages pass their own test suites with Ordo as they do without.

    tests/suites/own.py [--work DIR] [--jobs N] [--keep] [--missing] [NAME...]
    tests/suites/own.py --table [--work DIR]       prints docs/own-suites.md from the results in DIR
    tests/suites/own.py --packages                 prints the Debian packages that the projects need

Builds each project (own_projects.py) natively, with `ordo cc` and with `ordo cc --production`. Runs its own
suite five times: natively, and with each Ordo build unrecorded and recorded. All runs must have
the tests, the results and the exit status of the native run. The recordings must be profiles.
ONLY=TEXT in the environment selects the projects with TEXT in their names. ORDO names the tool.
SUITES_TIMEOUT is the number of seconds that a build or a run may take (default 900).
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import sys

import own_packages
import own_table
from own_project_run import Skipped, run_project
from own_projects import PROJECTS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def verdict(result):
    """Returns what is wrong with a project's result, a line each."""
    wrong = []
    for name, run in result["runs"].items():
        for line in run.get("differences", []):
            wrong.append(f"{name}: {line}")
        if run.get("profile", "ok") != "ok":
            wrong.append(f"{name}: {run['profile']}")
    return wrong + [f"{way}: the build fails" for way, ok in result["built"].items() if not ok]


def result_file(project, work):
    return os.path.join(work, "results", project.name + ".json")


def one(project, work, keep):
    """Returns (outcome, lines); outcome is passed, failed or skipped."""
    missing = own_packages.missing(project.needs)
    if missing:
        return "skipped", [f"install {' '.join(missing)}"]
    folder = os.path.join(work, project.name)
    try:
        result = run_project(project, folder)
    except Skipped as why:
        return "skipped", [str(why)]
    with open(result_file(project, work), "w") as out:
        json.dump(result, out, indent=1)
    wrong = verdict(result)
    if not keep and not wrong:
        shutil.rmtree(folder, ignore_errors=True)
    return ("failed" if wrong else "passed"), wrong


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--work", default=os.path.join(ROOT, "build", "suites"))
    args.add_argument("--jobs", type=int, default=1, help="projects that run at the same time")
    args.add_argument("--keep", action="store_true", help="keep the build folders of all projects")
    args.add_argument("--missing", action="store_true", help="only projects that have no result in DIR yet")
    args.add_argument("--table", action="store_true")
    args.add_argument("--packages", action="store_true")
    args.add_argument("names", nargs="*")
    a = args.parse_args()
    work = os.path.abspath(a.work)
    if a.table:
        print(own_table.page(PROJECTS, os.path.join(work, "results")), end="")
        return 0
    if a.packages:
        print("\n".join(sorted({p for project in PROJECTS for p in project.needs})))
        return 0
    only = os.environ.get("ONLY", "")
    chosen = [p for p in PROJECTS if only in p.name and (not a.names or p.name in a.names)
              and not (a.missing and os.path.exists(result_file(p, work)))]
    os.makedirs(os.path.join(work, "results"), exist_ok=True)
    own_packages.install({n for p in chosen for n in p.needs})
    count = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        runs = {pool.submit(one, p, work, a.keep): p for p in chosen}
        for done in concurrent.futures.as_completed(runs):
            outcome, lines = done.result()
            count[outcome] += 1
            said = {"passed": "ok   ", "failed": "FAIL ", "skipped": "SKIP "}[outcome]
            print(f"{said} own: {runs[done].name}" + (f" ({lines[0]})" if outcome == "skipped" else ""))
            if outcome == "failed":
                print("\n".join("    " + line for line in lines[:20]))
            sys.stdout.flush()
    print(f"own: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
