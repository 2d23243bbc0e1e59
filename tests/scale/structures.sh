#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Data structures of ten million elements are recorded to the end, and their sizes are right.
. "$(dirname "$0")/../e2e/lib.sh"

# sizes N: prints the greatest size that each repetition of millions.c has, by routine.
sizes() {
    "$ORDO" tree -q -o t.data -- ./program "$1" >stdout 2>err || { cat err; fail "status $?"; exit 1; }
    assert_eq "the program's own counts" "$1 $1" "$(cat stdout)"
    python3 "$CHECKS/greatest_sizes.py" t.data
}

test_sizes_of_ten_million_nodes_are_right() {
    assert_ok "$ORDO" cc --structure -O1 "$ROOT/tests/e2e/programs/structure/millions.c" -o program
    n=10000000
    assert_eq "sizes" "append $n 1
count $n 1
drop $n 1
fell $n 1
length $n 1
plant $n 1" "$(sizes $n)"
}

run_tests
