#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Start and end time of production builds.

    bench/production_start.py [--workloads SCRIPT] [--work DIR] [--reps N] [--programs a,b]

Each program (those of production_overhead.py, which builds them) only prints its version or its options. It
runs in turn natively, built for production and not recorded, and recorded by default. Prints medians of
user+system CPU time, and how much more the other two take.
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile

import production_overhead as overhead

SAYS = {"bzip2": "--version", "lua": "-v", "sqlite": "--help", "gnugo": "--version", "tcc": "-v"}
SIDES = {"native": ("native", False), "not recorded": ("production", False), "recorded": ("production", True)}


def milliseconds(binary, option, recorded):
    with tempfile.TemporaryDirectory() as raw:
        env = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
        if recorded:
            env["ORDO_RAW_DIR"] = raw
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([binary, option], env=env, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(overhead.ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--work", default=os.path.join(overhead.ROOT, "build", "workloads"))
    arguments.add_argument("--reps", type=int, default=120)
    arguments.add_argument("--programs", default=",".join(SAYS))
    args = arguments.parse_args()
    args.work, args.layouts = os.path.abspath(args.work), 1
    os.makedirs(args.work, exist_ok=True)
    subprocess.run(["bash", args.workloads, "prepare", args.work], check=True)

    print("| | " + " | ".join(SIDES) + " |\n|" + "---|" * (len(SIDES) + 1))
    for program in args.programs.split(","):
        built = {kind: overhead.build(args, program, kind)[0] + ".0" for kind, _ in SIDES.values()}
        took = {side: [] for side in SIDES}
        for _ in range(args.reps):
            for side, (kind, recorded) in SIDES.items():
                took[side].append(milliseconds(built[kind], SAYS[program], recorded))
        native, *others = (statistics.median(took[side]) for side in SIDES)
        print(f"| {program} | {native:.2f} ms | " + " | ".join(f"{o - native:+.2f} ms" for o in others) + " |", flush=True)


if __name__ == "__main__":
    main()
