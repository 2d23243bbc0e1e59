# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure_expectations.py: compares the algorithms of `ordo tree` with what the program's source expects.

    structure_expectations.py SOURCE VARIANT <JSON

Reads the JSON of `ordo tree` and the lines under "Algorithms:" in the source's first comment. Prints the differences;
exit status 1 if there are any. A line:

    [1,2] NODE + NODE: OPERATION of FORM TYPE, ...; steps = EXPR; n = METRIC of TYPE A..B; class = GROWTH

[1,2]     the line is only for these variants
NODE      the routine's name; the k-th by line is NAME#k if the routine has several repetitions
OPERATION construction, modification or traversal; `input from FILE`, `output to FILE`; or `no data structure`.
          `OPERATION of FORM TYPE...` stands for one or several such inputs, `others` for any others
FORM      structure or array; TYPE is a shell pattern
n         the size metric (of streams: bytes, lines) that n is in the rest of the line, and its range
EXPR      steps, reads, writes and creations, exactly, at every point
class     the model's class, by default n; its leading coefficient must be within 15 % of that
          of EXPR, or of `coefficient = NUMBER`; `any` accepts every model

Every algorithm of the program must have a line, and every line an algorithm. With a line `NAME: any`, where NAME is a
pattern, there may be algorithms all of whose nodes match it."""
import fnmatch
import json
import math
import os
import re
import sys

GROWTHS = {"1": lambda n: 1, "log n": lambda n: math.log2(n), "sqrt n": math.sqrt, "n": lambda n: n,
           "n log n": lambda n: n * math.log2(n), "n^1.5": lambda n: n ** 1.5,
           "n^2": lambda n: n * n, "n^3": lambda n: n ** 3}


def labels_of(document):
    """Returns the label of each node, by its number."""
    places, nodes = {}, {}

    def visit(node):
        if node["kind"] != "entry":
            place = (node["line"], node["column"])
            places.setdefault(node["routine"], set()).add(place)
            nodes[node["node"]] = (node["routine"], place)
        for child in node["repetitions"]:
            visit(child)

    for entry in document["entries"]:
        visit(entry)
    labels = {}
    for number, (routine, place) in nodes.items():
        lines = sorted(places[routine])
        labels[number] = "%s#%d" % (routine, lines.index(place) + 1) if len(lines) > 1 else routine
    return labels


class Expected:
    def __init__(self, text):
        names, _, rest = text.rpartition(": ") if text.endswith(": any") else text.partition(": ")
        self.text = text
        self.nodes = frozenset(x.strip() for x in names.split(" + "))
        self.operations, self.costs, self.growth, self.coefficient = [], {}, "n", None
        self.metric = self.type = self.range = None
        parts = [p.strip() for p in rest.split(";")]
        if "=" not in parts[0]:
            self.operations = [] if parts[0] == "no data structure" else sorted(parts[0].split(", "))
            parts = parts[1:]
        for part in parts:
            key, _, value = part.partition(" = ")
            if key == "n":
                found = re.fullmatch(r"(\w+)(?: of (.*))? (\d+)\.\.(\d+)", value)
                metric = {"bytes": "elements", "lines": "references"}.get(found.group(1))
                self.metric, self.type = metric or found.group(1), found.group(2)
                self.range = [int(found.group(3)), int(found.group(4))]
            elif key == "class":
                self.growth = value
            elif key == "coefficient":
                self.coefficient = value if value == "any" else float(value)
            else:
                self.costs[key] = value

    def take_nodes(self, got):
        """Replaces names that have patterns by the nodes of the algorithm that they match."""
        if any("*" in name for name in self.nodes) and not self.text.endswith(": any"):
            self.nodes = next((key for key in got if all(
                any(fnmatch.fnmatchcase(node, name) for name in self.nodes) for node in key) and all(
                any(fnmatch.fnmatchcase(node, name) for node in key) for name in self.nodes)),
                self.nodes)

    def value(self, cost, n):
        return eval(self.costs[cost], {"isqrt": math.isqrt}, {"n": n})  # the sources are our own

    def leading(self):
        if self.coefficient is not None:
            return None if self.coefficient == "any" else self.coefficient
        return self.value("steps", 10 ** 9) / GROWTHS[self.growth](10 ** 9) if "steps" in self.costs else None


def expected_in(source, variant):
    text = open(source, encoding="utf-8").read().split("*/\n")[1]
    text = text[text.index(" * Algorithms:\n"):]
    for line in text.split("\n")[1:]:
        found = re.fullmatch(r" \*   (?:\[([\d,]+)\] )?(\S.*?)(?: )?", line)
        if not found:
            return
        if not found.group(1) or str(variant) in found.group(1).split(","):
            yield Expected(found.group(2))


def operations_match(expected, got):
    if len(expected) == 1 and expected[0].endswith("..."):
        return set(got) == {expected[0][:-3]}
    if "others" in expected:
        expected = [e for e in expected if e != "others"]
        return all(any(fnmatch.fnmatchcase(g, e) for g in got) for e in expected)
    return len(got) == len(expected) and all(
        fnmatch.fnmatchcase(g, e.replace("[", "[[]")) for e, g in zip(expected, got))


def check_functions(expected, algorithm):
    """Returns the differences of the best function by the expected size metric."""
    best = None
    for function in algorithm["functions"]:
        size, cost = function["size"], function["cost"]
        if size["metric"] != expected.metric or cost["metric"] != "steps" or size["type"]:
            continue
        if expected.type and algorithm["inputs"][size["input"]]["type"] != expected.type:
            continue
        wrong = check_function(expected, algorithm, function)
        if best is None or len(wrong) < len(best):
            best = wrong
    return ["no steps by %s" % expected.metric] if best is None else best


def check_function(expected, algorithm, function):
    wrong = []
    sizes = [int(p[0]) for p in function["points"] if p[0]]  # 0: nothing was accessed
    if [min(sizes), max(sizes)] != expected.range:
        wrong.append("n is %d..%d" % (min(sizes), max(sizes)))
    costs = {"steps": function}
    for other in algorithm["functions"]:
        if other["size"] == function["size"]:
            costs.setdefault(other["cost"]["metric"], other)
    for cost in expected.costs:
        if cost not in costs:
            wrong.append("no %s" % cost)
            continue
        for n, _, least, greatest, *_ in costs[cost]["points"]:
            if not n:
                continue
            value = expected.value(cost, int(n))
            if [float(least), float(greatest)] != [value, value]:
                wrong.append("%s at %s is %s..%s, not %s" % (cost, n, least, greatest, value))
                break
    if expected.growth == "any":
        return wrong
    model = function.get("model") or {"class": "none", "terms": []}
    if model["class"] != expected.growth:
        return wrong + ["class is %s (%s)" % (model["class"], model.get("formula"))]
    leading = expected.leading()
    for term in model["terms"]:
        if leading is not None and term["term"] == expected.growth and \
                abs(term["coefficient"] / leading - 1) > 0.15:
            wrong.append("coefficient is %s, not %s" % (term["coefficient"], leading))
    return wrong


def operations_of(algorithm):
    out = []
    for i in algorithm["inputs"]:
        if i["operation"] == "input":
            out.append("input from %s" % os.path.basename(i["name"]))
        elif i["operation"] == "output":
            out.append("output to %s" % os.path.basename(i["name"]))
        elif i["operation"]:
            out.append("%s of %s %s" % (i["operation"], i["form"], i["type"]))
    return sorted(out)


def main():
    document = json.load(sys.stdin)
    labels = labels_of(document)
    got = {}
    for a in document["algorithms"]:
        key = frozenset(labels[x] for x in a["nodes"])
        got.setdefault(key, []).append(a)
    wrong, seen, patterns = [], set(), []
    for e in expected_in(*sys.argv[1:3]):
        e.take_nodes(got)
        if e.text.endswith(": any"):
            patterns += e.nodes
            continue
        seen.add(e.nodes)
        if e.nodes not in got:
            wrong.append("%s: no such algorithm" % e.text)
        for a in got.get(e.nodes, []):
            operations = operations_of(a)
            complaints = []
            if not operations_match(e.operations, operations):
                complaints.append("operations are %s" % (", ".join(operations) or "none"))
            if e.metric:
                complaints += check_functions(e, a)
            wrong += ["%s: %s" % (e.text, c) for c in complaints]
    for key in got:
        if key not in seen and not all(any(fnmatch.fnmatchcase(n, p) for p in patterns) for n in key):
            wrong.append("an unexpected algorithm: " + " + ".join(sorted(key)))
    if not seen:
        wrong.append("nothing is expected")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
