# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_reads.py partial|whole <TREE: checks the algorithm of many_reads.c. Sizes and writes of the list are exact;
reads of the ring are, too, if the invocation is whole."""
import json, sys
tree = json.load(sys.stdin)
found = [a for a in tree["algorithms"] if any(i["type"] == "node" for i in a["inputs"])]
assert len(found) == 1, [a["summary"] for a in tree["algorithms"]]
whole, nodes = sys.argv[1] == "whole", 700000 + sum(range(100, 1001, 100))
inputs = {i["type"]: i for i in found[0]["inputs"]}
node, ring = inputs["node"], inputs["ring"]
assert node["partial"] != whole and node["sizes"]["elements"] == [100, 700000] and int(node["writes"]) == nodes, node
assert (int(ring["reads"]) == 9.5 * nodes) == whole and ring["sizes"]["elements"] == [2, 2], ring
of_steps = [f for f in found[0]["functions"] if f["cost"]["metric"] == "steps" and f["size"]["description"].startswith("node objects")]
assert of_steps and int(of_steps[0]["n_max"]) == 700000 and of_steps[0]["model"]["class"] == "n", of_steps
