#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of calls that bring nothing new, few are kept (docs/measurement.md). Totals and extremes are those of
# --all-points, and so are means.
. "$(dirname "$0")/lib.sh"

# both LEAST COMMAND...: records the command with and without --all-points. At least LEAST scopes have settled. The
# option sets a variable, and where arguments lie in their cells depends on the length of the environment: the other
# run has a variable of the same length, and the profile a name of the same length.
both() {
    local least=$1
    shift
    ANOTHER_SETTING=1 "$ORDO" record -q -o few.data -- "$@" >few.out
    "$ORDO" record -q --all-points -o all.data -- "$@" >all.out
    cmp few.out all.out
    assert_ok python3 "$CHECKS/same_totals.py" few.data all.data --least "$least"
}

build() {
    copy_program "$1" program.c
    shift
    assert_ok "$ORDO" cc -g "$@" -w program.c -o program -lm
}

test_totals_maxima_and_whole_calls_are_those_of_all_calls() {
    build settling/small_calls.c -O2
    both 10 ./program
    for cell in 1 4; do ORDO_CELL=$cell both 10 ./program; done
}

test_large_and_dear_calls_settle_as_well() {
    build settling/large_calls.c -O2
    both 6 ./program
    local kept='sum(1 for x in s["spin"]["sizes"]["arg:n"]["points"])'
    [ "$(ask few.data "$kept")" -lt "$(ask all.data "$kept")" ] || { fail "all calls of spin were kept"; exit 1; }
}

test_threads_and_forks_settle_by_themselves() {
    build many_threads.c -O2 -pthread
    both 0 ./program
    build profile/fork_and_kill.c -O1
    "$ORDO" record -q -o killed.data -- ./program >out || true
    assert_ok "$ORDO" report killed.data
}

test_the_same_run_settles_in_the_same_way() {
    build settling/small_calls.c -O2
    for i in 1 2; do
        "$ORDO" record -q -o $i.data -- ./program >out
        for table in points children scopes contexts; do
            python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("SELECT * FROM " + sys.argv[2]): print(row)' $i.data $table
        done >$i.txt
    done
    assert_ok cmp 1.txt 2.txt
}

long_other_programs_have_the_same_totals() {
    for program in list_sort growing structure/hash_table library/lines tree/recursions; do
        build $program.c -O1
        both 0 ./program
    done
    build fib.c -O1
    both 1 ./program 20 3
}

test_reports_say_which_scopes_settled() {
    build fib.c -O1
    both 1 ./program 20 3
    assert_eq "settled" "True None" "$(ask few.data 's["fib"].get("settled"), s["main"].get("settled")')"
    assert_eq "settled with --all-points" "None" "$(ask all.data 's["fib"].get("settled")')"
    "$ORDO" report fib few.data >few.txt
    "$ORDO" report fib all.data >all.txt
    assert_eq "reports that mention it" "few.txt" "$(grep -l '^settled: ' few.txt all.txt)"
}

test_all_points_needs_another_kind_of_build_than_production() {
    expect 125 "$ORDO" record --production --all-points -- true
    grep -q -e '--all-points exclude each other' err || { fail "$(cat err)"; exit 1; }
}

run_tests
