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
    # The plot in docs/ is of these counts, and the text beside it has these laws.
    assert_ok python3 "$ROOT/scripts/lab_plot.py" "$GALLERY/$1.c" report.json >plot.svg
    cmp plot.svg "$ROOT/docs/gallery/$1.svg" || { fail "docs/gallery/$1.svg is of other counts: make gallery"; exit 1; }
    sed -nE 's/^ \* (Law|Also) of ([^ ]*): (.*)/- \2: `\3`/p' "$GALLERY/$1.c" >laws
    while read -r law; do
        grep -qxF -e "$law" "$ROOT/docs/gallery/README.md" || { fail "docs/gallery lacks '$law'"; exit 1; }
    done <laws
}

# What a check executes is nobody's count.
test_checks_are_not_counted() {
    assert_ok "$ORDO" lab --quiet --json -o page.html "$GALLERY/bubble_sort.c" >report.json
    assert_eq "executions in is_sorted, statements of it" "0 True" "$(python3 -c '
import json
e = json.load(open("report.json"))["experiments"][0]
checks = [s for s in e["statements"] if s["function"] == "is_sorted"]
print(sum(p[4] for s in checks for p in s["own"]["points"]), len(checks) > 3)')"
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
