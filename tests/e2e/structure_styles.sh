#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The 18 programs of the paper's Table 1, each in four of the styles that working programs have, recorded as users record
# them, with the default effort. What is expected is in their sources (structure_expectations.py).
. "$(dirname "$0")/lib.sh"
. "$CHECKS/algorithms.sh"
STYLES=$ROOT/tests/e2e/programs/structure/styles

# as_expected FILE VARIANT...
as_expected() {
    local source=$STYLES/$1 variant failed=0
    shift
    for variant in "$@"; do has_its_algorithms "$source" "$variant" -O2 -w || failed=1; done
    [ $failed -eq 0 ]
}

long_arrays_in_other_styles() { as_expected arrays.c 1; }
long_lists_in_arrays_in_other_styles() { as_expected array_lists.c 1; }
long_linked_lists_in_other_styles() { as_expected lists.c 1; }
long_binary_trees_in_other_styles() { as_expected trees.c 1; }
long_trees_with_many_children_in_other_styles() { as_expected nary.c 1; }
long_graphs_in_other_styles() { as_expected graphs.c 1 2 3; }
long_programs_with_smart_pointers() { as_expected smart.cc 1; }

run_tests
