#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Production builds of loops that test a condition before each iteration. Iterations are those of the source, whatever
# the optimiser made of the test. Executions are exact too, except those that enter no iteration.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_conditions.c
LOOPS="all in the test but a step
a step, by index
an empty body
two conditions of memory
a list
one of two
with continue and break
three conditions
tested at the end
mixed
a call
in a recursion
in a recursion, of memory
the first has none before it
a separator between two
the first is the greatest so far"

# differing: prints the marked loops whose counts in ./ordo.raw differ from those in ./want after its first line.
# Writes the executions to ./calls.
differing() {
    "$ORDO" report --json ordo.raw >.report.json || exit 1
    echo "$LOOPS" | python3 -c 'import json, sys
lines = [text.rstrip() for text in open(sys.argv[1])]
scopes = json.load(open(".report.json"))["scopes"]
wanted = [tuple(map(int, line.split())) for line in open("want").read().splitlines()[1:]]
calls_of = open("calls", "w")
for mark, (executions, entered, iterations) in zip(sys.stdin.read().splitlines(), wanted, strict=True):
    line = next(n for n, text in enumerate(lines, 1) if text.endswith("/* %s */" % mark))
    found = [x for x in scopes if x["kind"] == "loop" and x["line"] == line]
    calls, found_iterations = sum(x["calls"] for x in found), sum(x["iterations"] for x in found)
    print(calls, mark, file=calls_of)
    if found_iterations != iterations or not entered <= calls <= executions:
        print(f"{mark}: {calls} executions with {found_iterations} iterations instead of {executions} ({entered} with any) with {iterations}")' "$PROGRAM"
}

test_iterations_are_those_of_the_source() {
    local level setting
    assert_ok clang-19 -O2 -DCOUNT "$PROGRAM" -o counting
    ./counting >want
    for level in -O1 -O2 -O3 -Os; do
        wanted "$level" -O2 || continue
        assert_ok "$ORDO" cc --production $level -g "$PROGRAM" -o prod
        for setting in ORDO_RATE=1 ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_BUDGET=0%; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "output, $level $setting" "$(head -1 want)" "$(env ORDO_RAW_DIR=ordo.raw $setting ./prod)"
            assert_eq "counts, $level $setting" "" "$(differing)"
            [ $setting = ORDO_RATE=1 ] && mv calls all_recorded && continue
            assert_eq "executions in plain and in recorded code, $level $setting" "$(cat all_recorded)" "$(cat calls)"
        done
    done
}

run_tests
