# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: the report names the routine that makes a program quadratic, and no routine of a linear one.

    run.py ORDO [--jobs N] [-O LEVEL] [--quick] [--way WAY] [--production] [--scale FACTOR] [--keep FOLDER] [SHAPE...]

Each program of shapes.py is recorded at three sizes, in each of three ways to get its elements (input.h). A shape is
found if one of the first three findings is about its culprit, over the runs, with a growth above n log n. A negative
has a false finding if any finding will have more than 5 % of the cost at 10x. The exit status is 1 if less than 95 %
of the shapes are found or any negative has a finding. --scale multiplies all sizes.

The recording of the largest size is judged alone, too. A shape is then found if the finding is about the growth over
that run, or about many calls over the same data; 90 % are enough.

With --production, the programs are production builds, recorded with a budget of 20 %, and only the three runs are
judged. Samples need longer runs, so use it with --scale; 80 % are enough, because work in most library routines is not
counted.
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
THREE, ONE, PRODUCTION = "three runs", "one run", "production"  # what is judged
LEAST_FOUND = {THREE: 0.95, ONE: 0.9, PRODUCTION: 0.8}
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


def record(ordo, program, way, folder, production):
    """Records the program at each size. Returns its last output and the findings of what is judged."""
    def findings(profile):
        return json.loads(run([ordo, "report", "--json", profile], folder))["findings"]
    options = ["--production", "--budget", "20%"] if production else []
    for n in program.sizes:
        arguments = {"file": ["file", f"input.{n}"], "stream": ["stream"], "made": [n]}[way]
        with open(folder / f"input.{n}") as elements:
            output = run([ordo, "record", "-q", *options, "-o", f"{way}.{n}", "--", "./prog", *arguments], folder,
                         elements if way == "stream" else None)
    run([ordo, "merge", "-o", way, *(f"{way}.{n}" for n in program.sizes)], folder)
    if production:
        return output, {PRODUCTION: findings(way)}
    return output, {THREE: findings(way), ONE: findings(f"{way}.{program.sizes[-1]}")}


def routine(finding):
    """Returns the name of the finding's routine, without parameters."""
    return re.sub(r"\(.*", "", finding["routine"]).split(" ")[-1]


def is_found(program, findings, judged):
    def is_it(f):
        if judged == ONE and f["basis"] == "conditional":
            return True
        return f["basis"] in (("run", "activation") if judged == ONE else ("runs",)) and (
            f["growth"] in ABOVE_N_LOG_N or (f["exponent"] or 0) > LEAST_EXPONENT)
    return any(routine(f) == program.culprit and is_it(f) for f in findings[:FIRST])


def in_words(findings):
    if not findings:
        return "no finding"
    return "; ".join(f"{f['growth']} {routine(f)} [{f['name']}] {f['basis']} exponent {f['exponent'] or 0:.2f} "
                     f"share {100 * f['share']:.1f} % at 10x {100 * f['share_at']:.1f} %" for f in findings[:FIRST])


def what_is_wrong(program, findings, judged):
    """Returns None if it is right."""
    if program.culprit:
        return None if is_found(program, findings, judged) else f"not {program.culprit}, but {in_words(findings)}"
    false = [f for f in findings if f["share_at"] > LEAST_SHARE]
    return f"false: {in_words(false)}" if false else None


def examine(ordo, program, ways, level, folder, production):
    """Yields (way, output, {what is judged: None or what is wrong}) for each way."""
    folder.mkdir(parents=True)
    build(ordo, program, level, folder, production)
    for way in ways:
        output, findings = record(ordo, program, way, folder, production)
        yield way, output, {judged: what_is_wrong(program, f, judged) for judged, f in findings.items()}


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
    a.add_argument("--production", action="store_true")
    a.add_argument("--scale", type=float, default=1)
    a.add_argument("--keep", type=pathlib.Path)
    arguments = a.parse_args()
    ordo = arguments.ordo.resolve()
    of = (PRODUCTION,) if arguments.production else (THREE, ONE)
    found, clean = {judged: Counts() for judged in of}, {judged: Counts() for judged in of}
    outputs, broken = {}, 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        base = (arguments.keep or pathlib.Path(temporary)).resolve()

        def all_ways(program, ways):
            return list(examine(ordo, program, ways, arguments.level, base / program.name.replace(" ", "_"),
                                arguments.production))

        tasks = [(p, pool.submit(all_ways, p, ways)) for p, ways in chosen(arguments)]
        for program, task in tasks:
            try:
                for way, output, judged in task.result():
                    for runs, wrong in judged.items():
                        (found if program.culprit else clean)[runs].add(way, wrong is None)
                        if wrong:
                            print(f"MISS  growth: {program.name}, {way}, {runs}: {wrong}", flush=True)
                    if outputs.setdefault((program.shape, way), output) != output:
                        raise Failed(f"{way}: the repaired version prints {output!r}")
            except (Failed, subprocess.TimeoutExpired) as e:
                broken += 1
                print(f"FAIL  growth: {program.name}: {e}", flush=True)
    failed = broken
    for runs in of:
        print(f"{runs}: culprits found: {found[runs]}")
        print(f"{runs}: negatives without a finding: {clean[runs]}")
        least = LEAST_FOUND[runs]
        enough = found[runs].rate() >= least or not any(found[runs].all.values())
        for right, name in ((enough, f"at least {100 * least:.0f} % of the culprits are found"),
                            (clean[runs].right == clean[runs].all, "negatives have no finding")):
            failed += not right
            if not right:
                print(f"FAIL  growth: {runs}: {name}")
    print(f"growth: {len(tasks) + 2 * len(of) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
