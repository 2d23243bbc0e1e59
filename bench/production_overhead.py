#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overhead of production builds on real programs.

    bench/production_overhead.py [--workloads SCRIPT] [--work DIR] [--reps N] [--layouts N]
                                 [--programs a,b] [--configs x,y]

Builds each program with clang -O2, with `ordo cc --production -O2`, and with the latter and a focus on the
suspects of a profile of an exact build (`ordo report --suspects`). Runs all sides at once, in slices taken
in turn (slices.py). Each side is several programs that differ in the position of their code (layouts.py); a
repetition runs all sides of one layout. User+system CPU time of the whole command is compared. A ratio is
the geometric mean over the layouts, with Student's 95 % interval of the layouts' logarithms, which
includes both the noise and the effect of the layout.

The programs come from a script with the verbs prepare, list, build, run (bench/overhead.py).
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from measured import measured
from ratios import mean_ratio, percent
from slices import cpu_seconds

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")

# name: the build, its environment, and its title
RECORDED = {"ORDO_RAW_DIR": "RAW"}
CONFIGS = {
    "native": ("native", {}, "clang -O2"),
    "idle": ("production", {}, "not recorded"),
    "default": ("production", RECORDED, "the default: within 0.5 % of CPU time"),
    "focused-idle": ("focused", {}, "with a focus: not recorded"),
    "focused": ("focused", RECORDED, "with a focus: the default"),
    "hundredth": ("production", dict(RECORDED, ORDO_RATE="1/100"), "one execution in 100, no budget"),
}
USUAL = list(CONFIGS)
# Only if named. Large budgets show the cost of recording.
BUDGETS = ["0.0001%", "1%", "4%", "8%"]
CONFIGS.update({b: ("production", dict(RECORDED, ORDO_BUDGET=b), f"within {b[:-1]} % of CPU time") for b in BUDGETS})
# The cost of recording alone: relative to the same build when it is not recorded.
RECORDING = [
    ("default", "idle", "the default relative to not recorded"),
    ("focused", "focused-idle", "with a focus: the default relative to not recorded"),
] + [(b, "idle", f"within {b[:-1]} % relative to not recorded") for b in BUDGETS]


def compiled(args, program, kind, cc):
    path = os.path.join(args.work, "bin", f"{program}-{kind}")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(["bash", args.workloads, "build", args.work, program, path],
                   env=dict(os.environ, CC=cc, CFLAGS="-O2 -g"), check=True)
    return path


