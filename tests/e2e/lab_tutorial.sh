#!/bin/bash
# docs/lab-tutorial.md: its commands are run in an empty directory.
. "$(dirname "$0")/lib.sh"
TUTORIAL=$ROOT/docs/lab-tutorial.md

# commands SECTION: prints the commands of the section with that title.
commands() {
    awk -v section="## $1" '/^## / { here = $0 == section } /^```/ { code = here && $0 == "```sh"; next } code' "$TUTORIAL"
}

# follow SECTION: runs the section's commands in turn; a stand-in for the browser writes down the pages that it is to show.
follow() {
    commands "$1" >steps
    [ -s steps ] || { fail "no section '$1' with commands"; exit 1; }
    mkdir -p bin
    printf '#!/bin/sh\necho "$@" >>shown\n' >bin/browser
    chmod +x bin/browser
    expect 0 env PATH="$(dirname "$ORDO"):$PATH" BROWSER="$PWD/bin/browser" bash -e steps
}

# Counts the lines outside of here-documents.
count_commands() { awk '!inside { n++ } /<<.END.$/ { inside = 1 } $0 == "END" { inside = 0 } END { print n + 0 }' steps; }

test_the_first_page_gives_a_plot_in_six_commands() {
    follow "From an empty directory to a plot"
    [ "$(count_commands)" -le 6 ] || { fail "$(count_commands) commands"; exit 1; }
    assert_eq "pages shown" "ordo-lab.html" "$(basename "$(cat shown)")"
    grep -q '<html' ordo-lab.html
    grep -q 'insertion_sort/ordo_random_ints  *ok' out
    grep -q 'n^2\|n²' out
}

long_the_other_pages_work_too() {
    follow "From an empty directory to a plot"
    follow "Other inputs"
    grep -q 'insertion_sort/ordo_reversed_ints  *ok' out
    assert_eq "pages shown" 2 "$(wc -l <shown)"
    follow "Is it right?"
    grep -q 'ended with status 1' out
    grep -q 'one_round/ordo_random_ints.*wrong' out
    grep -q 'size [0-9]*.*seed' err
}

# The text says "About n²/4" of the statement.
test_the_growth_is_that_of_the_text() {
    follow "From an empty directory to a plot"
    expect 0 "$ORDO" lab --json sort.c
    cp out json
    assert_eq "growth of a[i] = a[i - 1]" "n^2 True" "$(python3 -c '
import json
e = json.load(open("json"))["experiments"][0]
s = next(s for s in e["statements"] if s["line"] == 8)
m = s["own"]["model"]
print(m["class"], abs(m["terms"][0]["coefficient"] - 0.25) < 0.025)')"
}

run_tests
