# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""predicted_stacks.py: compares the stacks in "stacks" and "stacks--at 10x" with the shares of the report."""
import json
def read(name):
    return {l.rsplit(" ", 1)[0]: int(l.rsplit(" ", 1)[1]) for l in open(name)}
now, later = read("stacks"), read("stacks--at 10x")
deep = max(now, key=lambda s: s.count(";"))
assert deep.endswith("g;loop two.c:7"), deep
# f calls g ten times as often, for ten times the size.
assert 90 < later[deep] / now[deep] < 110, (now[deep], later[deep])
# The shares are those of the report.
loop = next(s for s in json.load(open("report.json"))["scopes"] if s["kind"] == "loop" and s["routine"] == "g")
assert abs(later[deep] / sum(later.values()) - loop["share_at_10x"]) < 0.001, (later, loop["share_at_10x"])
