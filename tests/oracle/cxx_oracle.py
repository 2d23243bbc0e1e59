# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cxx_oracle.py: checks random C++ programs with exceptions in every kind of build.

    cxx_oracle.py [--levels 02] [--builds LIST] [--all] FIRST LAST

For each seed, clang compiles the generated program (cxx_programs.py) at -O1, and `ordo c++` compiles it in
every build of BUILDS at every level, some as two files, some with link-time optimisation, without PLT,
static. It checks:
  output      is that of clang's program, however much is recorded
  loops       have the program's own numbers of executions and iterations, except in production builds
  routines    have the program's own numbers of entries, except in structure builds, which give routines
              scopes only when needed
  production  if a loop's counts are exact, its executions and iterations do not exceed the program's; if
              everything is counted at the lowest rate, they are equal at every rate. If the loop was left
              by a return or an exception, only executions are compared: an execution that is left by an
              exception counts with all intended iterations, or with none (docs/production.md, Limits)

Exit status: 0 as expected, 1 different, 4 cannot run.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile

import cxx_programs
from run import ORDO, TWO_FILES, VARIANTS, Difference, arguments, check, command, in_pairs

BUILDS = {"usual": [], "structure": ["--structure"], "production": ["--production"],
          "drms": ["--drms"], "counts": ["--blocks=only"], "no-loops": ["--no-loops"]}
DEFAULT = "usual,structure,production"
RATES = ["1", "1/3", "1/1000"]


def compile_it(folder, out, compiler, level, variant):
    cc = [*compiler, f"-O{level}", "-w", "-g"] + [v for v in variant if v != TWO_FILES]
    files = [f"{folder}/p.cc"]
    if TWO_FILES in variant:
        files = [f"{out}.{part}.o" for part in (1, 2)]
        for part, name in enumerate(files):
            command([*cc, f"-DPART={part + 1}", "-c", "-o", name, f"{folder}/p.cc"])
    command([*cc, "-o", out, *files])
    return out


def run(program, folder, **settings):
    """Runs the program. Returns its output and the scopes of its profile."""
    raw = f"{folder}/raw"
    shutil.rmtree(raw, ignore_errors=True)
    os.mkdir(raw)
    out = command([program], ORDO_RAW_DIR=raw, **settings)
    if not os.listdir(raw):
        return out, []
    return out, json.loads(command([ORDO, "report", "--json", raw]))["scopes"]


def own_counts(out):
    """Returns the program's own counts, from its output, by line: entries of routines, and executions,
    iterations and ends of loops."""
    words = [line.split() for line in out.splitlines()]
    return ({int(w[1]): int(w[2]) for w in words if w[0] == "routine"},
            {int(w[1]): (int(w[2]), int(w[3]), int(w[4])) for w in words if w[0] == "loop"})


def of_lines(scopes, kind, wanted):
    """Returns the scopes by line, for the lines on which every scope has counts of its own."""
    found = {}
    for s in scopes:
        if s["kind"] == kind and s["file"].endswith("p.cc") and s["line"] in wanted:
            found.setdefault(s["line"], []).append(s)
    return {line: all_of for line, all_of in found.items() if all("calls" in s for s in all_of)}


def total(scopes, key):
    return sum(s.get(key, 0) for s in scopes)


def compare_exact(scopes, routines, loops, where):
    """Compares exact counts. If `routines` is empty, routines are not compared."""
    for line, found in of_lines(scopes, "routine", routines).items():
        check(f"{where}: entries of the routine of line {line}", routines[line], total(found, "calls"))
    for line, found in of_lines(scopes, "loop", loops).items():
        check(f"{where}: executions and iterations of the loop of line {line}", loops[line][:2],
              (total(found, "calls"), total(found, "iterations")))


def compare_production(runs, loops, where):
    of_rate = {rate: of_lines(scopes, "loop", loops) for rate, scopes in runs.items()}
    plain = of_rate[RATES[-1]]
    for line, (begun, iterations, ended) in loops.items():
        everywhere = [found.get(line) for found in of_rate.values()]
        if None in everywhere:
            continue
        ways = [s.get("production", {}) for found in everywhere for s in found]
        if not all(w.get("calls_exact") and w.get("iterations_exact") for w in ways):
            continue
        whole = begun == ended
        all_counted = whole and total(plain[line], "iterations") == iterations
        for rate, found in of_rate.items():
            got = total(found[line], "calls"), total(found[line], "iterations")
            least = iterations if all_counted else 0
            if got[0] > begun or whole and not least <= got[1] <= iterations:
                raise Difference(f"{where}, rate {rate}: line {line} has {got[0]} executions with "
                                 f"{got[1]} iterations, the program {begun} with {iterations}")


def one(seed, levels, builds):
    with tempfile.TemporaryDirectory(prefix=f"cxx-{seed}-") as folder:
        with open(f"{folder}/p.cc", "w") as f:
            f.write(cxx_programs.generate(seed))
        try:
            native = compile_it(folder, f"{folder}/native", ["clang++-19"], "1", [])
            want = command([native])
            routines, loops = own_counts(want)
            for how in builds:
                for level in levels:
                    where = f"{how} -O{level}"
                    program = compile_it(folder, f"{folder}/{how}{level}", [ORDO, "c++", *BUILDS[how]],
                                         level, VARIANTS[seed % len(VARIANTS)])
                    runs = {}
                    for rate in RATES if how == "production" else [""]:
                        out, runs[rate] = run(program, folder, ORDO_RATE=rate)
                        check(f"{where} {rate}: output", want, out)
                    if how == "production":
                        compare_production(runs, loops, where)
                    elif how != "counts":
                        compare_exact(runs[""], {} if how == "structure" else routines, loops, where)
        except Difference as e:
            return seed, str(e)
    return seed, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--builds", default=DEFAULT, help=f"of {','.join(BUILDS)}")
    args = arguments(parser, "02")
    passed = failed = 0
    for seed, difference in in_pairs(one, args, args.levels, args.builds.split(",")):
        passed, failed = passed + (not difference), failed + bool(difference)
        if difference:
            print(f"FAIL  cxx oracle: seed {seed}: {difference}", flush=True)
            if not args.all:
                break
    print(f"cxx oracle: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
