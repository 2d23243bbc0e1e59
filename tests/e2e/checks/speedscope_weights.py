# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""speedscope_weights.py TOTAL: checks that the weights of the speedscope file `out` add up to TOTAL, and that its
stacks are right."""
import json, sys
d = json.load(open("out"))
p = d["profiles"][0]
assert len(p["samples"]) == len(p["weights"]), "samples and weights"
assert sum(p["weights"]) == p["endValue"] == int(sys.argv[1]), p["endValue"]
names = [f["name"] for f in d["shared"]["frames"]]
assert all(0 <= i < len(names) for s in p["samples"] for i in s)
assert ["main", "f", "g"] == [n for n in (names[i] for i in max(p["samples"], key=len)) if ":" not in n]