def suspects(args, program):
    """Returns a file that lists the suspects of an exact build's profile, and their number."""
    path = compiled(args, program, "exact", f"{ORDO} cc")
    data, listed = path + ".data", path + ".suspects"
    subprocess.run([ORDO, "record", "-o", data, "--", "bash", args.workloads, "run", args.work, program, path],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    out = subprocess.run([ORDO, "report", "--suspects", data], capture_output=True, text=True, check=True).stdout
    with open(listed, "w") as f:
        f.write(out)
    return listed, sum(1 for line in out.splitlines() if line and not line.startswith("#"))


def build(args, program, kind):
    """Returns the binary and the bytes of its code."""
    cc = {"native": "clang-19", "production": f"{ORDO} cc --production"}.get(kind)
    if kind == "focused":
        listed, n = suspects(args, program)
        print(f"production_overhead: {program}: a focus on {n} scopes", file=sys.stderr)
        cc = f"{ORDO} cc --production --focus=@{listed}"
    path = compiled(args, program, kind, f"{sys.executable} {HERE}/layouts.py {args.layouts} {cc}")
    out = subprocess.run(["size", f"{path}.0"], capture_output=True, text=True, check=True).stdout
    return path, int(out.splitlines()[1].split()[0])


def command(args, program, binary, config, raw):
    env = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
    for name, value in CONFIGS[config][1].items():
        env[name] = raw if value == "RAW" else value
    return ["bash", args.workloads, "run", args.work, program, binary], env


def side_by_side(args, program, binaries):
    """Returns the CPU seconds of one run of each binary, given as config: path."""
    with tempfile.TemporaryDirectory() as raw:
        return cpu_seconds({c: command(args, program, path, c, raw) for c, path in binaries.items()})


def peak(args, program, binary, config):
    """Returns the peak kilobytes of one run alone."""
    with tempfile.TemporaryDirectory() as raw:
        return measured(*command(args, program, binary, config, raw), binary)[1]


def layout_ratios(ours, native):
    """Returns the geometric mean of the runs' ratios, by layout."""
    return [statistics.geometric_mean([a / b for a, b in zip(*runs)]) for runs in zip(ours, native)]


def print_ratios(shown, ratios):
    """Prints a row; `ratios` is by program and layout."""
    rows = [mean_ratio(of_program) for of_program in ratios]
    cells = [f"{percent(r)} ({percent(low)} to {percent(high)})" for r, low, high in rows]
    means = [r for r, _, _ in rows]
    print(f"| {shown} | " + " | ".join(cells) + f" | **{percent(statistics.median(means))}** | **{percent(max(means))}** |")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "workloads"))
    arguments.add_argument("--reps", type=int, default=3, help="runs of each layout")
    arguments.add_argument("--layouts", type=int, default=8)
    arguments.add_argument("--programs", default="")
    arguments.add_argument("--configs", default=",".join(USUAL))
    arguments.add_argument("--samples", help="file to write all measurements to, as JSON")
    args = arguments.parse_args()
    if not os.path.exists(args.workloads):
        sys.exit(f"production_overhead: no workloads at {args.workloads}: name the script with --workloads")
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    subprocess.run(["bash", args.workloads, "prepare", args.work], check=True)
    listed = subprocess.run(["bash", args.workloads, "list"], capture_output=True, text=True, check=True)
    programs = args.programs.split(",") if args.programs else listed.stdout.split()
    configs = [c for c in CONFIGS if c == "native" or c in args.configs.split(",")]

    kinds = list(dict.fromkeys(CONFIGS[c][0] for c in configs))
    built = {k: {p: build(args, p, k) for p in programs} for k in kinds}
    cpu = {(p, c): [[] for _ in range(args.layouts)] for p in programs for c in configs}
    for rep in range(args.reps):
        for layout in range(args.layouts):
            for program in programs:
                binaries = {c: f"{built[CONFIGS[c][0]][program][0]}.{layout}" for c in configs}
                for config, seconds in side_by_side(args, program, binaries).items():
                    cpu[program, config][layout].append(seconds)
        print(f"production_overhead: repetition {rep + 1} of {args.reps}", file=sys.stderr)
    if args.samples:
        with open(args.samples, "w") as f:
            json.dump({f"{p} {c}": v for (p, c), v in cpu.items()}, f)

    print("# Overhead of production builds\n")
    print(f"`make bench-production-overhead`. User+system CPU time relative to `clang -O2`: geometric means over\n"
          f"{args.layouts} layouts of the code of each side, with 95 % intervals. Each layout has {args.reps} runs, with all sides at once\n"
          "on one processor, in slices taken in turn.\n")
    print("| | " + " | ".join(programs) + " | median | worst |\n|---|" + "---|" * (len(programs) + 2))
    base = [f"{statistics.median(sum(cpu[p, 'native'], [])):.2f} s" for p in programs]
    print("| clang -O2 | " + " | ".join(base) + " | | |")
    for config in configs[1:]:
        print_ratios(CONFIGS[config][2], [layout_ratios(cpu[p, config], cpu[p, "native"]) for p in programs])
    for recorded, idle, shown in RECORDING:
        if {recorded, idle} <= set(configs):
            print_ratios(shown, [layout_ratios(cpu[p, recorded], cpu[p, idle]) for p in programs])
    for kind in kinds[1:]:
        grown = [built[kind][p][1] / built["native"][p][1] for p in programs]
        focus = ", with a focus" if kind == "focused" else ""
        print(f"| code relative to native{focus} | " + " | ".join(f"{g:.2f}×" for g in grown) +
              f" | {statistics.median(grown):.2f}× | {max(grown):.2f}× |")
    if "default" in configs:
        peaks = {c: [peak(args, p, f"{built[CONFIGS[c][0]][p][0]}.0", c) for p in programs] for c in ("default", "native")}
        grown = [ours / native for ours, native in zip(peaks["default"], peaks["native"])]
        print("| peak memory, by default | " + " | ".join(f"{m:.2f}×" for m in grown) +
              f" | {statistics.median(grown):.2f}× | {max(grown):.2f}× |")


if __name__ == "__main__":
    main()
