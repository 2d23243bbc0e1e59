# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: programs whose use of memory is known get models of that class.

    run.py ORDO [--jobs N] [-O LEVEL] [--quick] [--keep FOLDER] [PROGRAM...]

Each program of programs.py is recorded once. The models of `allocated` and `peak` of its routine must have the class
that is known. The exit status is 1 if less than 95 % of all classes are right. --quick is every fourth program.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import programs

LEAST_RIGHT = 0.95


def run(command, cwd):
    p = subprocess.run([str(c) for c in command], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                       errors="replace", timeout=300)
    if p.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: status {p.returncode}: {p.stderr.strip()[-500:]}")
    return p.stdout


def profile(ordo, program, level, folder):
    """Compiles and records the program; returns its report."""
    folder.mkdir(parents=True)
    source = folder / ("prog.cc" if program.cxx else "prog.c")
    source.write_text(program.source())
    run([ordo, "c++" if program.cxx else "cc", *(["-std=c++17"] if program.cxx else []), f"-O{level}", "-g", "-o", "prog",
         source.name, "-lm", "-pthread"], folder)
    run([ordo, "record", "-q", "-o", "data", "--", "./prog"], folder)
    return json.loads(run([ordo, "report", "--json", "data"], folder))


def found(report, program, cost):
    """Returns the class of the cost's model; ZERO if all costs are 0; NEVER without points."""
    name = re.sub(r"\(.*", "", program.routine)
    scopes = [s for s in report["scopes"] if s["kind"] == program.kind and re.sub(r"\(.*", "", s["name"]) == name]
    if len(scopes) != 1:
        return f"{len(scopes)} scopes {name}"
    sizes = scopes[0].get("costs", {}).get(cost, {}).get("sizes", {})
    if not sizes:
        return programs.NEVER
    series = sizes.get(program.size)
    if not series:
        return f"no points by {program.size}"
    if max(p[3] for p in series["points"]) == 0:
        return programs.ZERO
    return series["model"]["class"]


def examine(ordo, program, level, folder):
    """Returns (right, wrong): for each cost, the class that is known and the one that was found."""
    report = profile(ordo, program, level, folder)
    right, wrong = [], []
    for cost in ("allocated", "peak"):
        expected, got = getattr(program, cost), found(report, program, cost)
        (right if got == expected else wrong).append((cost, expected, got))
    return right, wrong


def main():
    a = argparse.ArgumentParser()
    a.add_argument("ordo", type=pathlib.Path)
    a.add_argument("program", nargs="*")
    a.add_argument("--jobs", type=int, default=2)
    a.add_argument("-O", dest="level", default="1")
    a.add_argument("--quick", action="store_true")
    a.add_argument("--keep", type=pathlib.Path)
    arguments = a.parse_args()
    chosen = [p for i, p in enumerate(programs.PROGRAMS)
              if (p.name in arguments.program if arguments.program else not arguments.quick or i % 4 == 0)]
    ordo = arguments.ordo.resolve()
    n_right = n_wrong = 0
    with tempfile.TemporaryDirectory(dir=arguments.keep) as room, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        keep = arguments.keep or pathlib.Path(room)
        jobs = {p.name: pool.submit(examine, ordo, p, arguments.level, keep.resolve() / p.name) for p in chosen}
        for name, job in jobs.items():
            try:
                right, wrong = job.result()
            except RuntimeError as e:
                right, wrong = [], [("both", "a profile", str(e))] * 2
            n_right, n_wrong = n_right + len(right), n_wrong + len(wrong)
            for cost, expected, got in wrong:
                print(f"{name}: {cost}: expected {expected}, got {got}")
    total = n_right + n_wrong
    print(f"{n_right} of {total} classes of {len(chosen)} programs are right ({100 * n_right / max(total, 1):.1f} %)")
    enough = total and n_right >= LEAST_RIGHT * total
    print(f"space: {n_right} passed, {0 if enough else n_wrong or 1} failed, 0 skipped")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
