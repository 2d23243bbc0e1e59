#!/bin/bash
# Production builds of loops with several exits. Every exit delivers the right value, from the plain version and from
# the recorded version, and executions and iterations are counted exactly.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_exits.c
ENDLESS=$ROOT/tests/e2e/programs/production_endless.c
LOOPS="greater
search outer
search inner
lengths outer
lengths inner
long test"
STEPPING=$ROOT/tests/e2e/programs/production_steps.c
STEPPING_LOOPS="falling pointer
struct of 24 bytes
by five
down by seven
byte
wraps
wraps in 64 bits
comes round
both ways
from zero
characters
from the outer one's
one and two"

# counted FOLDER PROGRAM LOOPS: prints executions and iterations of the marked loops.
counted() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    echo "$3" | python3 -c 'import json, sys
lines = [text.rstrip() for text in open(sys.argv[1])]
scopes = json.load(open(".report.json"))["scopes"]
for mark in sys.stdin.read().splitlines():
    line = next(n for n, text in enumerate(lines, 1) if text.endswith("/* %s */" % mark))
    found = [x for x in scopes if x["kind"] == "loop" and x["line"] == line]
    print(*[(x["calls"], x["iterations"]) for x in found])' "$2"
}

test_every_exit_delivers_its_value() {
    local level setting n=700
    for level in -O1 -O2 -O3; do
        wanted "$level" -O2 || continue
        assert_ok clang-19 $level "$PROGRAM" -o plain
        assert_ok "$ORDO" cc --production $level -g "$PROGRAM" -o prod
        for setting in ORDO_RATE=1 ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "output, $level $setting" "$(./plain $n)" \
                "$(env ORDO_RAW_DIR=ordo.raw $setting ./prod $n)"
        done
    done
}

test_executions_and_iterations_are_exact() {
    local setting n=700
    assert_ok clang-19 -O2 -DCOUNT "$PROGRAM" -o plain
    assert_ok "$ORDO" cc --production -O2 -g "$PROGRAM" -o prod
    for setting in ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
        rm -rf ordo.raw
        env $setting ./prod $n >out
        assert_eq "executions and iterations, $setting" \
            "$(./plain $n | sed 1d | sed 's/\(.*\) \(.*\)/(\1, \2)/')" "$(counted ordo.raw "$PROGRAM" "$LOOPS")"
    done
}

# Iterations that can be computed from a loop's variable are not counted one by one (shim_induction.cpp).
test_iterations_are_exact_when_computed_from_a_variable() {
    local level setting n=60
    assert_ok clang-19 -O2 -DCOUNT "$STEPPING" -o plain
    ./plain $n >expected
    for level in -O1 -O2 -O3; do
        wanted "$level" -O2 || continue
        assert_ok "$ORDO" cc --production $level -g "$STEPPING" -o prod
        for setting in ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "output, $level $setting" "$(head -1 expected)" \
                "$(env ORDO_RAW_DIR=ordo.raw $setting ./prod $n)"
            assert_eq "executions and iterations, $level $setting" \
                "$(sed 1d expected | sed 's/\(.*\) \(.*\)/(\1, \2)/')" \
                "$(counted ordo.raw "$STEPPING" "$STEPPING_LOOPS")"
        done
    done
}

# For a `break` out of a block with variables of its own, clang generates a switch over where to continue. The loop then
# does not jump back from its end at first.
test_loops_left_from_inside_a_block_have_gates() {
    copy_program production/left_from_blocks.c blocks.c
    local level setting
    for level in -O1 -O2 -O3; do
        wanted "$level" -O2 || continue
        assert_ok "$ORDO" cc --production $level -g blocks.c -o prod
        for setting in ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
            rm -rf ordo.raw
            mkdir ordo.raw
            env ORDO_RAW_DIR=ordo.raw $setting ./prod >out 2>err
            assert_eq "executions and iterations, $level $setting" "$(cat out)" \
                "$(counted ordo.raw blocks.c $'break\nreturn\ncontinue')"
        done
    done
}

test_iterations_of_an_unfinished_loop_are_counted() {
    local setting
    assert_ok "$ORDO" cc --production -O2 -g "$ENDLESS" -o prod
    for setting in ORDO_RATE=1/3 ORDO_RATE=1/100; do
        rm -rf ordo.raw
        mkdir ordo.raw
        env ORDO_RAW_DIR=ordo.raw $setting ./prod 5000 || true
        assert_eq "executions and iterations, $setting" $'(1, 3)\n(1, 5000)' \
            "$(counted ordo.raw "$ENDLESS" $'endless\nwaiting')"
    done
}

run_tests
