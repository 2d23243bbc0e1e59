# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: compares random programs with their own expectations and with the reference engine.

    run.py [--levels 0123] [--cells 1248] [--builds LIST] [--all] [--keep DIR]
           [--broken] FIRST LAST

For each seed, `ordo cc` builds the generated program at every level in three ways: as usual, with --no-fold
and with --reference --no-fold; some as two files, some with link-time optimisation, some static. At every
cell size it checks:
  expected   sizes, calls, iterations, depths and arguments of all builds at all levels are those that the
             program computed in its model (except for folded routines in the usual build)
  reference  sizes and costs are those of the reference engine at the same level
  fold       the usual build's points are those of the --no-fold build, without the folded routines
  no-loops   routines have the same calls, sizes and costs if loops are not scopes
  stamps     results are the same with a clock of 200 stamps, which is renumbered all the time
  levels     -O1, -O2 and -O3 agree in every point and cost
Stops at the first seed that differs and prints the first difference with both values; reduce.py shrinks its
program.

With --broken, the usual and --no-fold builds omit hooks wrongly on purpose (ORDO_PASS=break-elision=1), and
the run fails unless some seed differs.

ORDO names the program (default build/bin/ordo). Exit status: 0 equal, 1 different, 4 cannot run.
"""
import argparse
import concurrent.futures
import copy
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import genprog
import read_raw

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
ORDO = os.environ.get("ORDO", os.path.join(ROOT, "build/bin/ordo"))
BUILDS = ["usual", "no-fold", "reference"]
FLAGS = {"usual": [], "no-fold": ["--no-fold"], "reference": ["--no-fold", "--reference"],
         "no-loops": ["--no-fold", "--no-loops"], "production": ["--production"]}
TWO_FILES = "two files"
VARIANTS = [[], [TWO_FILES], ["-flto"], ["-fno-strict-aliasing"], ["-fPIC", "-fno-plt"],
            ["-static"], [TWO_FILES, "-flto"]]
FOLDED = 1


class Difference(Exception):
    pass


def command(args, **settings):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_RAW")} | {"ORDO_ALL_POINTS": "1"}
    environment.update(settings)
    with open("/dev/zero", "rb") as endless:
        done = subprocess.run(args, env=environment, stdin=endless, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise Difference(f"{' '.join(args)}: status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def build(folder, level, how, variant, broken):
    out = f"{folder}/{how}{level}"
    settings = {"ORDO_PASS": "break-elision=1"} if broken and how != "reference" else {}
    cc = [ORDO, "cc", f"-O{level}", "-w", "-g", *FLAGS[how]]
    cc += [v for v in variant if v != TWO_FILES]
    files = [f"{folder}/p.c"]
    if TWO_FILES in variant:
        files = [f"{out}.{part}.o" for part in (1, 2)]
        for part, name in enumerate(files):
            command([*cc, f"-DPART={part + 1}", "-c", "-o", name, f"{folder}/p.c"], **settings)
    command([*cc, "-o", out, *files, "-lpthread"], **settings)
    return out


def record(program, cell, **settings):
    """Runs the program. Returns the scopes and the output."""
    raw = tempfile.mkdtemp(prefix="raw", dir=os.path.dirname(program))
    out = command([program], ORDO_RAW_DIR=raw, ORDO_CELL=str(cell), **settings)
    files = glob.glob(raw + "/*.raw")
    if len(files) != 1:
        raise Difference(f"{program} recorded {len(files)} raw files, expected 1")
    scopes = read_raw.read(files)
    shutil.rmtree(raw)
    return scopes, out


def by_name(scopes):
    """Returns routines by name, loops by line."""
    return {s.name if s.kind == "routine" else s.line: s
            for s in scopes.values() if s.kind in ("routine", "loop")}


def check(what, expected, got):
    if expected != got:
        raise Difference(f"{what}: expected {expected}, got {got}")


def compare_expected(expected, found, cell, where):
    for want in expected["scopes"]:
        key = want["name"] if want["kind"] == "routine" else want["line"]
        label = f"{where}: {want['kind']} {key}"
        got = found.get(key)
        if got is None:
            if not want["calls"]:
                continue  # the compiler drops unused static routines
            raise Difference(f"{label}: not in the profile, expected {want['calls']} calls")
        if got.flags & FOLDED:
            check(label + " is folded: calls", 0, got.calls)
            continue
        check(label + " calls", want["calls"], got.calls)
        if want["iterations"] is not None:
            check(label + " iterations", want["iterations"], got.iterations)
        check(label + " rms", dict(want["rms"][str(cell)]), got.sizes("rms"))
        if got.calls:
            check(label + " input", dict(want["input"]), got.sizes("input"))
        depth = dict(want["depth"]) if want["depth"] is not None else \
            {0: got.calls} if got.sizes("depth") else {}
        check(label + " depth", depth, got.sizes("depth"))
        for name, sizes in want["args"].items():
            check(f"{label} arg:{name}", dict(sizes), got.sizes("arg:" + name))
        if got.calls:
            check(label + " argument metrics", sorted(want["args"]), sorted(
                {metric[4:] for metric, _ in got.series if metric.startswith("arg:")}))
        check(label + " negative arguments", want["negative_args"], got.negative_args)


def compare_runs(a, b, where, leave_out=(), costs=True):
    for key in sorted(set(a) | set(b), key=str):
        if key in leave_out:
            continue
        for side, other in ((a, b), (b, a)):
            if key not in side and other[key].calls:
                raise Difference(f"{where}: {key} has {other[key].calls} calls in one and is not in "
                                 "the other")
        if key not in a or key not in b:
            continue
        x, y = a[key], b[key]
        names = ["calls", "iterations", "at_exit", "recurred", "units", "negative_args"]
        for name in names + (["cost", "self_cost"] if costs else []):
            check(f"{where}: {key} {name}", getattr(x, name), getattr(y, name))
        for metric in sorted(set(x.series) | set(y.series)):
            p, q = x.series.get(metric, {}), y.series.get(metric, {})
            if metric in x.bucketed | y.bucketed:
                p, q = read_raw.in_buckets(p), read_raw.in_buckets(q)
            for n in sorted(set(p) | set(q)):
                check(f"{where}: {key} {metric[0]} unit {metric[1]} n = {n} [count, min, max, sum, "
                      "sumsq, self, n sum]", p.get(n), q.get(n))
        check(f"{where}: {key} callers", x.callers, y.callers)


def run_seed(seed, *how):
    return run_program(*genprog.generate(seed), VARIANTS[seed % len(VARIANTS)], *how)


def run_program(text, expected, variant, levels, cells, builds, broken, folder):
    """Builds and runs one program in all ways. Returns the number of runs. Raises Difference."""
    with open(f"{folder}/p.c", "w") as f:
        f.write(text)
    expected = json.loads(json.dumps(expected))
    programs = {(how, level): build(folder, level, how, variant, broken)
                for level in levels for how in builds}
    last = levels[-1]
    if "no-fold" in builds:
        without_loops = build(folder, last, "no-loops", variant, broken)
    n = 0
    for cell in cells:
        runs = {}
        for (how, level), program in programs.items():
            where = f"-O{level} {how} cell {cell}"
            scopes, out = record(program, cell)
            check(f"{where}: output", f"{expected['checksum']}\n", out)
            runs[how, level] = by_name(scopes)
            n += 1
        if "no-fold" in builds:
            scopes, _ = record(programs["no-fold", last], cell, ORDO_TEST_STAMP_SPACE="200")
            compare_runs(runs["no-fold", last], by_name(scopes),
                         f"-O{last} cell {cell}, 200 stamps")
            scopes, _ = record(without_loops, cell)
            compare_without_loops(runs["no-fold", last], by_name(scopes),
                                  f"-O{last} cell {cell} with, without loops")
            n += 2
        for (how, level), found in runs.items():
            compare_expected(expected, found, cell, f"-O{level} {how} cell {cell}")
        for level in levels:
            if len(builds) < len(BUILDS):
                continue
            label = f"-O{level} cell {cell}"
            compare_runs(runs["reference", level], runs["no-fold", level],
                         label + " reference, engine")
            folded = [k for k, s in runs["usual", level].items() if s.flags & FOLDED]
            compare_folded(runs["no-fold", level], runs["usual", level], folded,
                           label + " no-fold, usual")
        optimised = [level for level in levels if level != "0"]
        for level in optimised[1:]:
            compare_runs(runs[builds[-1], optimised[0]], runs[builds[-1], level],
                         f"cell {cell} -O{optimised[0]}, -O{level}")
    return n


def compare_folded(full, usual, folded, where):
    """Checks that folding only moves a routine's own cost to its caller, and keeps all other points."""
    full, usual = ({k: copy.copy(s) for k, s in run.items()} for run in (full, usual))
    for s in list(full.values()) + list(usual.values()):
        s.callers, s.self_cost = {}, 0
        s.series = {k: {n: p[:5] for n, p in v.items()} for k, v in s.series.items()}
    compare_runs(full, usual, where, leave_out=folded)


