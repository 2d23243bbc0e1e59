#!/bin/bash
# Production builds of loops that are left in many ways: each brings the right value, whether the loop's
# plain or recorded body was left by it, and executions and bodies are counted exactly.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_exits.c
ENDLESS=$ROOT/tests/e2e/programs/production_endless.c
LOOPS="greater
search outer
search inner
lengths outer
lengths inner
long test"

# counted FOLDER PROGRAM LOOPS: executions and iterations of the marked loops.
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

test_each_way_out_brings_its_value() {
    local level setting n=700
    for level in -O1 -O2 -O3; do
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

test_executions_and_bodies_are_exact() {
    local setting n=700
    assert_ok clang-19 -O2 -DCOUNT "$PROGRAM" -o plain
    assert_ok "$ORDO" cc --production -O2 -g "$PROGRAM" -o prod
    for setting in ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
        rm -rf ordo.raw
        env $setting ./prod $n >out
        assert_eq "executions and bodies, $setting" \
            "$(./plain $n | sed 1d | sed 's/\(.*\) \(.*\)/(\1, \2)/')" "$(counted ordo.raw "$PROGRAM" "$LOOPS")"
    done
}

test_bodies_of_a_loop_that_was_not_left_are_counted() {
    local setting
    assert_ok "$ORDO" cc --production -O2 -g "$ENDLESS" -o prod
    for setting in ORDO_RATE=1/3 ORDO_RATE=1/100; do
        rm -rf ordo.raw
        mkdir ordo.raw
        env ORDO_RAW_DIR=ordo.raw $setting ./prod 5000 || true
        assert_eq "executions and bodies, $setting" $'(1, 3)\n(1, 5000)' \
            "$(counted ordo.raw "$ENDLESS" $'endless\nwaiting')"
    done
}

run_tests
