#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What counting blocks costs: real programs built with `ordo cc --blocks=only -O2` beside clang -O2.

    bench/trend_overhead.py WORKLOADS DIR [--reps N] [--programs a,b] [--full]

WORKLOADS is the script with the verbs prepare, build, run and list (bench/overhead.py says which), DIR
where its sources are and binaries go. Both sides run in turn; the figures are user and system time of
the program as `ordo trend` runs it, the least of N (7) runs, for what else runs on the machine only adds
to it. Prints a line a program, then the geometric mean. --full: `ordo cc --blocks` too, which measures
scopes and sizes beside.
"""
import argparse
import math
import os
import resource
import shutil
import subprocess
import tempfile

ORDO = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build", "bin", "ordo")


def build(args, program, name, cc):
    path = os.path.join(args.dir, "bin", f"{program}-trend-{name}")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(["bash", args.workloads, "build", args.dir, program, path],
                   env=dict(os.environ, CC=cc, CFLAGS="-O2 -g"), check=True)
    return path


def run(args, program, binary):
    raw = tempfile.mkdtemp()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["bash", args.workloads, "run", args.dir, program, binary],
                   env=dict(os.environ, VG=f"env ORDO_RAW_DIR={raw}"), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(raw)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    a = argparse.ArgumentParser()
    a.add_argument("workloads", type=os.path.abspath)
    a.add_argument("dir", type=os.path.abspath)
    a.add_argument("--reps", type=int, default=7)
    a.add_argument("--programs")
    a.add_argument("--full", action="store_true")
    args = a.parse_args()
    names = subprocess.run(["bash", args.workloads, "list"], capture_output=True, text=True, check=True)
    programs = args.programs.split(",") if args.programs else names.stdout.split()
    sides = {"native": "clang-19", "only": f"{ORDO} cc --blocks=only"}
    if args.full:
        sides["blocks"] = f"{ORDO} cc --blocks"
    logs = {s: 0.0 for s in sides}
    print("| program | " + " | ".join("native, s" if s == "native" else f"--blocks{'=only' if s == 'only' else ''}" for s in sides) + " |")
    print("|---" * (len(sides) + 1) + "|")
    for program in programs:
        binaries = {s: build(args, program, s, cc) for s, cc in sides.items()}
        best = {s: math.inf for s in sides}
        for _ in range(args.reps):
            for s in sides:
                best[s] = min(best[s], run(args, program, binaries[s]))
        cells = [f"{best['native']:.2f}"]
        for s in sides:
            logs[s] += math.log(best[s] / best["native"])
            if s != "native":
                cells.append(f"{best[s] / best['native']:.2f}")
        print(f"| {program} | " + " | ".join(cells) + " |", flush=True)
    print("| geometric mean | | " + " | ".join(f"{math.exp(logs[s] / len(programs)):.2f}" for s in sides if s != "native") + " |")


main()
