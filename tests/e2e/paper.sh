#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The example programs of the papers on aprof and AlgoProf. What is expected of each is in its source.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs
EXPECT=$ROOT/tests/e2e/expectations.py

# profile PROGRAM LEVEL CELL [FLAGS]: builds, records, reports and checks one program.
profile() {
    local name=$1 level=$2 cell=$3
    shift 3
    assert_ok "$ORDO" cc "$level" -g -w "$@" -o "$name" "$PROGRAMS/$name.c"
    assert_ok "$ORDO" record --cell "$cell" -o "$name.data" -- "./$name"
    assert_ok "$ORDO" report --json "$name.data" >"$name.json"
    assert_ok python3 "$EXPECT" "$PROGRAMS/$name.c" "$name.json"
}

test_count_zero_has_size_n_at_O0() { profile count_zero -O0 4; }
test_count_zero_has_size_n_at_O2() { profile count_zero -O2 4; }
test_count_zero_has_half_the_size_in_8_byte_cells() { profile count_zero -O0 8; profile count_zero -O2 8; }
test_count_zero_has_larger_sizes_in_smaller_cells() { profile count_zero -O2 2; profile count_zero -O2 1; }
test_count_zero_is_the_same_in_a_reference_build() { profile count_zero -O2 4 --reference; }

test_reports_name_the_size_of_cells() {
    assert_ok "$ORDO" cc -O2 -g -o count_zero "$PROGRAMS/count_zero.c"
    assert_ok "$ORDO" record -o count_zero.data -- ./count_zero
    "$ORDO" report count_zero.data >out.txt || fail "report: status $?"
    grep -q '8-byte cells' out.txt || { cat out.txt; fail "the report does not name the cells"; exit 1; }
}

test_insertion_sort_is_quadratic_except_on_sorted_lists_at_O0() { profile insertion_sort -O0 8; }
test_insertion_sort_is_quadratic_except_on_sorted_lists_at_O2() { profile insertion_sort -O2 8 --no-fold; }

test_strlen_in_a_loop_condition_is_quadratic_at_O0() { profile str_tolower -O0 1; }
test_strlen_in_a_loop_condition_is_quadratic_at_O2() { profile str_tolower -O2 1; }

run_tests
