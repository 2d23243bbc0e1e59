#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cost of counting statements (ordo lab), compared with the same source compiled by clang -O1.

    bench/lab.py [--reps N]      prints bench/results/lab.md

Prints medians of the CPU seconds that main measures itself, both sides in turn. For the depth, it makes the same number
of calls in recursions of rising depth: the cost of a call must not grow with the depth.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDO = os.environ.get("ORDO", os.path.join(ROOT, "build/bin/ordo"))
CALLS = 1 << 22

DEPTH = """#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static long down(long n) { if (n == 0) return 0; long below = down(n - 1); return below + (n & 1); }
int main(int argc, char **argv) {
    long depth = argc > 1 ? atol(argv[1]) : 1, sum = 0;
    for (long calls = 0; calls < %d; calls += depth) sum += down(depth - 1);
    printf("%%f\\n", (double)clock() / CLOCKS_PER_SEC);
    return sum < 0;
}
""" % CALLS

SORTS = """#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void sink(int *a, size_t p, size_t n) {
    for (;;) {
        size_t child = 2 * p + 1;
        if (child >= n) return;
        if (child + 1 < n && a[child] < a[child + 1]) child++;
        if (a[p] >= a[child]) return;
        int t = a[p]; a[p] = a[child]; a[child] = t;
        p = child;
    }
}
static void heap_sort(int *a, size_t n) {
    for (size_t k = n; k > 0; k--) sink(a, k - 1, n);
    for (size_t k = n; k > 1; k--) { int t = a[0]; a[0] = a[k - 1]; a[k - 1] = t; sink(a, 0, k - 1); }
}
static void insertion_sort(int *a, size_t n) {
    for (size_t k = 1; k < n; k++) {
        int x = a[k];
        size_t i = k;
        while (i > 0 && a[i - 1] > x) { a[i] = a[i - 1]; i--; }
        a[i] = x;
    }
}
int main(int argc, char **argv) {
    size_t n = argc > 2 ? (size_t)atol(argv[2]) : 0;
    int *a = malloc((n + 1) * sizeof *a);
    unsigned r = 1;
    for (size_t i = 0; i < n; i++) a[i] = (int)((r = r * 1664525u + 1013904223u) >> 8);
    if (argv[1][0] == 'h') heap_sort(a, n); else insertion_sort(a, n);
    printf("%f\\n", (double)clock() / CLOCKS_PER_SEC);
    return n && a[0] > a[n - 1];
}
"""


def printed(argv):
    return float(subprocess.run(argv, check=True, stdout=subprocess.PIPE).stdout.split()[-1])


def measure(folder, name, text, runs, reps):
    source = os.path.join(folder, name + ".c")
    with open(source, "w", encoding="ascii") as f:
        f.write(text)
    plain = os.path.join(folder, name)
    subprocess.run(["clang-19", "-O1", "-w", source, "-o", plain], check=True)
    # The counts alone: sanitizers would cost several times as much.
    lab = [ORDO, "lab", "--no-sanitize", "-q", "-w", "-o", os.path.join(folder, "page.html"), source, "--"]
    rows = []
    for words in runs:
        pairs = [(printed([plain] + words), printed(lab + words)) for _ in range(reps)]
        rows.append([words] + [statistics.median(side) for side in zip(*pairs)])
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reps", type=int, default=5)
    reps = parser.parse_args().reps
    with tempfile.TemporaryDirectory() as folder:
        sorts = measure(folder, "sorts", SORTS, [["heap", "2000000"], ["insertion", "30000"]], reps)
        depths = measure(folder, "depth", DEPTH, [[str(d)] for d in (4, 64, 1024, 16384, 65536)], reps)
    print(f"# The cost of counting statements\n\n`python3 bench/lab.py`. Medians of {reps} CPU times in seconds, "
          "both sides in turn in one run;\nthe plain side is clang-19 -O1.\n")
    print("| program | plain | counted | ratio |\n|---|---|---|---|")
    for words, plain, ours in sorts:
        print(f"| {words[0]} sort of {int(words[1]):,} ints | {plain:.2f} | {ours:.2f} | {ours / plain:.1f} |")
    print(f"\n{CALLS:,} calls, in recursions of rising depth:\n\n| depth | cost of counting, nanoseconds per call |\n|---|---|")
    for words, plain, ours in depths:
        print(f"| {int(words[0]):,} | {(ours - plain) / CALLS * 1e9:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
