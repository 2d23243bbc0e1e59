#!/bin/bash
# README: its sessions print what it shows, and the commands and files that it names exist.
. "$(dirname "$0")/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"

# block N: prints the lines of the N-th fenced block.
block() { awk -v n="$1" '/^```/ { if (!inside) k++; inside = !inside; next } inside && k == n' "$ROOT/README.md"; }

# play: runs every line of a block that begins with "$ ".
play() { sed -n 's/^\$ //p' >session.sh; bash -eu session.sh 2>err || { cat err >&2; fail "the session failed"; exit 1; }; }

test_the_session_prints_what_readme_shows() {
    [ -r /usr/share/common-licenses/GPL-3 ] || skip "no /usr/share/common-licenses/GPL-3"
    cp -r "$ROOT/examples" .
    export LC_ALL=C.UTF-8
    block 1 | play
    block 2 >want
    assert_ok diff want err
    block 3 | play
    grep -A2 '^1  ' err >got
    block 4 >want
    assert_ok diff want got
    block 5 | play
    python3 -c 'import json; assert len(json.load(open("all.json"))["runs"]) == 2'
    [ -s "$ROOT/build/gen/page.html" ] || skip "this build has no HTML page"
    block 6 | play
    [ -s page.html ] && [ -s lower.svg ] && [ -s callgrind.out ] || { fail "a file is missing"; ls; exit 1; }
}

test_the_laboratory_prints_what_readme_shows() {
    cp -r "$ROOT/examples" .
    export LC_ALL=C.UTF-8
    block 10 | play >got
    block 11 >want
    assert_ok diff want got
    [ -s "$ROOT/build/gen/page.html" ] || skip "this build has no HTML page"
    [ -s ordo-lab.html ]
}

test_the_tree_of_algorithms_is_as_readme_shows() {
    mkdir -p tests/e2e/programs
    cp "$ROOT"/tests/e2e/programs/list_sort.c tests/e2e/programs
    export LC_ALL=C.UTF-8
    block 12 | play >got
    block 13 >want
    cat err got >shown
    assert_ok diff want shown
}

test_files_that_readme_names_exist() {
    local f
    for f in $(grep -oE '`(docs|examples|src|tests)?/?[A-Za-z0-9_./-]+\.(md|json|txt|c)`' "$ROOT/README.md" "$ROOT/CONTRIBUTING.md" -h | tr -d '\`' | sort -u); do
        [ -e "$ROOT/$f" ] || { fail "README or CONTRIBUTING names $f, which is not there"; exit 1; }
    done
}

test_make_targets_that_readme_names_exist() {
    local t
    for t in $(grep -ohE '(^|`)make [a-z]+' "$ROOT/README.md" "$ROOT/CONTRIBUTING.md" | cut -d' ' -f2 | sort -u); do
        grep -qE "^$t:" "$ROOT/Makefile" "$ROOT"/make/*.mk || { fail "no target $t"; exit 1; }
    done
}

run_tests
