#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The size metric drms: input that other threads and the kernel deliver while a routine runs.
. "$(dirname "$0")/lib.sh"
export ORDO_ALL_POINTS=1 # counts of points are compared
PROGRAM=$ROOT/tests/e2e/programs/producer_consumer.c

# check LEVEL CELL [FLAGS]: records the program and checks what its comments expect.
check() {
    local level=$1 cell=$2
    shift 2
    assert_ok "$ORDO" cc "$level" -g --drms "$@" -o program "$PROGRAM" -lpthread
    assert_ok "$ORDO" record --drms --cell "$cell" -o program.data -- ./program
    assert_ok "$ORDO" report --json program.data >program.json
    assert_ok python3 "$ROOT/tests/e2e/expectations.py" "$PROGRAM" program.json
}

test_drms_includes_input_of_threads_and_kernel_at_O0() { check -O0 8; }
test_drms_includes_input_of_threads_and_kernel_at_O2() { check -O2 8; }
test_drms_includes_input_of_the_kernel_in_4_byte_cells() { check -O2 4; }
test_drms_of_the_reference_engine_is_the_same() { check -O2 8 --reference; check -O2 4 --reference; }

test_a_build_without_drms_gets_a_warning() {
    assert_ok "$ORDO" cc -O2 -g -o program "$PROGRAM" -lpthread
    assert_ok "$ORDO" record --drms -o program.data -- ./program
    assert_eq "series by drms" "0" "$(ask program.data 'sum("drms" in x.get("sizes", {}) for x in p["scopes"])')"
    assert_eq "warning" "['drms-not-compiled']" "$(ask program.data '[w["code"] for w in p["warnings"] if "drms" in w["code"]]')"
}

run_tests
