#!/bin/bash
# Production builds of a program with threads, exceptions, jumps, signal handlers and a child. It behaves as without
# Ordo, and executions and iterations are counted exactly, sampled or not.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_ways.cc

build() {
    assert_ok clang++-19 -O2 -pthread "$PROGRAM" -o plain
    assert_ok "$ORDO" c++ --production -O2 -g -pthread "$PROGRAM" -o prod
}

# counted FOLDER: prints executions and iterations of the loop marked `sum`.
counted() {
    local line
    line=$(grep -n '/\* sum \*/' "$PROGRAM" | cut -d: -f1)
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json, sys
p = json.load(open(".report.json"))
found = [x for x in p["scopes"] if x["kind"] == "loop" and x["line"] == int(sys.argv[1])]
print(*[(x["calls"], x["iterations"]) for x in found])' "$line"
}

# iterations_of N: prints the iterations of a thread's first N executions, which have 1, 2, ..., 300, 1, ... iterations
iterations_of() { echo $(($1 / 300 * 45150 + $1 % 300 * ($1 % 300 + 1) / 2)); }

test_executions_are_exact_whatever_happens_in_samples() {
    local setting expected n=2000
    build
    expected="($((4 * n + 500)), $((4 * $(iterations_of $n) + $(iterations_of 500))))"
    for setting in ORDO_RATE=1 ORDO_RATE=1/3 ORDO_RATE=1/100 ORDO_RATE=0; do
        rm -rf ordo.raw
        assert_eq "output, $setting" "$(./plain $n)" "$(env $setting ./prod $n)"
        assert_eq "processes, $setting" 2 "$(ls ordo.raw | wc -l)"
        assert_eq "executions and iterations, $setting" "$expected" "$(counted ordo.raw)"
        ! "$ORDO" report --warnings ordo.raw | grep -q 'was killed' || { fail "$setting: a process did not end"; exit 1; }
    done
}

test_a_killed_program_keeps_its_counts() {
    local n=700
    build
    ORDO_RATE=1/10 ./prod $n kill >out || true
    assert_eq "output" "$(./plain $n)" "$(cat out)"
    assert_eq "executions and iterations" \
        "($((4 * n + 500)), $((4 * $(iterations_of $n) + $(iterations_of 500))))" "$(counted ordo.raw)"
}

test_raw_files_before_and_after_a_rotation_merge() {
    local n=700 before
    build
    for before in true "trap '' HUP"; do # as under nohup
        rm -rf ordo.raw
        ORDO_RATE=1/10 ORDO_SIGNALS=rotate:HUP sh -c "$before; exec ./prod $n rotate" >out || true
        assert_eq "output" "$(./plain $n)" "$(cat out)"
        assert_eq "files, $before" 3 "$(ls ordo.raw | wc -l)"
        assert_eq "executions and iterations" \
            "($((4 * n + 600)), $((4 * $(iterations_of $n) + $(iterations_of 500) + $(iterations_of 100))))" \
            "$(counted ordo.raw)"
        "$ORDO" report ordo.raw >report # one process is rotated and has a child
        grep -Eq '^1 run [^ ]+ 2 processes ' report || { cat report; fail "the parts of one process are not one, $before"; exit 1; }
    done
}

# More threads at once than exact builds have windows of shadow memory for (272).
long_hundreds_of_threads_are_recorded() {
    local n=400
    PROGRAM=$ROOT/tests/e2e/programs/many_threads.c
    assert_ok "$ORDO" cc --production -O2 -g -pthread "$PROGRAM" -o prod
    assert_eq "output" $((n * 166650)) "$(ORDO_RATE=1/10 ./prod $n)"
    assert_eq "executions and iterations" "($((100 * n)), $((5050 * n)))" "$(counted ordo.raw)"
    assert_eq "warnings" "" "$("$ORDO" report --warnings ordo.raw | grep -iE 'stopped|more threads')"
}

test_an_unrecorded_production_build_leaves_no_files() {
    build
    assert_eq "output" "$(./plain 100)" "$(./prod 100)"
    assert_eq "files" "" "$(ls -d ordo.raw *.raw 2>/dev/null)"
}

run_tests
