# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""growth_of.py NAME KIND EXPRESSION: evaluates the expression over the costliest scope s of that name and kind in
r.json, its best model m, its cause c, and by_id, all scopes by id."""
import json, sys
r = json.load(open("r.json"))
by_id = {s["id"]: s for s in r["scopes"]}
s = [s for s in r["scopes"] if s["kind"] == sys.argv[2] and (s["name"] == sys.argv[1] or s["routine"] == sys.argv[1] and s["kind"] != "routine")]
s.sort(key=lambda s: -s["cost"]["total"])
s = s[0]
m = s["sizes"][s["best_size"]]["model"] if s["best_size"] else None
print(eval(sys.argv[3], {"s": s, "m": m, "c": s.get("cause"), "by_id": by_id, "r": r}))
