#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Algorithms of textbooks as anybody would write them, recorded as users record them, with the default effort. What is
# expected is in their sources (structure_expectations.py). Most are long tests because there are so many.
. "$(dirname "$0")/lib.sh"
TEXTBOOK=$ROOT/tests/e2e/programs/structure/textbook
QUICK="heapsort redblack skiplist"

as_expected() {
    assert_ok "$ORDO" cc --structure -O2 "$1" -o program
    "$ORDO" tree -q -o t.data -- ./program >stdout 2>err || { cat err; fail "status $?"; exit 1; }
    "$ORDO" tree --json t.data >t.json || exit 1
    python3 "$ROOT/tests/e2e/structure_expectations.py" "$1" 1 <t.json >wrong && return
    sed -n '1,12s/^/      /p' wrong >&2
    return 1
}

for source in "$TEXTBOOK"/*.c; do
    name=$(basename "$source" .c)
    kind=long
    [[ " $QUICK " != *" $name "* ]] || kind=test
    eval "${kind}_algorithms_of_$name() { as_expected '$source'; }"
done

run_tests
