# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trend_given.py EXPRESSION...: Python expressions over the report t.json, p, which must all be true; see `given`
in trend.sh."""
import json, sys
p = json.load(open("t.json"))
source = open("source.c").read().split("\n") if __import__("os").path.exists("source.c") else []
first = next((i for i, l in enumerate(source) if "int i = 0;" in l), 0)
def lines(c):
    return sorted({min(m["line"] - first, 8) for m in c["members"] if m["routine"] == "bubble_sort"})
def of(wanted):
    found = [c for c in p["clusters"] if lines(c) == wanted]
    if len(found) != 1:
        sys.exit(f"    no cluster of lines {wanted}, but {[lines(c) for c in p['clusters']]}")
    return found[0]
def fit(c, feature):
    return next(f for f in c["fits"] if f["feature"] == feature)
def workload(name):
    return next(w for w in p["workloads"] if w["name"] == name)
ok = [w for w in p["workloads"] if w["status"] == "ok"]
for text in sys.argv[1:]:
    if not eval(text):
        sys.exit(f"    not true: {text}\n    clusters: " + "\n    ".join(
            str((c["representative"], lines(c), c["max"], [(f["feature"], f["power"] and (f["power"]["b"], f["power"]["r2"]), f["model"]["class"]) for f in c["fits"]])) for c in p["clusters"]))
