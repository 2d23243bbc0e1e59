#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overhead of profiling unmodified programs: Ordo's Valgrind engine compared with Valgrind's own tools.

    bench/unmodified.py [--workloads SCRIPT] [--work DIR] [--reps N] [--programs a,b]

Builds each program once with clang -O2, without debug information (Valgrind 3.19 gives up on that of
clang 19), and runs it in turn natively and in every configuration. Prints user+system CPU time and peak
memory relative to native: medians of the repetitions, geometric means over the programs. The whole
command is timed, for Ordo including writing the profile to disk. The script is the one that
bench/overhead.py uses.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys

from measured import measured

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")
OWN = "valgrind -q --vgdb=no --command-line-only=yes --tool="


def configurations(work):
    data, out = os.path.join(work, "unmodified.data"), os.path.join(work, "callgrind.out")
    return {
        "native": "",
        "Valgrind, no tool": OWN + "none",
        "Ordo, 8-byte cells": f"{ORDO} record -q --engine valgrind --cell 8 -o {data} --",
        "Ordo, loops too": f"{ORDO} record -q --engine valgrind --loops --cell 8 -o {data} --",
        "memcheck": OWN + "memcheck --log-file=/dev/null",
        "callgrind": OWN + f"callgrind --callgrind-out-file={out}",
    }


def run_once(args, program, binary, command):
    return measured(["bash", args.workloads, "run", args.work, program, binary],
                    dict(os.environ, VG=command), f"{binary}: {command}")


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def table(title, programs, names, samples, show):
    print(f"\n{title}\n\n| | " + " | ".join(programs) + " | geomean |")
    print("|---|" + "---|" * (len(programs) + 1))
    base = {p: statistics.median(samples[p, "native"]) for p in programs}
    print("| native | " + " | ".join(show(base[p]) for p in programs) + " | |")
    for name in names[1:]:
        values = [statistics.median(samples[p, name]) / base[p] for p in programs]
        print(f"| {name} | " + " | ".join(f"{v:.1f}×" for v in values) + f" | **{geomean(values):.1f}×** |",
              flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "workloads"))
    arguments.add_argument("--reps", type=int, default=3)
    arguments.add_argument("--programs", default="")
    args = arguments.parse_args()
    if not os.path.exists(args.workloads):
        sys.exit(f"unmodified: no workloads at {args.workloads}: name the script with --workloads")
    args.work = os.path.abspath(args.work)
    os.makedirs(os.path.join(args.work, "bin"), exist_ok=True)
    subprocess.run(["bash", args.workloads, "prepare", args.work], check=True)
    listed = subprocess.run(["bash", args.workloads, "list"], capture_output=True, text=True, check=True)
    programs = args.programs.split(",") if args.programs else listed.stdout.split()
    commands = configurations(args.work)
    times, peaks = {}, {}
    for program in programs:
        binary = os.path.join(args.work, "bin", program + "-unmodified")
        if not os.path.exists(binary):
            subprocess.run(["bash", args.workloads, "build", args.work, program, binary],
                           env=dict(os.environ, CC="clang-19", CFLAGS="-O2 -g0"), check=True)
        for _ in range(args.reps):
            for name, command in commands.items():
                seconds, kilobytes = run_once(args, program, binary, command)
                times.setdefault((program, name), []).append(seconds)
                peaks.setdefault((program, name), []).append(kilobytes)
    processors = os.cpu_count()
    load = os.getloadavg()[0]
    print(f"# Unmodified programs\n\n`bench/unmodified.py`, {args.reps} repetition{'' if args.reps == 1 else 's'}, {processors} processors, "
          f"load {load:.1f} at the end.")
    table("CPU time relative to native", programs, list(commands), times, lambda v: f"{v:.2f} s")
    table("Peak memory relative to native", programs, list(commands), peaks, lambda v: f"{v / 1024:.0f} MB")


main()
