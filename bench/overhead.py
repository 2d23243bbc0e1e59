#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overhead of the compiled engine on real programs.

    bench/overhead.py [--floor FLOOR.so] [--workloads SCRIPT] [--work DIR] [--reps N]
                      [--programs a,b] [--configs x,y]

Builds each program with clang -O2 and with `ordo cc -O2` in several configurations, runs all of
them in turn (one repetition of every side, then the next; other cell sizes once), and prints
user+system CPU time and peak memory relative to the native build: medians of the repetitions, geometric
means over the programs. The whole command is timed, including `ordo record` and writing the profile to
disk. Then it prints the costs of cell sizes, compilation, code and profiles.

The programs come from a script with the verbs `prepare DIR`, `build DIR NAME OUT` and
`run DIR NAME BIN`, which uses CC, CFLAGS and VG (a command put in front of BIN).
"""

import argparse
import json
import math
import os
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from measured import measured

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")

# name: (flags of ordo cc or None for clang, how it is run, its cell size, its title)
RECORD, FLOOR, RAW, PLAIN, TREE = "record", "floor", "raw", "plain", "tree"
CONFIGS = {
    "native": (None, PLAIN, None, "clang -O2"),
    "routines": (["--no-loops"], RECORD, 8, "routines as scopes"),
    "loops": ([], RECORD, 8, "routines and loops as scopes"),
    "cell4": ([], RECORD, 4, "the same, 4-byte cells"),
    "cell2": ([], RECORD, 2, "the same, 2-byte cells"),
    "cell1": ([], RECORD, 1, "the same, 1-byte cells"),
    "floor-routines": (["--no-loops"], FLOOR, None, "floor: routines, hooks that do nothing"),
    "floor": ([], FLOOR, None, "floor: routines and loops, hooks that do nothing"),
    "idle": ([], PLAIN, None, "instrumented, not recorded"),
    "blocks": (["--blocks=only"], RECORD, 8, "block counts and nothing else"),
    "structure": (["--structure"], TREE, 8, "data structures, the program without its profile"),
    "blocks-program": (["--blocks=only"], RAW, None, "the same, the program without its profile"),
}
CELLS = {"loops": 8, "cell4": 4, "cell2": 2, "cell1": 1}


class Build:
    """A binary, the size of its code, and the CPU seconds that compiling it took."""

    def __init__(self, script, work, program, flags):
        name = "native" if flags is None else "_".join(flags).replace("=", "-") or "all"
        self.path = os.path.join(work, "bin", f"{program}-{name}")
        cost = self.path + ".json"
        if not os.path.exists(cost):
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            cc = "clang-19" if flags is None else " ".join([ORDO, "cc", *flags])
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(["bash", script, "build", work, program, self.path],
                           env=dict(os.environ, CC=cc, CFLAGS="-O2 -g"), check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            with open(cost, "w") as f:
                json.dump(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, f)
        self.seconds = json.load(open(cost))
        out = subprocess.run(["size", self.path], capture_output=True, text=True, check=True).stdout
        self.code = int(out.splitlines()[1].split()[0])


def run_once(args, program, binary, config):
    """Returns the CPU seconds and peak resident kilobytes of one run, including children."""
    _, how, cell, _ = CONFIGS[config]
    env = dict(os.environ, VG="")
    data, raw = os.path.join(args.work, "bench.data"), None
    if how == RECORD:
        env["VG"] = f"{ORDO} record -q --cell {cell} -o {data} --"
    elif how in (FLOOR, RAW, TREE):
        raw = tempfile.mkdtemp()
        env["VG"] = f"env ORDO_RAW_DIR={raw}"
        if how == TREE:
            env["VG"] += " ORDO_TREE=1 ORDO_STRUCTURE=1"
        if how == FLOOR:
            env["VG"] += f" LD_PRELOAD={os.path.abspath(args.floor)}"
    costs = measured(["bash", args.workloads, "run", args.work, program, binary], env, binary)
    if raw:
        shutil.rmtree(raw)
    return costs


def profile_facts(args):
    """Returns the number of points and the bytes of the profile written last."""
    data = os.path.join(args.work, "bench.data")
    with sqlite3.connect(data) as db:
        points = db.execute("SELECT count(*) FROM points").fetchone()[0]
    return points, os.path.getsize(data)


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def row(title, cells):
    print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


def head(title, columns):
    print(f"\n{title}\n")
    row("", columns)
    print("|---|" + "---|" * len(columns))


def ratios(title, programs, configs, samples, unit, show):
    head(title, programs + ["geomean"])
    base = {p: statistics.median(samples[p, "native"]) for p in programs}
    row("native, " + unit, [show(base[p]) for p in programs] + [""])
    for config in configs[1:]:
        values = [statistics.median(samples[p, config]) / base[p] for p in programs]
        row(CONFIGS[config][3], [f"{v:.2f}×" for v in values] + [f"**{geomean(values):.2f}×**"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "workloads"))
    arguments.add_argument("--floor")
    arguments.add_argument("--reps", type=int, default=5)
    arguments.add_argument("--programs", default="")
    arguments.add_argument("--configs", default=",".join(CONFIGS))
    args = arguments.parse_args()
    if not os.path.exists(args.workloads):
        sys.exit(f"overhead: no workloads at {args.workloads}: name the script with --workloads")
    if not args.floor and any(CONFIGS[c][1] == FLOOR for c in args.configs.split(",")):
        sys.exit("overhead: the floor's configurations need --floor")
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    subprocess.run(["bash", args.workloads, "prepare", args.work], check=True)
    listed = subprocess.run(["bash", args.workloads, "list"], capture_output=True, text=True, check=True)
    programs = args.programs.split(",") if args.programs else listed.stdout.split()
    configs = [c for c in CONFIGS if c == "native" or c in args.configs.split(",")]

    cpu = {(p, c): [] for p in programs for c in configs}
    memory = {key: [] for key in cpu}
    builds, facts = {}, {}
    for program in programs:
        for config in configs:
            builds[program, config] = Build(args.workloads, args.work, program, CONFIGS[config][0])
        for rep in range(args.reps):
            for config in configs:
                if rep and CONFIGS[config][2] not in (None, 8):
                    continue
                seconds, kilobytes = run_once(args, program, builds[program, config].path, config)
                cpu[program, config].append(seconds)
                memory[program, config].append(kilobytes)
                if CONFIGS[config][1] == RECORD:
                    facts[program, config] = profile_facts(args)
        print(f"overhead: {program} measured", file=sys.stderr)

    print("# Overhead of the compiled engine\n")
    print(f"`make bench-overhead`. Medians of {args.reps} runs (cells of 1, 2 and 4 bytes: one run), all sides in turn\n"
          "in one run. User+system CPU time of the whole command, including writing the profile to disk. All\n"
          "recordings have sizes by rms, depth and arguments, contexts and child costs.")
    ratios("CPU time relative to native", programs, configs, cpu, "seconds", lambda v: f"{v:.2f}")
    ratios("Peak resident memory relative to native", programs, configs, memory, "MB", lambda v: f"{v / 1024:.0f}")

    cells = [c for c in CELLS if c in configs]
    if cells:
        head("Cost of smaller cells (routines and loops): CPU time, peak memory and number of points relative to\n"
             "8-byte cells", [f"{p}: {what}" for p in programs for what in ("time", "memory", "points")])
        for config in cells:
            values = []
            for p in programs:
                for samples in (cpu, memory):
                    values.append(statistics.median(samples[p, config]) / statistics.median(samples[p, "loops"]))
                values.append(facts[p, config][0] / facts[p, "loops"][0])
            row(f"{CELLS[config]}-byte cells", [f"{v:.2f}×" for v in values])

    head("Compiling and storing", programs)
    native = {p: builds[p, "native"] for p in programs}
    row("compile time of clang -O2 -g, CPU seconds", [f"{native[p].seconds:.1f}" for p in programs])
    for config in ("routines", "loops"):
        if config not in configs:
            continue
        what = CONFIGS[config][3]
        row(f"compile time, {what}", [f"{builds[p, config].seconds / native[p].seconds:.2f}×" for p in programs])
        row(f"code size, {what}", [f"{builds[p, config].code / native[p].code:.2f}×" for p in programs])
        row(f"points, {what}", [f"{facts[p, config][0]:,}" for p in programs])
        row(f"profile, MB, {what}", [f"{facts[p, config][1] / 1e6:.2f}" for p in programs])


if __name__ == "__main__":
    main()
