# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_table.py: prints docs/own-suites.md, from the results of own.py."""

import json
import os

INTRODUCTION = """# Projects and their own test suites

Each project below is a Debian source package. Its own build system builds it three times: with clang-19,
with `ordo cc` (exact) and with `ordo cc --production`. Then its own test suite runs five times: natively,
and with each Ordo build idle (nothing is recorded) and recorded (`ORDO_RAW_DIR` is set; production with
`ORDO_RATE=1/20`).

*Equal* means that the suite's harness reports the same tests with the same results as natively, failures
included (cmocka, for example, runs tests that have to fail), and exits with the same status. Times,
addresses, the build's folder and the order of tests are not compared. A recorded run must also leave a
valid profile: `ordo record --from` and `ordo report --json` must read its files, or 50 of them if a folder
has more than 300.

A run that differs is repeated once, and so is the native run. Tests on which two native runs differ are
left out. *Equal at the second run* means that the first run differed.

"Compile" is the user CPU time of the whole build, test programs included, natively and exact. Suites
without a harness are compared line by line; for them the table shows the number of lines instead of tests.

`make check-suites-long` runs all projects (`ONLY=pcre2` runs one). `make suites-table` writes this document
from the results.

"""
RUNS = ["exact idle", "exact recorded", "production idle", "production recorded"]


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def natively(project, run):
    passed, failed, skipped = run["counts"]
    if project.harness == "lines":
        return f"{passed + failed + skipped} lines"
    text = f"{passed} passed"
    text += f", {failed} failed" if failed else ""
    return text + (f", {skipped} skipped" if skipped else "")


def outcome(result, name):
    way = name.split()[0]
    if not result["built"][way]:
        return "does not build"
    run = result["runs"][name]
    differing = run["differences"]
    if differing:
        said = cell("; ".join(line[:100] for line in differing[:3]))
        more = len(differing) - 3
        said += f"; {more} more" if more > 0 else ""
    else:
        said = "equal at the second run" if run.get("repeated") else "equal"
    if run.get("profile", "ok") != "ok":
        said += "; " + cell(run["profile"])
    return said


def row(project, result):
    used = result["compile"]
    times = [f"{used[way]:.0f} s" if used[way] is not None else "–" for way in ("native", "exact")]
    factor = f", {used['exact'] / used['native']:.1f}x" if used["exact"] and used["native"] else ""
    fields = [project.name, result["version"], natively(project, result["runs"]["native"])]
    fields += [outcome(result, name) for name in RUNS] + [f"{times[0]}, {times[1]}{factor}"]
    return "| " + " | ".join(fields) + " |\n"


def page(projects, folder):
    text = INTRODUCTION
    text += "| project | version | tests natively | " + " | ".join(RUNS) + " | compile |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    notes = []
    for project in projects:
        path = os.path.join(folder, project.name + ".json")
        if not os.path.exists(path):
            continue
        with open(path) as of:
            text += row(project, json.load(of))
        if project.because:
            notes.append(f"- {project.name}: {project.because}\n")
    return text + ("\nLeft out, in all runs:\n\n" + "".join(notes) if notes else "")
