#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo cc --blocks: execution counts of basic blocks and source lines. blocks_only.sh runs these tests
# with BLOCKS=--blocks=only.
. "$(dirname "$0")/lib.sh"
BLOCKS=${BLOCKS:---blocks}
PROGRAM=$ROOT/tests/e2e/programs/line_counts.c

# counted SOURCE STATUS COMMAND...: records the command. Its exit status must be STATUS, the line counts must be
# those in SOURCE's comments, and the profile must agree with the raw files.
counted() {
    local source=$1 want=$2 rc=0
    shift 2
    rm -rf raw copy && mkdir raw
    ORDO_RAW_DIR=$PWD/raw "$@" >out 2>err </dev/null || rc=$?
    assert_eq "status of $*" "$want" "$rc"
    cp -r raw copy
    assert_ok "$ORDO" record -o p.data --from copy
    assert_ok python3 "$ROOT/tests/oracle/read_profile.py" compare p.data raw/*.raw
    "$ORDO" report --json p.data >p.json
    assert_ok python3 "$ROOT/tests/e2e/line_counts.py" "$source" p.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" p.json ||
        { [ $? -eq 77 ] || { fail "the report breaks its schema"; exit 1; }; }
}

sql() { python3 -c 'import sqlite3, sys; print(*(x for r in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]) for x in r))' "$@"; }

expected_counts() {
    assert_ok "$ORDO" cc $BLOCKS -w "$@" -o p "$PROGRAM"
    counted "$PROGRAM" 0 ./p
}

long_line_counts_are_exact_at_O0() { expected_counts -O0; }
test_line_counts_are_exact_at_O2() { expected_counts -O2; }
long_line_counts_are_exact_at_O3() { expected_counts -O3; }
long_line_counts_do_not_depend_on_other_options() {
    expected_counts -O2 --no-loops
    expected_counts -O2 --no-fold
    expected_counts -O1 --drms
}
test_line_counts_are_exact_with_link_time_optimisation() { expected_counts -O2 -flto; }

test_block_counts_add_up_to_the_cost() {
    copy_program blocks/sum_of_odd.c p.c
    for level in -O0 -O2; do
        assert_ok "$ORDO" cc $BLOCKS "$level" -o p p.c
        assert_ok "$ORDO" record -o p.data -- ./p
        assert_eq "cost at $level" "$(sql p.data 'SELECT total_cost FROM profile')" \
            "$(sql p.data 'SELECT sum(count) FROM blocks WHERE is_cost')"
    done
}

# Line counts are those of clang's own coverage, on programs that the oracle's generator writes.
long_line_counts_agree_with_coverage_of_clang() {
    local level seed
    for seed in 1 4; do
        (cd "$ROOT/tests/oracle" && python3 -c "import genprog; print(genprog.generate($seed)[0])") >r.c
        assert_ok clang-19 -O0 -g -w --coverage -fprofile-update=atomic -c r.c -o r.o
        assert_ok clang-19 --coverage r.o -o r-gcov -lpthread -lm
        rm -f r.gcda
        assert_ok ./r-gcov >gcov-out
        assert_ok llvm-cov-19 gcov -t r.gcda >r.c.gcov
        for level in -O0 -O2; do
            assert_ok "$ORDO" cc $BLOCKS "$level" -w -o r r.c -lpthread -lm
            assert_ok "$ORDO" record -o r.data -- ./r >out
            cmp out gcov-out
            "$ORDO" report --json r.data >r.json
            assert_ok python3 "$ROOT/tests/e2e/line_counts.py" --gcov r.c.gcov r.c r.json
        done
    done
}

test_line_counts_of_several_threads_are_exact() {
    copy_program blocks/twelve_threads.c p.c
    assert_ok "$ORDO" cc $BLOCKS -O2 -o p p.c -lpthread
    counted p.c 0 ./p
}

test_a_forked_child_keeps_its_own_counts() {
    copy_program blocks/forked_child.c p.c
    assert_ok "$ORDO" cc $BLOCKS -O2 -o p p.c
    counted p.c 0 ./p
    assert_eq "processes" 2 "$(find raw -name '*.raw' | wc -l)"
}

test_a_killed_process_keeps_its_counts() {
    copy_program blocks/killed_after_100.c p.c
    assert_ok "$ORDO" cc $BLOCKS -O2 -o p p.c
    counted p.c 137 ./p
}

test_exceptions_and_template_instances_are_counted() {
    copy_program blocks/templates.cc p.cc
    local level
    for level in -O0 -O2; do
        assert_ok "$ORDO" c++ $BLOCKS "$level" -o p p.cc
        counted p.cc 0 ./p
    done
}

test_included_code_is_counted_in_its_own_file() {
    mkdir lib
    cat >lib/body.inc <<'C'
    n += 2; // = 6
C
    cat >lib/shared.h <<'C'
static inline int shared(int n) {
    return n + 1; // = 9
}
C
    copy_program blocks/includes.c a.c
    cat >b.c <<'C'
#include "lib/shared.h"
int other(int n) {
    for (int i = 0; i < 4; i++) n = shared(n); // = 5
    return n;
}
C
    assert_ok "$ORDO" cc $BLOCKS -O2 -o p a.c b.c
    assert_ok "$ORDO" record -o p.data -- ./p
    assert_eq "the included line" "6" "$(sql p.data "SELECT count FROM lines WHERE file = 'lib/body.inc'")"
    assert_eq "the header's line" "9" "$(sql p.data "SELECT count FROM lines WHERE file = 'lib/shared.h' AND line = 2")"
    assert_eq "its block" "1 9" "$(sql p.data "SELECT count(*), sum(b.count) FROM blocks b, scopes s WHERE b.routine = s.scope AND s.name = 'shared'")"
    assert_eq "the loop around it" "6" "$(sql p.data "SELECT count FROM lines WHERE file = 'a.c' AND line = 11")"
}

test_a_reloaded_library_continues_its_counts() {
    cat >plug.c <<'C'
int plug(int n) {
    return n + 1; // = 30
}
C
    copy_program blocks/reloads_a_library.c p.c
    assert_ok "$ORDO" cc $BLOCKS -O2 -fPIC -shared -o plug.so plug.c
    assert_ok "$ORDO" cc $BLOCKS -O2 -o p p.c
    counted plug.c 0 ./p
}

test_blocks_keep_their_identities_between_runs() {
    assert_ok "$ORDO" cc $BLOCKS -O2 -w -o p "$PROGRAM"
    local of="SELECT s.id, b.ordinal, b.file, b.line, b.col FROM blocks b JOIN scopes s ON b.routine = s.scope"
    "$ORDO" record -q -o a.data -- ./p >out
    "$ORDO" record -q -o b.data -- ./p 1 2 3 4 5 6 >out
    assert_eq "identities" "$(sql a.data "$of")" "$(sql b.data "$of")"
    assert_eq "all different" "0" "$(sql a.data "SELECT count(*) FROM (SELECT 1 FROM blocks GROUP BY routine, ordinal HAVING count(*) > 1)")"
    assert_ok "$ORDO" merge -o ab.data a.data b.data
    assert_eq "merged counts" "$(($(sql a.data 'SELECT sum(count) FROM blocks') + $(sql b.data 'SELECT sum(count) FROM blocks')))" \
        "$(sql ab.data 'SELECT sum(count) FROM blocks')"
    assert_eq "merged lines" "$(($(sql a.data 'SELECT sum(count) FROM lines') + $(sql b.data 'SELECT sum(count) FROM lines')))" \
        "$(sql ab.data 'SELECT sum(count) FROM lines')"
}

test_block_counters_do_not_change_points() {
    assert_ok "$ORDO" cc -O2 -w -o p "$PROGRAM"
    assert_ok "$ORDO" cc $BLOCKS -O2 -w -o q "$PROGRAM"
    "$ORDO" record -q -o p.data -- ./p >out
    "$ORDO" record -q -o q.data -- ./q >out
    local of="SELECT s.id, r.cost, r.metric, p.n, p.count, p.sum FROM points p, series r, scopes s
        WHERE p.series = r.series AND r.scope = s.scope ORDER BY 1, 2, 3, 4"
    assert_eq "points" "$(sql p.data "$of")" "$(sql q.data "$of")"
    assert_eq "no lines without --blocks" "0 0" \
        "$(sql p.data 'SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM blocks)')"
}

test_an_unrecorded_program_with_counters_prints_and_writes_nothing_more() {
    assert_ok "$ORDO" cc $BLOCKS -O2 -w -o p "$PROGRAM"
    assert_ok clang-19 -O2 -w -o plain "$PROGRAM"
    ./plain >plain-out
    mkdir empty
    (cd empty && ../p >../out 2>../err)
    cmp out plain-out
    assert_eq "stderr" "" "$(cat err)"
    assert_eq "files" "" "$(ls empty)"
}

test_blocks_are_counted_without_line_tables() {
    assert_ok "$ORDO" cc $BLOCKS -g0 -O2 -w -o p "$PROGRAM"
    "$ORDO" record -q -o p.data -- ./p >out
    assert_eq "lines" 0 "$(sql p.data 'SELECT count(*) FROM lines')"
    assert_eq "blocks of fib" "177 88 177" "$(sql p.data "SELECT b.count FROM blocks b, scopes s
        WHERE b.routine = s.scope AND s.name = 'fib' AND b.is_cost ORDER BY b.ordinal")"
}

test_the_reference_engine_rejects_blocks() {
    expect 2 "$ORDO" cc --blocks --reference -o p "$PROGRAM"
    grep -q -- '^ordo cc: --blocks: the reference engine does not count blocks: drop --reference' err || { cat err; exit 1; }
}

[ "${BASH_SOURCE[0]}" != "$0" ] || run_tests
