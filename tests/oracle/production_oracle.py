# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""production_oracle.py: checks production builds of random programs at several rates.

    production_oracle.py [--levels 123s] [--all] FIRST LAST

For each seed, `ordo cc --production` builds the generated program (genprog.py) at every level, some as two
files, with link-time optimisation, static (run.py: VARIANTS). It runs at the rates of RATES and under
budgets. It checks:
  output      is what the program computed in its model, however much was recorded
  iterations  of a loop whose executions are counted exactly are the program's, at every rate. They may be
              fewer if LLVM unrolled a copy of a loop with few iterations: SHARE of MANY loops have the
              source's
  executions  are at most the program's and, if all iterations are counted, at least the number of those
              with an iteration
  points      sizes of a loop's sampled executions are among those of all executions, at most as often
              as there (except in recursions, whose recorded version is compiled separately)
  recursions  calls from outside a recursion are the program's at every rate; if all is recorded, so is
              the depth of each activation. If it never recurs, there may be fewer calls, because LLVM
              drops calls whose result it knows. These are counted: at most DROPPED of all, and one at
              all levels

Exit status: 0 as expected, 1 different, 4 cannot run.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile

import genprog
from run import ORDO, VARIANTS, Difference, arguments, build, check, command, in_pairs

# The first rate records everything, the last hardly anything; one budget gives up every sample.
RATES = ["1", "1/2", "1/2 within 0.0001%", "1/3", "1/100", ""]
SHARE = 0.98  # of the loops with exact counts, if there are MANY
MANY = 500
DROPPED = 0.02  # of the recursions


class Loop:
    """A loop of the source: all of its copies in optimised code."""

    def __init__(self):
        self.executions = self.iterations = 0
        self.exact = True
        self.routines = set()
        self.sizes = {}

    def add(self, scope):
        production = scope.get("production", {})  # none: the program has no gates at this level
        self.exact &= production.get("calls_exact", False) and production["iterations_exact"]
        self.routines.add(scope["routine"])
        self.executions += scope["calls"]
        self.iterations += scope.get("iterations", 0)
        for point in scope.get("sizes", {}).get("rms", {}).get("points", []):
            self.sizes[point[0]] = self.sizes.get(point[0], 0) + point[1]


def recorded(folder, program, rate, checksum):
    """Runs the program. Returns its loops by line and its routines by name."""
    raw = f"{folder}/raw"
    shutil.rmtree(raw, ignore_errors=True)
    os.mkdir(raw)
    share, _, budget = rate.partition(" within ")
    out = command([program], ORDO_RAW_DIR=raw, ORDO_RATE=share, **({"ORDO_BUDGET": budget} if budget else {}))
    check("output", f"{checksum}\n", out)
    loops, routines = {}, {}
    for scope in json.loads(command([ORDO, "report", "--json", raw]))["scopes"]:
        if scope["kind"] == "loop":
            loops.setdefault(scope["line"], Loop()).add(scope)
        elif scope["kind"] == "routine":
            routines[scope["name"]] = scope
    return loops, routines


def compare_counts(want, runs, where):
    """Returns whether the plain version counts everything that the source enters. None: the loop's counts are
    not exact."""
    plain = runs[RATES[-1]][want["line"]]
    all_counted = plain.iterations == want["iterations"]
    for rate in RATES:
        loop = runs[rate][want["line"]]
        if not loop.exact:
            return None
        least = (want["entered"], want["iterations"]) if all_counted else (0, 0)
        if not (least[0] <= loop.executions <= want["calls"] and
                least[1] <= loop.iterations <= want["iterations"]):
            raise Difference(f"{where}, rate {rate or 'by the budget'}: {loop.executions} executions with "
                             f"{loop.iterations} iterations; of {want['calls']} with {want['iterations']} "
                             f"{want['entered']} entered one")
    return all_counted


