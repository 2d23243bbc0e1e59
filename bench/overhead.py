#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overhead of the compiled engine on real programs.

    bench/overhead.py [--workloads SCRIPT] [--work DIR] [--reps N] [--programs a,b] [--configs x,y]

Builds each program with clang -O2 and with `ordo cc -O2` in several configurations, runs all of
them in turn (one repetition of every side, then the next), and prints user+system CPU time and
peak memory over the native build: medians of the repetitions, geometric means over the programs.
What is timed is the whole command, `ordo record` with the profile written to disk included.

The programs come from a script with the verbs `prepare DIR`, `build DIR NAME OUT` and
`run DIR NAME BIN`, which obeys CC, CFLAGS and VG (a command put in front of BIN).
"""

import argparse
import math
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")

# name: (compiler flags of ordo cc or None for clang, command in front, what it shows)
RECORD = [ORDO, "record", "-q"]
CONFIGS = {
    "native": (None, [], "clang -O2"),
    "routines": (["--no-loops"], RECORD, "routines as scopes"),
    "loops": ([], RECORD, "routines and loops as scopes"),
    "cell4": ([], RECORD + ["--cell", "4"], "the same, 4-byte cells"),
    "cell2": ([], RECORD + ["--cell", "2"], "the same, 2-byte cells"),
    "cell1": ([], RECORD + ["--cell", "1"], "the same, 1-byte cells"),
    "idle": ([], [], "instrumented, not recorded"),
}


def build(script, work, program, config):
    flags = CONFIGS[config][0]
    out = os.path.join(work, "bin", f"{program}-{'native' if flags is None else '_'.join(flags) or 'all'}")
    if os.path.exists(out):
        return out
    os.makedirs(os.path.dirname(out), exist_ok=True)
    cc = "clang-19" if flags is None else " ".join([ORDO, "cc", *flags])
    env = dict(os.environ, CC=cc, CFLAGS="-O2 -g")
    subprocess.run(["bash", script, "build", work, program, out], env=env, check=True)
    return out


def run_once(script, work, program, binary, prefix):
    """CPU seconds and peak resident kilobytes of one run, children included."""
    env = dict(os.environ, VG=" ".join(prefix))
    data = os.path.join(work, "bench.data")
    if prefix:
        env["VG"] = " ".join(prefix + ["-o", data, "--"])
    child = subprocess.Popen(["bash", script, "run", work, program, binary], env=env,
                             stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status != 0:
        sys.exit(f"overhead: {program} failed with status {status}: {binary}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "cache", "workloads"))
    arguments.add_argument("--reps", type=int, default=5)
    arguments.add_argument("--programs", default="")
    arguments.add_argument("--configs", default=",".join(CONFIGS))
    args = arguments.parse_args()
    if not os.path.exists(args.workloads):
        sys.exit(f"overhead: no workloads at {args.workloads}: name the script with --workloads")
    os.makedirs(args.work, exist_ok=True)
    subprocess.run(["bash", args.workloads, "prepare", args.work], check=True)
    listed = subprocess.run(["bash", args.workloads, "list"], capture_output=True, text=True, check=True)
    programs = args.programs.split(",") if args.programs else listed.stdout.split()
    configs = [c for c in CONFIGS if c == "native" or c in args.configs.split(",")]

    cpu = {(p, c): [] for p in programs for c in configs}
    memory = dict(cpu)
    memory = {key: [] for key in cpu}
    for program in programs:
        binaries = {c: build(args.workloads, args.work, program, c) for c in configs}
        for _ in range(args.reps):
            for config in configs:
                seconds, kilobytes = run_once(args.workloads, args.work, program, binaries[config],
                                              CONFIGS[config][1])
                cpu[program, config].append(seconds)
                memory[program, config].append(kilobytes)

    def table(title, samples, unit):
        print(f"\n{title}\n")
        print("| configuration | " + " | ".join(programs) + " | geomean |")
        print("|---|" + "---|" * (len(programs) + 1))
        base = {p: statistics.median(samples[p, "native"]) for p in programs}
        print("| native, " + unit[0] + " | " + " | ".join(unit[1](base[p]) for p in programs) + " | |")
        for config in configs[1:]:
            ratios = [statistics.median(samples[p, config]) / base[p] for p in programs]
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"| {CONFIGS[config][2]} | " + " | ".join(f"{r:.2f}×" for r in ratios) + f" | **{mean:.2f}×** |")

    print(f"Medians of {args.reps} runs, all sides in turn in one run; user+system CPU of the whole command.")
    table("CPU time over native", cpu, ("seconds", lambda v: f"{v:.2f}"))
    table("Peak resident memory over native", memory, ("MB", lambda v: f"{v / 1024:.0f}"))


if __name__ == "__main__":
    main()
