# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcov_trend.py: checks t.json, the trend of bubble_sort.c: a quadratic cluster, and the features of each
workload."""
import json, sys
p = json.load(open("t.json"))
if p["source"] != "gcov": sys.exit(p["source"])
n = [60, 100, 200, 500, 1000, 2000]
c = next(c for c in p["clusters"] if any(m["routine"] == "bubble_sort" and m["line"] == 19 for m in c["members"]))
fit = next(f for f in c["fits"] if f["feature"] == "n")
if abs(fit["power"]["b"] - 2) > 0.02 or fit["model"]["class"] != "n^2": sys.exit(str(fit))
ok = {w["name"]: w for w in p["workloads"] if w["status"] == "ok"}
for k in n:
    w = ok[f"n{k}"]["features"]
    # The loop's condition, in all executions of the loop.
    if w["loop"] != k * (k - 1) / 2 + k or w["n"] != k or w["files"] != 1: sys.exit(f"{k}: {w}")
