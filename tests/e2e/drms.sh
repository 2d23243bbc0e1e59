#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The size metric drms: input that other threads and the kernel bring while a routine runs.
. "$(dirname "$0")/lib.sh"
PROGRAM=$ROOT/tests/e2e/programs/producer_consumer.c

# check LEVEL CELL [FLAGS]
check() {
    local level=$1 cell=$2
    shift 2
    assert_ok "$ORDO" cc "$level" -g --drms "$@" -o program "$PROGRAM" -lpthread
    assert_ok "$ORDO" record --drms --cell "$cell" -o program.data -- ./program
    assert_ok "$ORDO" report --json program.data >program.json
    assert_ok python3 "$ROOT/tests/e2e/expectations.py" "$PROGRAM" program.json
}

test_input_of_threads_and_kernel_counts_at_O0() { check -O0 8; }
test_input_of_threads_and_kernel_counts_at_O2() { check -O2 8; }
test_input_of_the_kernel_counts_in_smaller_cells() { check -O2 4; }
test_the_reference_engine_counts_the_same() { check -O2 8 --reference; check -O2 4 --reference; }

test_drms_that_was_not_compiled_in_is_said() {
    assert_ok "$ORDO" cc -O2 -g -o program "$PROGRAM" -lpthread
    assert_ok "$ORDO" record --drms -o program.data -- ./program
    assert_eq "series by drms" "0" "$(ask program.data 'sum("drms" in x.get("sizes", {}) for x in p["scopes"])')"
    assert_eq "warning" "['drms-not-compiled']" "$(ask program.data '[w["code"] for w in p["warnings"] if "drms" in w["code"]]')"
}

run_tests