def compare_without_loops(full, routines, where):
    """Checks that the own cost of loops becomes their routine's, and callers become routines."""
    full, routines = ({k: copy.copy(s) for k, s in run.items() if s.kind == "routine"}
                      for run in (full, routines))
    for s in list(full.values()) + list(routines.values()):
        s.callers, s.self_cost = {}, 0
        s.series = {k: {n: p[:5] for n, p in v.items()} for k, v in s.series.items()}
    compare_runs(full, routines, where)


def one(seed, levels, cells, builds, broken, keep):
    with tempfile.TemporaryDirectory(prefix=f"oracle-{seed}-") as folder:
        try:
            return seed, run_seed(seed, levels, cells, builds, broken, folder), None
        except (Difference, ValueError, subprocess.TimeoutExpired) as e:
            if keep:
                shutil.copytree(folder, f"{keep}/seed{seed}", dirs_exist_ok=True)
            return seed, 0, str(e)


def arguments(parser, levels):
    """Parses the arguments of an oracle over seeds, with the parser's own options. Exits with 4 if nothing is
    built."""
    parser.add_argument("--levels", default=levels)
    parser.add_argument("--all", action="store_true", help="go on after a difference")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    args = parser.parse_args()
    if not os.access(ORDO, os.X_OK):
        print(f"oracle: {ORDO} is not there: build it first (make)", file=sys.stderr)
        sys.exit(4)
    return args


