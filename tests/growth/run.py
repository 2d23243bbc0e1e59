# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: the report names the routine that makes a program quadratic, and no routine of a linear one.

    run.py ORDO [--jobs N] [-O LEVEL] [--quick] [--way WAY] [--single] [--production] [--scale FACTOR]
           [--keep FOLDER] [SHAPE...]

Each program of shapes.py is recorded at three sizes, in each of three ways to get its elements (input.h). A shape is
found if one of the first three findings is about its culprit, over the runs, with a growth above n log n. A negative
has a false finding if any finding will have more than 5 % of the cost at 10x. The exit status is 1 if less than 95 %
of the shapes are found or any negative has a finding. --scale multiplies all sizes.

With --single, only the largest size is recorded. A shape is then found if the finding is about the growth over that
run, or about many calls over the same data; 90 % are enough.

With --production, the programs are production builds, recorded with a budget of 20 %. Samples need longer runs, so
use it with --scale; 80 % are enough, because work in most library routines is not counted.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import shapes

WAYS = ("file", "stream", "made")
ABOVE_N_LOG_N = {"n^1.5", "n^2", "n^2 log n", "n^3", "2^n"}
LEAST_EXPONENT = 1.5
FIRST = 3
LEAST_FOUND = 0.95
LEAST_FOUND_SINGLE = 0.9
LEAST_FOUND_PRODUCTION = 0.8
LEAST_SHARE = 0.05


class Failed(Exception):
    pass


def run(command, cwd, stdin=None):
    """Returns the command's standard output; Failed if its status is not 0."""
    p = subprocess.run([str(c) for c in command], cwd=cwd, stdin=stdin or subprocess.DEVNULL, capture_output=True,
                       text=True, errors="replace", timeout=300)
    if p.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: status {p.returncode}: {p.stderr.strip()[-300:]}")
    return p.stdout


def build(ordo, program, level, folder, production):
    """Compiles the program to `prog` and writes its inputs, input.N."""
    cxx = program.path.suffix == ".cc"
    run([ordo, "c++" if cxx else "cc", *(["-std=c++17"] if cxx else []), f"-O{level}", "-g",
         *(["--production"] if production else []), f"-I{shapes.HERE}",
         *(["-DREPAIRED"] if program.variant == "repaired" else []), "-o", "prog", program.path], folder)
    for n in program.sizes:
        (folder / f"input.{n}").write_text(run(["./prog", "write", n], folder))


def record(ordo, program, way, folder, single, production):
    """Records the program at each size, or at the largest. Returns its last output and the findings."""
    sizes = program.sizes[-1:] if single else program.sizes
    options = ["--production", "--budget", "20%"] if production else []
    for n in sizes:
        arguments = {"file": ["file", f"input.{n}"], "stream": ["stream"], "made": [n]}[way]
        with open(folder / f"input.{n}") as elements:
            output = run([ordo, "record", "-q", *options, "-o", f"{way}.{n}", "--", "./prog", *arguments], folder,
                         elements if way == "stream" else None)
    run([ordo, "merge", "-o", way, *(f"{way}.{n}" for n in sizes)], folder)
    return output, json.loads(run([ordo, "report", "--json", way], folder))["findings"]


def routine(finding):
    """Returns the name of the finding's routine, without parameters."""
    return re.sub(r"\(.*", "", finding["routine"]).split(" ")[-1]


def is_found(program, findings, single=False):
    def is_it(f):
        if single and f["basis"] == "conditional":
            return True
        return f["basis"] in (("run", "activation") if single else ("runs",)) and (
            f["growth"] in ABOVE_N_LOG_N or (f["exponent"] or 0) > LEAST_EXPONENT)
    return any(routine(f) == program.culprit and is_it(f) for f in findings[:FIRST])


def in_words(findings):
    if not findings:
        return "no finding"
    return "; ".join(f"{f['growth']} {routine(f)} [{f['name']}] {f['basis']} exponent {f['exponent'] or 0:.2f} "
                     f"share {100 * f['share']:.1f} % at 10x {100 * f['share_at']:.1f} %" for f in findings[:FIRST])


