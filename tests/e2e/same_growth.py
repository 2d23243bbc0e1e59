# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_growth.py: compares the Valgrind engine's report with the compiled engine's, of the same source.

    same_growth.py COMPILED.json VALGRIND.json ROUTINE=CLASS...

For each ROUTINE the calls must be equal, the k-th smallest sizes (rms) of activations may differ by at most 8 cells, and
both reports must give the same class of growth by rms: CLASS, or any class if it is "-".
"""
import json
import sys

MOST_CELLS = 8


def routines(path):
    report = json.load(open(path, encoding="utf-8"))
    return {s["name"]: s for s in report["scopes"] if s["kind"] == "routine"}


def sizes(scope):
    points = scope["sizes"]["rms"]["points"]
    return sorted(n for p in points for n in [p[0]] * int(p[1]))


def growth(scope):
    return scope["sizes"]["rms"]["model"]["class"]


def main(compiled, valgrind, wanted):
    wrong = 0
    a, b = routines(compiled), routines(valgrind)
    for item in wanted:
        name, cls = item.split("=")
        if name not in a or name not in b:
            print(f"{name}: not in both reports")
            wrong += 1
            continue
        x, y = a[name], b[name]
        if x["calls"] != y["calls"]:
            print(f"{name}: {x['calls']} calls compiled, {y['calls']} under Valgrind")
            wrong += 1
            continue
        apart = [q - p for p, q in zip(sizes(x), sizes(y))]
        if min(apart) < -MOST_CELLS or max(apart) > MOST_CELLS:
            print(f"{name}: sizes differ by {min(apart)} to {max(apart)} cells")
            wrong += 1
        if growth(x) != growth(y) or cls not in ("-", growth(x)):
            print(f"{name}: {cls} expected, {growth(x)} compiled, {growth(y)} under Valgrind")
            wrong += 1
    return wrong


sys.exit(1 if main(sys.argv[1], sys.argv[2], sys.argv[3:]) else 0)
