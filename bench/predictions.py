#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How well three ordinary runs predict a run of ten times the size.

    bench/predictions.py [--jobs N] [--only NAME]

The programs of tests/growth make their own data and are recorded at sizes s, 2s, 4s. What the report predicts for
40s is compared with recordings at 10s, 20s and 40s:

  cost     the cost of the run, within a factor of 1.5
  first    the first finding is that of the larger runs (or none, as there)
  shares   of scopes with 5 % or more: within 5 points, or a factor of 1.5

Prints the rates, and each miss with its figures, as Markdown.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "tests" / "growth"))
import shapes  # noqa: E402

ORDO = pathlib.Path(os.environ.get("ORDO") or ROOT / "build" / "bin" / "ordo")
FACTOR = 1.5
POINTS = 0.05
LEAST_SHARE = 0.05
TITLES = {"cost": "cost of the run, within a factor of 1.5",
          "first": "the first finding is that of the larger runs, or none, as there",
          "shares": "shares of scopes with 5 % or more, within 5 points or a factor of 1.5"}


def run(command, cwd):
    return subprocess.run([str(c) for c in command], cwd=cwd, check=True, capture_output=True, text=True,
                          errors="replace", timeout=600).stdout


def report(folder, name, sizes):
    """Records the program at these sizes. Returns the report of all, and that of the largest run."""
    for n in sizes:
        run([ORDO, "record", "-q", "-o", f"{n}.data", "--", "./prog", n], folder)
    run([ORDO, "merge", "-o", name, *(f"{n}.data" for n in sizes)], folder)
    return json.loads(run([ORDO, "report", "--json", name], folder)), \
        json.loads(run([ORDO, "report", "--json", f"{sizes[-1]}.data"], folder))


def first(findings):
    return findings[0]["scope"] if findings else None


def is_near(a, b):
    return max(a, b) <= FACTOR * min(a, b)


def misses(program, folder):
    """Returns the misses by kind, as (what was predicted, what is true), and how many shares there are."""
    cxx = program.path.suffix == ".cc"
    run([ORDO, "c++" if cxx else "cc", *(["-std=c++17"] if cxx else []), "-O1", "-g", f"-I{shapes.HERE}",
         *(["-DREPAIRED"] if program.variant == "repaired" else []), "-o", "prog", program.path], folder)
    s = program.sizes[-1] // 16
    small, _ = report(folder, "small", [s, 2 * s, 4 * s])
    large, largest = report(folder, "large", [10 * s, 20 * s, 40 * s])
    found = {}
    total, true = small["prediction"]["total"] if small["prediction"] else 0, largest["total_cost"]
    if not total or not is_near(total, true):
        found["cost"] = [(f"{total:.3g}", f"{true:.3g}")]
    if first(small["findings"]) != first(large["findings"]):
        name = {x["id"]: x["name"] for r in (small, large) for x in r["scopes"]}
        found["first"] = [(name.get(first(small["findings"])), name.get(first(large["findings"])))]
    predicted = {x["id"]: x.get("share_at_10x") or 0 for x in small["scopes"]}
    # The prediction for a member of a recursion is in that of the recursion.
    shares = [x for x in largest["scopes"] if x.get("share_at_10x") is not None and (x["own_share"] or 0) >= LEAST_SHARE]
    found["shares"] = [(f"{x['name']} {100 * predicted.get(x['id'], 0):.1f} %", f"{100 * x['own_share']:.1f} %")
                       for x in shares
                       if abs(predicted.get(x["id"], 0) - x["own_share"]) > POINTS
                       and not is_near(predicted.get(x["id"], 0) + 1e-9, x["own_share"])]
    return found, len(shares)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--jobs", type=int, default=2)
    a.add_argument("--only", default="")
    arguments = a.parse_args()
    programs = [p for p in shapes.programs() if arguments.only in p.name]
    wrong = {"cost": 0, "first": 0, "shares": 0}
    n_shares = 0
    with tempfile.TemporaryDirectory() as base, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        def one(i):
            folder = pathlib.Path(base) / str(i)
            folder.mkdir()
            return misses(programs[i], folder)

        rows = []
        for program, (found, n) in zip(programs, pool.map(one, range(len(programs)))):
            n_shares += n
            for kind, cases in found.items():
                wrong[kind] += len(cases)
                rows += [f"| {kind} | {program.name} | {predicted} | {true} |" for predicted, true in cases]
    n = {"cost": len(programs), "first": len(programs), "shares": n_shares}
    print("# Predictions of a run of ten times the size\n\n`make bench-predictions`. " + " ".join(__doc__.split("\n\n")[2].split()))
    print("\n| | right |\n|---|---|")
    for kind, title in TITLES.items():
        print(f"| {title} | {n[kind] - wrong[kind]} of {n[kind]} ({100 * (1 - wrong[kind] / max(n[kind], 1)):.1f} %) |")
    print("\nThe misses:\n\n| | program | predicted | true |\n|---|---|---|---|\n" + "\n".join(rows))


if __name__ == "__main__":
    main()
