#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The 18 programs of the paper's Table 1, each in four of the styles that working programs have, recorded as users record
# them, with the default effort. What is expected is in their sources (structure_expectations.py).
. "$(dirname "$0")/lib.sh"
STYLES=$ROOT/tests/e2e/programs/structure/styles

# as_expected FILE VARIANT...
as_expected() {
    local source=$STYLES/$1 variant compiler=cc failed=0
    [ "${1##*.}" = c ] || compiler=c++
    shift
    for variant in "$@"; do
        assert_ok "$ORDO" $compiler --structure -O2 -w -DVARIANT="$variant" "$source" -o program
        "$ORDO" tree -q -o t.data -- ./program >stdout 2>err || { cat err; fail "variant $variant: status $?"; exit 1; }
        "$ORDO" tree --json t.data >t.json || exit 1
        python3 "$ROOT/tests/e2e/structure_expectations.py" "$source" "$variant" <t.json >wrong || {
            echo "    variant $variant:" >&2
            sed -n '1,12s/^/      /p' wrong >&2
            failed=1
        }
    done
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