def in_pairs(work, args, *more):
    """Yields what work(seed, *more) returns for each seed, two at a time. The caller stops it by closing."""
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        waiting = [pool.submit(work, seed, *more) for seed in range(args.first, args.last + 1)]
        try:
            for future in waiting:
                yield future.result()
        finally:
            for future in waiting:
                future.cancel()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", default="1248")
    parser.add_argument("--builds", default=",".join(BUILDS))
    parser.add_argument("--keep", help="folder for the program and builds of a seed that differs")
    parser.add_argument("--broken", action="store_true", help="a wrong elision must be noticed")
    args = arguments(parser, "0123")
    levels, cells = list(args.levels), [int(c) for c in args.cells]
    found = passed = runs = 0
    for seed, n, difference in in_pairs(one, args, levels, cells, args.builds.split(","), args.broken,
                                        args.keep):
        passed, runs = passed + (not difference), runs + n
        if difference:
            found += 1
            print(f"{'ok   ' if args.broken else 'FAIL '} oracle: seed {seed}: {difference}")
            if not args.all:
                break
    if args.broken:
        print(f"broken elision: {min(found, 1)} passed, {int(not found)} failed, 0 skipped")
        return 0 if found else 1
    print(f"oracle: {runs} runs of {passed + found} programs, seeds {args.first} to {args.last}")
    print(f"oracle: {passed} passed, {found} failed, 0 skipped")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
