#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no model contradicts itself or its own points.

    consistency.py fit POINTS ANSWERS...       lines for `ordo fit`, and the lines that it printed
    consistency.py report REPORT.json...       reports by `ordo report --json`

For every model with an exponent: the formula's slope at the largest sizes is in `ci_at_top`, the exponents are
in their intervals, and a class beyond n log n is not claimed where the points' slope falls towards the largest
sizes and is certainly less than 1 over the upper half decade. `later` is of a higher degree than the class, and takes over by ten times the
largest size. A finding has an exponent unless it is exponential.
"""
import json
import math
import sys

DEGREE = {"1": 0, "log n": 0, "sqrt n": 0.5, "n": 1, "n log n": 1, "n^1.5": 1.5, "n^2": 2, "n^2 log n": 2, "n^3": 3,
          "2^n": 99}
TERMS = {"1": lambda n: 1, "log n": math.log2, "sqrt n": math.sqrt, "n": lambda n: n,
         "n log n": lambda n: n * math.log2(n), "n^1.5": lambda n: n**1.5, "n^2": lambda n: n * n,
         "n^2 log n": lambda n: n * n * math.log2(n), "n^3": lambda n: n**3}
UPPER, LEAST, TOP, ROUNDING = math.sqrt(0.1), 4, 0.9, 1e-3


def value(model, n):
    """Returns the formula's cost at n, or None if it has other terms."""
    if any(t["term"] not in TERMS for t in model["terms"]):
        return None
    return sum(t["coefficient"] * TERMS[t["term"]](n) for t in model["terms"])


def slope_of(points):
    """Returns the log-log slope of the mean cost, and its standard error; None for fewer than LEAST points."""
    xy = [(math.log(p[0]), math.log(float(p[4]) / float(p[1]))) for p in points]
    if len(xy) < LEAST:
        return None
    mx, my = (sum(v[k] for v in xy) / len(xy) for k in (0, 1))
    xx = sum((x - mx) ** 2 for x, _ in xy)
    slope = sum((x - mx) * (y - my) for x, y in xy) / xx
    left = sum((y - my - slope * (x - mx)) ** 2 for x, y in xy)
    return slope, math.sqrt(left / (len(xy) - 2) / xx)


def faults(model, points):
    """Yields what is wrong with a model of the points."""
    later = model["later"]
    if later and not DEGREE[later["class"]] > DEGREE[model["class"]]:
        yield f"later {later['class']}, now {model['class']}"
    points = [[float(x) for x in p[:5]] for p in points if float(p[0]) > 0 and float(p[4]) > 0]
    if model["exponent"] is None or not points:
        return
    n_max = max(p[0] for p in points)
    if later and later["from"] > 10.5 * n_max:
        yield f"later from {later['from']:g}, the largest size is {n_max:g}"
    for slope, interval in (("exponent", "ci"), ("exponent_at_top", "ci_at_top")):
        if not model[interval][0] <= model[slope] <= model[interval][1]:
            yield f"{slope} {model[slope]} is not in {model[interval]}"
    low, high = value(model, TOP * n_max), value(model, n_max)
    if low and high and low > 0 and not (model["from"] or 0) > TOP * n_max:
        slope = math.log(high / low) / -math.log(TOP)
        if not model["ci_at_top"][0] - ROUNDING <= slope <= model["ci_at_top"][1] + ROUNDING:
            yield f"the formula's slope {slope:.3f} is not in {model['ci_at_top']}"
    seen = slope_of([p for p in points if p[0] > UPPER * n_max])
    before = slope_of([p for p in points if UPPER * UPPER * n_max < p[0] <= UPPER * n_max])
    falls = before and seen and seen[0] + 2 * seen[1] < before[0] - 2 * before[1]
    if falls and DEGREE[model["class"]] > 1 and seen[0] + 3 * seen[1] < 1:
        yield f"{model['class']}, but the largest sizes have slope {seen[0]:.2f} +- {seen[1]:.2f}"


def fitted(points, answers):
    """Yields (name, model, points) of the lines for and by `ordo fit`."""
    by_id = {}
    for line in open(points):
        case = json.loads(line)
        by_id[case["id"]] = case["points"]
    for line in open(answers):
        model = json.loads(line)
        yield model["id"], model, by_id[model["id"]]


def reported(path):
    """Yields (name, model, points) of all models of mean costs in a report."""
    for scope in json.load(open(path))["scopes"]:
        for metric, series in scope.get("sizes", {}).items():
            if series.get("model"):
                yield f"{path}: {scope['kind']} {scope['name']} by {metric}", series["model"], series["points"]


def wrong_findings(path):
    """Yields the findings of a report whose class and exponent contradict each other."""
    for f in json.load(open(path))["findings"]:
        degree = DEGREE.get(f["growth"], 99)
        if f["growth"] and (f["exponent"] is None) != (degree == 99):
            yield f"{path}: finding {f['rank']}: {f['growth']} has the exponent {f['exponent']}"


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("fit", "report"):
        sys.exit(__doc__)
    if sys.argv[1] == "fit":
        models = [m for answers in sys.argv[3:] for m in fitted(sys.argv[2], answers)]
    else:
        models = [m for path in sys.argv[2:] for m in reported(path)]
    wrong = [f"{name}: {fault}" for name, model, points in models for fault in faults(model, points)]
    if sys.argv[1] == "report":
        wrong += [line for path in sys.argv[2:] for line in wrong_findings(path)]
    for line in wrong:
        print(line)
    print(f"consistency: {len(models)} models, {len(wrong)} contradictions")
    sys.exit(1 if wrong or not models else 0)


if __name__ == "__main__":
    main()
