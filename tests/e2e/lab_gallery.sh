#!/bin/bash
# The gallery, examples/lab: every example runs whole, and its counts obey the laws that it states.
. "$(dirname "$0")/lib.sh"
GALLERY=$ROOT/examples/lab

# One test an example, named after it.
for example in "$GALLERY"/*.c; do
    example=$(basename "$example" .c)
    eval "test_the_laws_of_$example() { obeys $example; }"
done

obeys() {
    assert_ok "$ORDO" lab --quiet --json -o page.html "$GALLERY/$1.c" >report.json
    assert_ok python3 "$ROOT/tests/e2e/lab_laws.py" "$GALLERY/$1.c" report.json
}

# A law that does not hold is found: the comparison can fail.
test_a_broken_law_is_found() {
    sed 's|(n^2 - n) / 2|(n^2 - n) / 2 + 1|' "$GALLERY/bubble_sort.c" >broken.c
    assert_ok "$ORDO" lab --quiet --json -o page.html broken.c >report.json
    expect 1 python3 "$ROOT/tests/e2e/lab_laws.py" broken.c report.json
    grep -q 'comparisons = (n^2 - n) / 2 + 1: n = 20: 190 to 190' out
    sed 's|grows n^2|grows n|' "$GALLERY/bubble_sort.c" >broken.c
    expect 1 python3 "$ROOT/tests/e2e/lab_laws.py" broken.c report.json
    grep -q 'class n^2, law n' out
}

test_the_examples_are_silent_without_ordo() {
    local f
    for f in "$GALLERY"/*.c; do
        assert_ok gcc -std=c11 -Wall -Wextra -pedantic -Werror -I"$ROOT/include" -c "$f" -o a.o
    done
}

run_tests
