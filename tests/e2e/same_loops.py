# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_loops.py: compares the loops of a source file in the Valgrind engine's report and in the compiled engine's.

    same_loops.py COMPILED.json VALGRIND.json FILE [LINE=CELLS]...

Loops on the same line must have equal activations and iterations and the same loop or routine around
them. Their k-th smallest sizes (rms) may differ by at most 8 cells, or by CELLS on LINE.
"""
import json
import sys

MOST_CELLS = 8


def loops(path, file):
    report = json.load(open(path, encoding="utf-8"))
    by_id = {s["id"]: s for s in report["scopes"]}
    found = {}
    for s in report["scopes"]:
        if s["kind"] == "loop" and s["file"].split("/")[-1] == file and s.get("calls"):
            s["around"] = by_id[s["parent"]]
            assert s["line"] not in found, f"{path}: two loops on line {s['line']}"
            found[s["line"]] = s
    return found


def sizes(scope):
    points = scope["sizes"]["rms"]["points"]
    return sorted(n for p in points for n in [p[0]] * int(p[1]))


def place(scope):
    return scope["name"] if scope["kind"] == "routine" else scope["line"]


def main(compiled, valgrind, file, *allowed):
    most = dict((int(n) for n in item.split("=")) for item in allowed)
    a, b = loops(compiled, file), loops(valgrind, file)
    wrong = sorted(set(a) ^ set(b))
    for line in wrong:
        print(f"line {line}: a loop in one report only")
    for line in sorted(set(a) & set(b)):
        x, y = a[line], b[line]
        for what in "calls", "iterations":
            if x[what] != y[what]:
                print(f"line {line}: {what}: {x[what]} compiled, {y[what]} under Valgrind")
                wrong.append(line)
        if place(x["around"]) != place(y["around"]):
            print(f"line {line}: in {place(x['around'])} compiled, in {place(y['around'])}")
            wrong.append(line)
        apart = [q - p for p, q in zip(sizes(x), sizes(y))]
        if max(map(abs, apart)) > most.get(line, MOST_CELLS):
            print(f"line {line}: sizes differ by {min(apart)} to {max(apart)} cells")
            wrong.append(line)
    print(f"{len(a)} loops")
    return 1 if wrong or not a else 0


sys.exit(main(*sys.argv[1:]))
