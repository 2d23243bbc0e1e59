# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expectations.py: checks a JSON report against the expectations in its program's source.

    expectations.py SOURCE REPORT

Lines of the source like `* expect [cell=N]: EXPRESSION` are Python expressions that must be true.
Those with a cell are only for reports with that cell size. Expressions can use
  calls(s), iterations(s), cost(s), distinct(s)    of the scope s: a routine's name or loop_of(name)
  sizes(s, metric="rms")                           {n: count}
  costs(s, metric="rms")                           {n: mean cost}
  loop_of(name), second_loop_of(name)              the routine's loops, in the order of the source
  slope(costs, a, b)                               the exponent between the sizes at the positions a/b and 1
                                                   of the sorted sizes: log c(1)/c(a/b) / log n(1)/n(a/b)
  last(costs)                                      the cost at the largest size
  scope(name), report                              the report's object of a routine, the whole report
"""
import json
import math
import re
import sys


def build(report):
    scopes = report["scopes"]

    def find(s):
        if isinstance(s, dict):
            return s
        found = [x for x in scopes if x["kind"] == "routine" and x["name"] == s]
        if len(found) != 1:
            raise LookupError(f"{len(found)} routines are named {s}")
        return found[0]

    def loop_of(name, number=0):
        found = [x for x in scopes if x["kind"] == "loop" and x["routine"] == name]
        if number >= len(found):
            raise LookupError(f"{name} has {len(found)} loops")
        return sorted(found, key=lambda x: (x["line"], x["column"]))[number]

    def points(s, metric):
        return find(s)["sizes"][metric]["points"]

    def costs(s, metric="rms"):
        return {p[0]: int(p[4]) / p[1] for p in points(s, metric)}

    def slope(cost, low, high):
        """Returns the exponent between the size at the position low/high of the sorted sizes and the last one."""
        ns = sorted(cost)
        a, b = ns[round(len(ns) * low / high) - 1], ns[-1]
        return math.log(cost[b] / cost[a]) / math.log(b / a)

    return {"report": report, "scope": find, "costs": costs, "slope": slope, "loop_of": loop_of,
            "second_loop_of": lambda name: loop_of(name, 1),
            "calls": lambda s: find(s)["calls"], "iterations": lambda s: find(s)["iterations"],
            "cost": lambda s: find(s)["cost"]["total"],
            "distinct": lambda s: find(s)["sizes"]["rms"]["distinct"],
            "sizes": lambda s, metric="rms": {p[0]: p[1] for p in points(s, metric)},
            "last": lambda c: c[max(c)]}


def main():
    source, report = open(sys.argv[1]).read(), json.load(open(sys.argv[2]))
    names, wrong, checked = build(report), 0, 0
    for cell, text in re.findall(r"^ \* expect(?: cell=(\d))?: (.*)$", source, re.M):
        if cell and int(cell) != report["cell_bytes"]:
            continue
        checked += 1
        try:
            holds = eval(text, dict(names))
        except (LookupError, KeyError, ValueError) as e:
            holds = f"{type(e).__name__}: {e}"
        if holds is not True:
            wrong += 1
            print(f"expected: {text}\n  got: {holds}")
            for part in re.findall(r"(?:sizes|costs|calls|iterations|distinct|cost)\((?:[^()]|\([^()]*\))*\)", text):
                try:
                    print(f"  {part} = {eval(part, dict(names))}")
                except (LookupError, KeyError) as e:
                    print(f"  {part}: {e}")
    if not checked:
        print(f"{sys.argv[1]} has no expectation for {report['cell_bytes']}-byte cells")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
