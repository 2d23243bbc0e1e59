#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what `ordo tree` measures with its usual effort with what it measures with full effort.

    structure_effort.py ORDO SOURCE FIRST LAST [SIZE]
                                builds SOURCE with --structure and runs it with each seed as its argument

Saving effort may leave invocations out, but not change one. So each point of a cost function (size,
invocations, least and greatest cost) must be a part of the same point with full effort. Without SIZE the
program is small: then 95 % of its invocations must be in the points. Prints differences; exit status 1 if
there are any."""
import json
import os
import subprocess
import sys
import tempfile

MOST_OF = 0.95


def record(ordo, folder, arguments, everything):
    """Returns the program's algorithms."""
    environment = dict(os.environ)
    environment.pop("ORDO_STRUCTURE_EFFORT", None)
    if everything:
        environment["ORDO_STRUCTURE_EFFORT"] = "all"
    subprocess.run([ordo, "tree", "-q", "-o", "p.data", "--", "./p"] + arguments, cwd=folder, env=environment,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, timeout=600)
    out = subprocess.run([ordo, "tree", "--json", "p.data"], cwd=folder, check=True, capture_output=True)
    return json.loads(out.stdout)["algorithms"]


def functions(algorithms):
    """Returns (nodes, size, cost) -> points by size."""
    return {(tuple(a["nodes"]), f["size"]["description"], f["cost"]["description"]):
            {p[0]: p for p in f["points"]} for a in algorithms for f in a["functions"]}


def differences(usual, full):
    full = functions(full)
    for key, points in functions(usual).items():
        for n, (_, count, least, greatest, *_) in points.items():
            other = full.get(key, {}).get(n)
            if key in full and (not other or count > other[1] or least < other[2] or greatest > other[3]):
                yield "%s by %s: %d invocations of size %d with %d to %d; with full effort: %s" % (
                    key[2], key[1], count, n, least, greatest, other and other[1:4])


def share(usual, full):
    """Returns the share of invocations that are in points, of the algorithms that have cost functions."""
    known = {tuple(a["nodes"]) for a in full if a["functions"]}
    measured = total = 0
    for a in usual:
        if tuple(a["nodes"]) in known:
            total += a["invocations"]
            measured += max([f["invocations"] for f in a["functions"]], default=0)
    return measured / total if total else 1


def main():
    ordo, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    first, last, size = int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:6]
    failed, least = 0, 1.0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ordo, "cc", "--structure", "-w", "-O1", "-g", source, "-o", "p"], cwd=folder, check=True)
        for seed in range(first, last + 1):
            usual, full = (record(ordo, folder, [str(seed)] + size, everything) for everything in (False, True))
            wrong = list(differences(usual, full))
            part = share(usual, full)
            least = min(least, part)
            if not size and part < MOST_OF:
                wrong.append("only %.1f %% of the invocations were measured" % (100 * part))
            if wrong:
                failed += 1
                print("FAIL  structure effort: %s %d" % (os.path.basename(source), seed))
                print("\n".join("    " + line for line in wrong[:10]))
    print("structure effort: %d passed, %d failed, 0 skipped (at least %.1f %% measured)" % (
        last - first + 1 - failed, failed, 100 * least))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
