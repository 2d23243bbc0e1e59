#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Algorithms of textbooks as anybody would write them, recorded as users record them, with the default effort. What is
# expected is in their sources (structure_expectations.py). Most are long tests because there are so many.
. "$(dirname "$0")/lib.sh"
. "$CHECKS/algorithms.sh"
TEXTBOOK=$ROOT/tests/e2e/programs/structure/textbook
QUICK="heapsort redblack skiplist"

for source in "$TEXTBOOK"/*.c; do
    name=$(basename "$source" .c)
    kind=long
    [[ " $QUICK " != *" $name "* ]] || kind=test
    eval "${kind}_algorithms_of_$name() { has_its_algorithms '$source' 1 -O2; }"
done

run_tests
