# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tree_lines.py: reads the JSON of `ordo tree` and prints one line per node, indented by depth:
kind, routine and line; then invocations, steps, least and greatest steps; and the members of a
recursion."""
import json
import sys


def show(node, depth):
    words = [node["kind"], "%s:%d" % (node["routine"], node["line"]), node["invocations"]]
    if node["kind"] != "entry":
        words += [node[key] if node[key] is not None else "-" for key in ("steps", "least", "greatest")]
    words += node.get("members", [])
    print(" " * depth + " ".join(map(str, words)))
    for child in node["repetitions"]:
        show(child, depth + 1)


for entry in json.load(sys.stdin)["entries"]:
    show(entry, 0)
