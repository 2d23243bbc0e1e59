# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_accesses.py partial|whole <TREE: checks the algorithm of many_accesses.c. Steps are exact; reads are, too,
if the invocation is whole."""
import json, sys
tree = json.load(sys.stdin)
found = [a for a in tree["algorithms"] if int(a["steps"]) > 20020000]
assert len(found) == 1, [a["summary"] for a in tree["algorithms"]]
steps = sum(100 + 100 * n for n in range(10, 101, 10)) + 20000 + 20000 * 1000
assert int(found[0]["steps"]) == steps, (found[0]["steps"], steps)
i = found[0]["inputs"][0]
whole = sys.argv[1] == "whole"
reads = steps
assert i["partial"] != whole and (int(i["reads"]) == reads) == whole, i
assert i["sizes"]["elements"] == [10, 1000], i
left = {f["cost"]["metric"]: int(f["unmeasured"]) for f in found[0]["functions"] if f["size"]["metric"] == "elements"}
assert left == {"steps": 0, "reads": 0 if whole else 1}, left