def examine(ordo, program, ways, level, folder, single, production):
    """Yields (way, output, None or what is wrong) for each way."""
    folder.mkdir(parents=True)
    build(ordo, program, level, folder, production)
    for way in ways:
        output, findings = record(ordo, program, way, folder, single, production)
        if program.culprit:
            wrong = None if is_found(program, findings, single) else in_words(findings)
        else:
            false = [f for f in findings if f["share_at"] > LEAST_SHARE]
            wrong = in_words(false) if false else None
        yield way, output, wrong


class Counts:
    def __init__(self):
        self.right = {way: 0 for way in WAYS}
        self.all = {way: 0 for way in WAYS}

    def add(self, way, right):
        self.all[way] += 1
        self.right[way] += right

    def rate(self):
        return sum(self.right.values()) / max(sum(self.all.values()), 1)

    def __str__(self):
        of = ", ".join(f"{way} {self.right[way]} of {self.all[way]}" for way in WAYS if self.all[way])
        return f"{sum(self.right.values())} of {sum(self.all.values())} ({100 * self.rate():.1f} %): {of}"


def chosen(arguments):
    """Returns the programs, each with its ways. --quick is every sixth file, in one way each."""
    files = {}
    for program in shapes.programs():
        files.setdefault(program.path, []).append(program)
    for i, (path, of_file) in enumerate(sorted(files.items(), key=lambda x: x[0].stem)):
        if arguments.shape and path.stem not in arguments.shape:
            continue
        if arguments.quick and i % 6 != 0:
            continue
        ways = (WAYS[i // 6 % 3],) if arguments.quick else WAYS
        for program in of_file:
            program.sizes = tuple(int(arguments.scale * n) for n in program.sizes)
            yield program, (arguments.way,) if arguments.way else ways


def main():
    a = argparse.ArgumentParser()
    a.add_argument("ordo", type=pathlib.Path)
    a.add_argument("shape", nargs="*")
    a.add_argument("--jobs", type=int, default=2)
    a.add_argument("-O", dest="level", default="1")
    a.add_argument("--quick", action="store_true")
    a.add_argument("--way", choices=WAYS)
    a.add_argument("--single", action="store_true")
    a.add_argument("--production", action="store_true")
    a.add_argument("--scale", type=float, default=1)
    a.add_argument("--keep", type=pathlib.Path)
    arguments = a.parse_args()
    ordo = arguments.ordo.resolve()
    found, clean, outputs, broken = Counts(), Counts(), {}, 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        base = (arguments.keep or pathlib.Path(temporary)).resolve()

        def all_ways(program, ways):
            return list(examine(ordo, program, ways, arguments.level, base / program.name.replace(" ", "_"),
                                arguments.single, arguments.production))

        tasks = [(p, pool.submit(all_ways, p, ways)) for p, ways in chosen(arguments)]
        for program, task in tasks:
            try:
                for way, output, wrong in task.result():
                    (found if program.culprit else clean).add(way, wrong is None)
                    if wrong:
                        what = f"not {program.culprit}, but" if program.culprit else "false:"
                        print(f"MISS  growth: {program.name}, {way}: {what} {wrong}", flush=True)
                    if outputs.setdefault((program.shape, way), output) != output:
                        raise Failed(f"{way}: the repaired version prints {output!r}")
            except (Failed, subprocess.TimeoutExpired) as e:
                broken += 1
                print(f"FAIL  growth: {program.name}: {e}", flush=True)
    least = LEAST_FOUND_SINGLE if arguments.single else LEAST_FOUND_PRODUCTION if arguments.production else LEAST_FOUND
    print(f"culprits found: {found}")
    print(f"negatives without a finding: {clean}")
    enough, no_false = found.rate() >= least or not any(found.all.values()), clean.right == clean.all
    for right, name in ((enough, f"at least {100 * least:.0f} % of the culprits are found"), (no_false, "negatives have no finding")):
        if not right:
            print(f"FAIL  growth: {name}")
    failed = broken + (not enough) + (not no_false)
    print(f"growth: {len(tasks) + 2 - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
