# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_reads.py partial|whole <TREE: checks the algorithm of many_reads.c. Writes of the list are exact; its
size, from the last element accessed, and reads of the ring are exact if the invocation is whole."""
import json, sys
tree = json.load(sys.stdin)
found = [a for a in tree["algorithms"] if any(i["type"] == "node" for i in a["inputs"])]
assert len(found) == 1, [a["summary"] for a in tree["algorithms"]]
whole, nodes = sys.argv[1] == "whole", 700000 + sum(range(100, 1001, 100))
most = 700000 if whole else 1000
inputs = {i["type"]: i for i in found[0]["inputs"]}
node, ring = inputs["node"], inputs["ring"]
assert node["partial"] != whole and node["sizes"]["elements"] == [100, most] and int(node["writes"]) == nodes, node
assert (int(ring["reads"]) == 9.5 * nodes) == whole and ring["sizes"]["elements"] == [2, 2], ring
of_steps = [f for f in found[0]["functions"] if f["cost"]["metric"] == "steps" and f["size"]["description"].startswith("node objects")]
assert of_steps and int(of_steps[0]["n_max"]) == most and of_steps[0]["model"]["class"] == "n", of_steps
