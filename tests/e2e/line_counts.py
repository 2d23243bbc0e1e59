# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""line_counts.py SOURCE REPORT...: compares line counts of JSON reports with the expected ones.

Lines of SOURCE that end in a comment "= N" must have been executed N times; other lines may have any count.
With --gcov GCOV_FILE, every line that both files list must have the same count. The counts of several reports are
added. Prints each difference; exit status 1 if there is one, or if no line was compared.
"""
import json
import os
import re
import sys


def reported(paths, file):
    out = {}
    for path in paths:
        for x in json.load(open(path))["lines"]:
            if os.path.basename(x["file"]) == os.path.basename(file):
                out[x["line"]] = out.get(x["line"], 0) + int(x["count"])
    return out


def expected_in(source):
    out = {}
    for number, text in enumerate(open(source), 1):
        m = re.search(r"/\* = (\d+) \*/\s*$", text) or re.search(r"// = (\d+)\s*$", text)
        if m:
            out[number] = int(m[1])
    return out


def from_gcov(path):
    """Returns {line: count} of an annotated source that `llvm-cov gcov -t` printed."""
    out = {}
    for text in open(path):
        m = re.match(r"\s*([0-9]+|#####)\*?:\s*(\d+):", text)
        if m:
            out[int(m[2])] = 0 if m[1] == "#####" else int(m[1])
    return out


def main():
    args = sys.argv[1:]
    gcov = None
    if args[0] == "--gcov":
        gcov, args = args[1], args[2:]
    found = reported(args[1:], args[0])
    expected = from_gcov(gcov) if gcov else expected_in(args[0])
    if gcov:
        expected = {n: c for n, c in expected.items() if n in found}
    bad = 0
    for line, count in sorted(expected.items()):
        if found.get(line) != count:
            bad += 1
            print(f"{args[0]}:{line}: executed {count} times, reported {found.get(line)}")
    if not expected:
        print(f"{args[0]}: no line to compare")
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
