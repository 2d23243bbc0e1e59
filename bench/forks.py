#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overhead on programs that start many processes.

    bench/forks.py [--reps N]

Measures CPU time (user and system, of all processes) of a recorded program, and of `ordo record`, which
also makes the profile of all processes. Prints medians of the ratios to the same program when it is not
recorded, run in turn, and the kilobytes of raw file that a process leaves. Files are made in /dev/shm,
because a disk's file system is slow to reuse the inode numbers of files that were just deleted.
"""
import argparse
import os
import statistics
import subprocess
import tempfile

from measured import measured

HERE = os.path.dirname(os.path.abspath(__file__))
ORDO = os.environ.get("ORDO") or os.path.join(os.path.dirname(HERE), "build", "bin", "ordo")
CASES = [("one thread, 2,000 forks", ["fork", "1", "2000"]),
         ("8 threads, 400 forks each", ["fork", "8", "400"]),
         ("one thread, 500 times vfork and exec", ["vfork", "1", "500"])]


TRIVIAL = "int main(void) { return 0; }\n"


def build(work, name, source, options):
    program = os.path.join(work, name)
    subprocess.run([ORDO, "cc", "-O2", "-g", *options, "-o", program, source], check=True)
    return program


def raw_kilobytes(program, arguments, work, of_children=False):
    """Returns the size of the largest raw file: the program's, or those of its children."""
    with tempfile.TemporaryDirectory(dir=work) as raw:
        process = subprocess.Popen([program, *arguments], env={**os.environ, "ORDO_RAW_DIR": raw})
        assert process.wait() == 0
        files = [f for f in os.listdir(raw) if of_children != f.startswith(f"{process.pid}-")]
        return max(os.stat(os.path.join(raw, f)).st_blocks // 2 for f in files)


def measure(program, what, arguments, reps, work):
    def seconds(argv, **more):
        return measured(argv, {**os.environ, **more}, what)[0]

    times, recorded, profiled = [], [], []
    for _ in range(reps):
        idle = seconds([program, *arguments])
        with tempfile.TemporaryDirectory(dir=work) as raw:
            recorded.append(seconds([program, *arguments], ORDO_RAW_DIR=raw) / idle)
        data = os.path.join(work, "ordo.data")
        profiled.append(seconds([ORDO, "record", "-q", "-o", data, "--", program, *arguments]) / idle)
        times.append(idle)
    print(f"| {what} | {statistics.median(times):.2f} | {statistics.median(recorded):.1f}× | "
          f"{statistics.median(profiled):.1f}× |", flush=True)


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("--reps", type=int, default=9)
    reps = a.parse_args().reps
    print("# Programs that start many processes\n\n`make bench-forks`. CPU time divided by that of the same program when "
          f"it is not recorded:\nmedians of {reps} runs, in turn. `ordo record` also makes the profile of all processes.\n\n"
          "| | not recorded, seconds | recorded | `ordo record` |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as work:
        for options, suffix in ([], ""), (["--production"], ", production"):
            program = build(work, "forks", os.path.join(HERE, "forks.c"), [*options, "-pthread"])
            for what, arguments in CASES:
                measure(program, what + suffix, arguments, reps, work)
        source = os.path.join(work, "trivial.c")
        with open(source, "w", encoding="utf-8") as f:
            f.write(TRIVIAL)
        trivial = build(work, "trivial", source, [])
        forks = build(work, "forks", os.path.join(HERE, "forks.c"), ["-pthread"])
        of_child = raw_kilobytes(forks, ["fork", "1", "20"], work, of_children=True)
        print(f"\nThe raw file of a program that only returns takes {raw_kilobytes(trivial, [], work)} kB. That of a "
              f"child of `fork` that\ncalls a routine takes at most {of_child} kB.")


if __name__ == "__main__":
    main()
