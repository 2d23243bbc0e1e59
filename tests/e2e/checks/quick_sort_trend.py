# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quick_sort_trend.py LINE: checks the fits of the comparison on LINE in t.json: a power between 1.12 and 1.20, the class
n log n, and residuals that show the curve."""
import json, math, sys
p = json.load(open("t.json"))
c = next(c for c in p["clusters"] if any(m["line"] == int(sys.argv[1]) for m in c["members"]))
f = next(f for f in c["fits"] if f["feature"] == "n")
if not 1.12 <= f["power"]["b"] <= 1.20: sys.exit(f"    the power is {f['power']['b']}")
if f["model"]["class"] != "n log n": sys.exit(f"    the class is {f['model']['class']}")
points = [(w["features"]["n"], y) for w, y in zip([w for w in p["workloads"] if w["status"] == "ok"], c["costs"])]
mean = {n: sum(math.log(f["power"]["a"] * n ** f["power"]["b"] / y) for m, y in points if m == n) / 3 for n, _ in points}
sizes = sorted(mean)
middle = sum(mean[n] for n in sizes[4:7]) / 3
if not (middle < mean[sizes[0]] and middle < mean[sizes[-1]]):
    sys.exit(f"    no hump in the residuals {mean}")
