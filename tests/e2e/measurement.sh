#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The rows of docs/measurement.md. Each is a routine of programs/measurement.c, with what is expected of it.
. "$(dirname "$0")/lib.sh"
PROGRAM=$ROOT/tests/e2e/programs/measurement.c

# check LEVEL [FLAGS]: records the program and checks what its comments expect.
check() {
    local level=$1
    shift
    assert_ok "$ORDO" cc "$level" -g -w --no-fold "$@" -o program "$PROGRAM" -lpthread
    assert_ok "$ORDO" record --cell 8 -o program.data -- ./program
    assert_ok "$ORDO" report --json program.data >program.json
    assert_ok python3 "$ROOT/tests/e2e/expectations.py" "$PROGRAM" program.json
}

test_every_row_holds_at_O0() { check -O0; }
test_every_row_holds_at_O2() { check -O2; }
test_every_row_holds_at_O3() { check -O3; }
test_every_row_holds_in_a_reference_build() { check -O2 --reference; }

run_tests
