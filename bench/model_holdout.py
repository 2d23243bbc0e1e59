#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests models on sizes that they have not seen.

    bench/model_holdout.py [--ordo PATH] [--worst N] PROFILE...

For every scope with 8 sizes or more (by rms and by depth), the models get the sizes up to a third of the
largest one and predict the cost at the sizes above half of it. A claim holds if the median of the ratio of
predicted to counted cost is within a factor of two; it is too high or too low beyond a factor of three.
Claims are sure at 95 % or more.

With --worst, the N sure claims beyond n log n that are most too high are listed.
"""

import argparse
import collections
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST_SIZES, LEAST_SEEN = 8, 5
GROUPS = {"1": "less than n", "log n": "less than n", "sqrt n": "less than n", "n": "n or n log n",
          "n log n": "n or n log n", "none": "none"}
TERMS = {"1": lambda n: 1, "log n": math.log2, "sqrt n": math.sqrt, "n": lambda n: n,
         "n log n": lambda n: n * math.log2(n), "n^1.5": lambda n: n**1.5, "n^2": lambda n: n * n,
         "n^2 log n": lambda n: n * n * math.log2(n), "n^3": lambda n: n**3}


def predicted(model, n):
    """Returns the formula's cost at n."""
    total = 0
    for term in model["terms"]:
        if term["term"] in TERMS:
            total += term["coefficient"] * TERMS[term["term"]](n)
        elif "base" in term:
            total += term["coefficient"] * math.exp(min(n * math.log(term["base"]), 700))
        else:
            total += term["coefficient"] * math.exp(min(math.lgamma(n + 1), 700))
    return total


def series_of(ordo, profile):
    """Yields (name, points) for each size metric of each scope; a point is n, count, min, max, sum, sum of squares."""
    with tempfile.TemporaryDirectory() as folder:  # reports write a cache into the profile
        copy = shutil.copy(profile, folder)
        out = subprocess.run([ordo, "report", "--json", copy], capture_output=True, text=True, check=True).stdout
    for scope in json.loads(out)["scopes"]:
        for metric in ("rms", "depth"):
            points = scope.get("sizes", {}).get(metric, {"points": []})["points"]
            points = [[float(x) for x in p] for p in points if p[0] > 0 and float(p[4]) > 0]
            if len(points) >= LEAST_SIZES:
                yield f"{scope['kind']} {scope['name']} by {metric}", points


def strays(model, held):
    """Returns the median of ln(predicted / counted) over the sizes held out."""
    logs = sorted(math.log(max(predicted(model, p[0]), 1e-9) / (p[4] / p[1])) for p in held)
    return logs[len(logs) // 2]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--ordo", default=os.path.join(ROOT, "build", "bin", "ordo"))
    arguments.add_argument("--worst", type=int, default=0)
    arguments.add_argument("profiles", nargs="+")
    args = arguments.parse_args()
    for path in args.profiles:
        if not os.path.exists(path):
            sys.exit(f"model_holdout: no profile at {path}")
    cases = []
    for profile in args.profiles:
        for name, points in series_of(args.ordo, profile):
            largest = points[-1][0]
            seen = [p for p in points if p[0] <= largest / 3]
            if len(seen) >= LEAST_SEEN:
                cases.append((name, seen, [p for p in points if p[0] > largest / 2]))
    asked = "".join(json.dumps({"id": str(i), "points": c[1]}) + "\n" for i, c in enumerate(cases))
    out = subprocess.run([args.ordo, "fit", "--unit", "blocks"], input=asked, capture_output=True, text=True,
                         check=True).stdout
    count, wrong = collections.defaultdict(collections.Counter), []
    for line in out.splitlines():
        model = json.loads(line)
        name, seen, held = cases[int(model["id"])]
        sure = model["probabilities"].get(model["class"], 0) >= 0.95
        group = GROUPS.get(model["class"], "beyond n log n")
        row = count[group, sure and group != "none"]
        row["claims"] += 1
        if group == "none":
            continue
        stray = strays(model, held)
        row["near"] += abs(stray) < math.log(1.25)
        row["kept"] += abs(stray) < math.log(2)
        row["high"] += stray > math.log(3)
        row["low"] += stray < -math.log(3)
        if sure and group == "beyond n log n":
            wrong.append((stray, name, model["formula"], seen[-1][0], held[-1][0]))
    print("| claim | | claims | within a quarter | within a factor of 2 | more than 3 times too high | too low |\n|---|---|---|---|---|---|---|")
    for group in ("less than n", "n or n log n", "beyond n log n"):
        for sure in (True, False):
            row = count[group, sure]
            cells = [f"{row[k]} ({100 * row[k] / max(row['claims'], 1):.0f} %)" for k in ("near", "kept", "high", "low")]
            print(f"| {group} | {'sure' if sure else 'not sure'} | {row['claims']} | " + " | ".join(cells) + " |")
    print(f"| none | | {count['none', False]['claims']} | | | | |")
    for stray, name, formula, seen, held in sorted(wrong, reverse=True)[:args.worst]:
        print(f"{math.exp(stray):.1f} times too high: {name}: {formula}, seen up to {seen:g}, held out up to {held:g}")


if __name__ == "__main__":
    sys.exit(main())
