# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""input_points.py: compares a report's points by input with what a program says that it has read.

    input_points.py REPORT.json OUTPUT

Each line of OUTPUT is a routine and the bytes that reached the program during one call. A routine without
points by input has read nothing.
"""
import collections
import json
import sys


def main(report, output):
    expected = collections.defaultdict(collections.Counter)
    for line in open(output):
        routine, size = line.split()
        expected[routine][int(size)] += 1
    got = {}
    for s in json.load(open(report))["scopes"]:
        if s["kind"] == "routine" and s["name"] in expected:
            series = s["sizes"].get("input")
            got[s["name"]] = collections.Counter({p[0]: p[1] for p in series["points"]} if series
                                                 else {0: s["calls"]})
    wrong = [f"{name}: expected {sorted(sizes.items())}, got {sorted(got.get(name, {}).items())}"
             for name, sizes in expected.items() if sizes != got.get(name)]
    print("\n".join(wrong) if wrong else f"{len(expected)} routines", file=sys.stderr if wrong else sys.stdout)
    return 1 if wrong or len(expected) < 6 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