def compare_points(runs, recursive, where):
    every = runs[RATES[0]]
    for rate, loops in runs.items():
        check(f"{where}: lines of loops, rate {rate}", sorted(every), sorted(loops))
        for line, loop in loops.items():
            for size, times in loop.sizes.items() if not loop.routines & recursive else ():
                if times > every[line].sizes.get(size, 0):
                    raise Difference(f"{where}: line {line}, rate {rate or 'by the budget'}: {times} "
                                     f"samples of size {size}, of {every[line].sizes.get(size, 0)} "
                                     "executions")


def compare_recursion(want, routines, where):
    """Checks a recursion. Returns whether LLVM dropped calls."""
    recurs = any(depth for depth, _ in want["depth"])
    dropped = False
    for rate in RATES:
        scope = routines[rate].get(want["name"])
        if not scope and not want["calls"]:
            continue  # LLVM drops unused static routines
        label = f"{where}, rate {rate or 'by the budget'}"
        production = scope.get("production", {})
        if not recurs and production.get("executions", want["outermost"]) < want["outermost"]:
            dropped = True
            continue
        if "executions" in production:  # if missing, all calls were inside other samples
            check(f"{label}: calls from outside", want["outermost"], production["executions"])
        if rate == "1" and not production.get("left"):
            points = scope.get("sizes", {}).get("depth", {}).get("points", [])
            check(f"{label}: depths", dict(want["depth"]), {p[0]: p[1] for p in points})
    return dropped


def one(seed, levels):
    """Returns the numbers of loops with the source's counts, of other loops, of recursions, of those with
    dropped calls; and the difference, if any."""
    text, expected = genprog.generate(seed)
    same = less = recursions = dropped = 0
    recursive = {s["name"] for s in expected["scopes"] if s["depth"] is not None}
    with tempfile.TemporaryDirectory(prefix=f"production-{seed}-") as folder:
        with open(f"{folder}/p.c", "w") as f:
            f.write(text)
        try:
            for level in levels:
                program = build(folder, level, "production", VARIANTS[seed % len(VARIANTS)], False)
                both = {r: recorded(folder, program, r, expected["checksum"]) for r in RATES}
                runs = {r: loops for r, (loops, _) in both.items()}
                routines = {r: found for r, (_, found) in both.items()}
                compare_points(runs, recursive, f"-O{level}")
                for want in expected["scopes"]:
                    if want["depth"] is not None:
                        recursions += 1
                        dropped += compare_recursion(want, routines, f"-O{level}: {want['name']}")
                    if want["kind"] != "loop" or want["line"] not in runs[RATES[-1]]:
                        continue
                    counted = compare_counts(want, runs, f"-O{level}: line {want['line']}")
                    same += counted is True
                    less += counted is False
        except Difference as e:
            return seed, (same, less, recursions, dropped), str(e)
    return seed, (same, less, recursions, dropped), None


def main():
    args = arguments(argparse.ArgumentParser(), "123s")
    passed = failed = same = less = recursions = dropped = 0
    for seed, counts, difference in in_pairs(one, args, args.levels):
        passed, failed = passed + (not difference), failed + bool(difference)
        same, less, recursions, dropped = map(
            sum, zip((same, less, recursions, dropped), counts))
        if difference:
            print(f"FAIL  production oracle: seed {seed}: {difference}", flush=True)
            if not args.all:
                break
    print(f"production oracle: of {same + less} loops with exact counts {same} have those of the source")
    print(f"production oracle: of {recursions} recursions LLVM dropped calls of {dropped}")
    if not failed and dropped > len(args.levels) + DROPPED * recursions:
        failed, passed = 1, passed - 1
        print("FAIL  production oracle: LLVM dropped calls of more recursions than it may")
    if not failed and same + less >= MANY and same < SHARE * (same + less):
        failed, passed = 1, passed - 1
        print(f"FAIL  production oracle: fewer than {SHARE:.0%} of the loops have the source's counts")
    print(f"production oracle: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
