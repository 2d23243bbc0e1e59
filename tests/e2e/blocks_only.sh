#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo cc --blocks=only: the tests of blocks.sh with counters on edges, and tests of what differs from --blocks.
BLOCKS=--blocks=only
. "$(dirname "$0")/blocks.sh"
unset -f test_block_counts_add_up_to_the_cost test_block_counters_do_not_change_points \
    test_line_counts_do_not_depend_on_other_options test_the_reference_engine_rejects_blocks
# Quick tests have the exact counts at -O2 and those of several threads, which use other code than those of blocks.sh.
for inherited in $(compgen -A function | grep ^test_ | grep -vE 'at_O2|several_threads|killed_process'); do
    eval "$(declare -f "$inherited" | sed '1s/^test_/long_/')"
    unset -f "$inherited"
done

# Counts of --blocks=only and of --blocks agree block by block, on programs that the oracle's generator writes.
long_block_counts_are_those_of_an_exact_recording() {
    local seed level of="SELECT s.id, b.ordinal, b.file, b.line, b.col, b.is_cost, b.count
        FROM blocks b JOIN scopes s ON b.routine = s.scope ORDER BY 1, 2"
    for seed in 2 3 5 7; do
        wanted "$seed" 2 3 || continue
        (cd "$ROOT/tests/oracle" && python3 -c "import genprog; print(genprog.generate($seed)[0])") >r.c
        for level in -O0 -O2; do
            assert_ok "$ORDO" cc --blocks "$level" -w -o full r.c -lpthread -lm
            assert_ok "$ORDO" cc --blocks=only "$level" -w -o only r.c -lpthread -lm
            assert_ok "$ORDO" record -q -o full.data -- ./full >full-out
            assert_ok "$ORDO" record -q -o only.data -- ./only >only-out
            cmp full-out only-out
            sql full.data "$of" | tr ' ' '\n' >full.blocks
            sql only.data "$of" | tr ' ' '\n' >only.blocks
            assert_ok cmp full.blocks only.blocks
        done
    done
}

# No code can be placed on the edges of a computed goto, and setjmp returns twice.
test_blocks_around_computed_gotos_and_setjmp_are_counted() {
    copy_program blocks/computed_goto.c p.c
    assert_ok "$ORDO" cc --blocks=only -O2 -o p p.c
    counted p.c 0 ./p
    assert_ok "$ORDO" cc --blocks -O2 -o p p.c
    counted p.c 0 ./p
}

# A signal handler that jumps skips the rest of the block that it interrupted.
test_blocks_around_handlers_that_jump_are_counted() {
    copy_program blocks/jumping_handlers.c p.c
    assert_ok "$ORDO" cc --blocks=only -O2 -o p p.c
    counted p.c 0 ./p
}

test_there_are_fewer_counters_than_blocks() {
    assert_ok "$ORDO" cc --blocks=only -O2 -w -o p "$PROGRAM"
    mkdir raw
    ORDO_RAW_DIR=$PWD/raw ./p >out
    PYTHONPATH=$ROOT/tests/oracle assert_ok python3 - raw/*.raw <<'P'
import sys
import read_profile
raw = read_profile.RawFile(sys.argv[1])
counters, blocks = (sum(c[k] for _, _, c in raw.of("code")) for k in ("n_counters", "n_blocks"))
assert 0 < counters < 0.8 * blocks, (counters, blocks)
P
}

# Counters do not stop inlining of a large routine with one call, and of a small one with many.
long_counters_do_not_change_inlining() {
    {
        echo '#include <stdlib.h>'
        echo 'static volatile int sink;'
        echo 'static int often(int x) { // = 200'
        printf '    if (x & %d) // = 200\n        sink++; // = %d\n' 1 150 2 150 4 100 8 96
        printf '    return x + 1; // = 200\n}\n'
        echo 'static void once(int x) { // = 200'
        printf '    if (x & %d) // = 200\n        sink += often(x); // = 100\n' 1 2
        printf '    if (x > %d) // = 200\n        sink++; // = 0\n' {200..260}
        echo '}'
        echo 'int main(int argc, char **argv) { // = 1'
        printf '    int n = argc > 1 ? atoi(argv[1]) : 200; // = 1\n'
        printf '    for (int i = 0; i < n; i++) // = 201\n        once(i); // = 200\n    return 0; // = 1\n}\n'
    } >p.c
    assert_ok clang-19 -O2 -o native p.c
    assert_ok "$ORDO" cc --blocks=only -O2 -o p p.c
    assert_eq "routines left natively" "" "$(nm native | grep -E ' t (often|once)$')"
    assert_eq "routines left" "" "$(nm p | grep -E ' t (often|once)$')"
    counted p.c 0 ./p
}

long_the_last_of_several_blocks_options_counts() {
    local want
    for want in "--blocks=only --blocks:1" "--blocks --blocks=only:only"; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" cc ${want%:*} -O2 -w -o p "$PROGRAM"
        "$ORDO" record -q -o p.data -- ./p >out
        assert_eq "scopes that ran with ${want%:*}" "$([ "${want#*:}" = 1 ] && echo 1 || echo 0)" \
            "$(sql p.data "SELECT count(*) > 0 FROM scopes WHERE calls > 0")"
    done
    ORDO_CC_BLOCKS=only assert_ok "$ORDO" cc -O2 -w -o p "$PROGRAM"
    "$ORDO" record -q -o p.data -- ./p >out
    assert_eq "cost" 0 "$(sql p.data 'SELECT total_cost FROM profile')"
    expect 2 "$ORDO" cc --blocks=only --drms -o p "$PROGRAM"
    grep -q -- '^ordo cc: --blocks=only: measures no sizes: drop --drms' err || { cat err; exit 1; }
}

test_the_report_says_what_was_not_measured() {
    assert_ok "$ORDO" cc --blocks=only -O2 -w -o p "$PROGRAM"
    "$ORDO" record -q -o p.data -- ./p >out
    "$ORDO" report p.data >report
    grep -q '^no sizes or costs were measured' report || { cat report; exit 1; }
    grep -q '^warning \[blocks-only\]' report || { cat report; exit 1; }
    expect 3 "$ORDO" report p.data fib
    grep -q -- '--blocks=only, which only counts its blocks' err || { cat err; exit 1; }
    "$ORDO" annotate --input p.data "$PROGRAM" >lines
    grep -q 'fib' lines || { cat lines; exit 1; }
}

run_tests
