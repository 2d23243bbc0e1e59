#!/bin/bash
# The gallery, examples/lab: every example runs to its end, and its counts are those that its first comment predicts.
. "$(dirname "$0")/lib.sh"
GALLERY=$ROOT/examples/lab

# One test per example, named after it. Three of them are quick.
for example in "$GALLERY"/*.c; do
    example=$(basename "$example" .c)
    case $example in bubble_sort | fibonacci | word_frequencies) quick=test ;; *) quick=long ;; esac
    eval "${quick}_counts_are_as_predicted_in_$example() { as_predicted $example; }"
done

as_predicted() {
    assert_ok "$ORDO" lab --quiet --json -o page.html "$GALLERY/$1.c" >report.json
    assert_ok python3 "$ROOT/tests/e2e/lab_counts.py" "$GALLERY/$1.c" report.json
    # The plot in docs/ shows these counts, and the text beside it repeats the predictions.
    assert_ok python3 "$ROOT/scripts/lab_plot.py" "$GALLERY/$1.c" report.json >plot.svg
    cmp plot.svg "$ROOT/docs/gallery/$1.svg" || { fail "docs/gallery/$1.svg shows other counts: run make gallery"; exit 1; }
    sed -nE 's/^ \* (Count|Also) of ([^ ]*): (.*)/- \2: `\3`/p' "$GALLERY/$1.c" >predictions
    while read -r prediction; do
        grep -qxF -e "$prediction" "$ROOT/docs/gallery/README.md" || { fail "docs/gallery lacks '$prediction'"; exit 1; }
    done <predictions
}

# Statements that a check executes are not counted.
test_checks_are_not_counted() {
    assert_ok "$ORDO" lab --quiet --json -o page.html "$GALLERY/bubble_sort.c" >report.json
    assert_eq "executions in is_sorted, statements of it" "0 True" "$(python3 -c '
import json
e = json.load(open("report.json"))["experiments"][0]
checks = [s for s in e["statements"] if s["function"] == "is_sorted"]
print(sum(p[4] for s in checks for p in s["own"]["points"]), len(checks) > 3)')"
}

# A wrong prediction is found, so the comparison can fail.
test_a_wrong_prediction_is_found() {
    sed 's|(n^2 - n) / 2|(n^2 - n) / 2 + 1|' "$GALLERY/bubble_sort.c" >broken.c
    assert_ok "$ORDO" lab --quiet --json -o page.html broken.c >report.json
    expect 1 python3 "$ROOT/tests/e2e/lab_counts.py" broken.c report.json
    grep -q 'comparisons = (n^2 - n) / 2 + 1: n = 20: 190 to 190' out
    sed 's|grows n^2|grows n|' "$GALLERY/bubble_sort.c" >broken.c
    expect 1 python3 "$ROOT/tests/e2e/lab_counts.py" broken.c report.json
    grep -q 'class n^2, predicted n' out
}

test_the_examples_compile_without_warnings_without_ordo() {
    local f
    for f in "$GALLERY"/*.c; do
        assert_ok gcc -std=c11 -Wall -Wextra -pedantic -Werror -I"$ROOT/include" -c "$f" -o a.o
    done
}

run_tests
