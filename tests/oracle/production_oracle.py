# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""production_oracle.py: production builds of random programs, at several rates.

    production_oracle.py [--levels 123s] [--all] FIRST LAST

For each seed the generated program (genprog.py) is built by `ordo cc --production` at every level,
some as two files, with link-time optimisation, static (run.py: VARIANTS), and runs at the rates of
RATES and under budgets. Then
  output      is what the program computed of itself, however much of it was recorded
  bodies      of a loop whose executions are counted exactly are those that the program entered of
              itself, at every rate; or fewer, where LLVM unrolled a copy of a loop that enters few:
              SHARE of MANY loops have the source's
  executions  are no more than the program's and, where all bodies are counted, no fewer than those
              that entered one
  points      sizes of a loop's sampled executions are among those of all executions, at most as
              often as there (but in recursions, whose recorded code is compiled on its own)

  recursions  calls from outside of a recursion are the program's at every rate; where all is recorded,
              so is the depth of each activation. Of one that never recurs they may be fewer: LLVM drops
              calls whose result it knows. These are counted: at most DROPPED of all, and one
              at all levels

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

# The first records all, the last hardly anything; one gives up what takes any time.
RATES = ["1", "1/2", "1/2 within 0.0001%", "1/3", "1/100", ""]
SHARE = 0.98  # of the loops with exact counts, where there are MANY
MANY = 500
DROPPED = 0.02  # of the recursions


class Loop:
    """A loop of the source: its copies in optimised code together."""

    def __init__(self):
        self.executions = self.bodies = 0
        self.exact = True
        self.routines = set()
        self.sizes = {}

    def add(self, scope):
        production = scope.get("production", {})  # none: the program has no gates at this level
        self.exact &= production.get("calls_exact", False) and production["iterations_exact"]
        self.routines.add(scope["routine"])
        self.executions += scope["calls"]
        self.bodies += scope.get("iterations", 0)
        for point in scope.get("sizes", {}).get("rms", {}).get("points", []):
            self.sizes[point[0]] = self.sizes.get(point[0], 0) + point[1]


def recorded(folder, program, rate, checksum):
    """Of one run the loops by line, and what is said of routines by name."""
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
    """Whether plain code counts all that the source enters; None: this loop's counts are no exact
    ones."""
    plain = runs[RATES[-1]][want["line"]]
    all_counted = plain.bodies == want["iterations"]
    for rate in RATES:
        loop = runs[rate][want["line"]]
        if not loop.exact:
            return None
        least = (want["entered"], want["iterations"]) if all_counted else (0, 0)
        if not (least[0] <= loop.executions <= want["calls"] and
                least[1] <= loop.bodies <= want["iterations"]):
            raise Difference(f"{where}, rate {rate or 'by the budget'}: {loop.executions} executions with "
                             f"{loop.bodies} bodies; of {want['calls']} with {want['iterations']} "
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
    """Did LLVM drop calls?"""
    recurs = any(depth for depth, _ in want["depth"])
    dropped = False
    for rate in RATES:
        scope = routines[rate].get(want["name"])
        if not scope and not want["calls"]:
            continue  # LLVM drops static routines that nothing refers to
        label = f"{where}, rate {rate or 'by the budget'}"
        production = scope.get("production", {})
        if not recurs and production.get("executions", want["outermost"]) < want["outermost"]:
            dropped = True
            continue
        if "executions" in production:  # else its gates let nothing pass: all lay within other samples
            check(f"{label}: calls from outside", want["outermost"], production["executions"])
        if rate == "1" and not production.get("left"):
            points = scope.get("sizes", {}).get("depth", {}).get("points", [])
            check(f"{label}: depths", dict(want["depth"]), {p[0]: p[1] for p in points})
    return dropped


def one(seed, levels):
    """Numbers of loops whose counts are the source's and not, of recursions, of those that LLVM
    dropped; and what differs."""
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
