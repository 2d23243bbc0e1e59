#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make demo finds what README shows, writes a page, and names it and the next command, which works.
. "$(dirname "$0")/lib.sh"

test_the_demonstration_finds_what_readme_shows() {
    [ "$ORDO" = "$ROOT/build/bin/ordo" ] || skip "the demonstration uses build/bin/ordo"
    export LC_ALL=C.UTF-8 PAGER=false
    assert_ok make --no-print-directory -C "$ROOT" demo >shown 2>&1
    grep -q '^1  n^2 over the input  loop in take_and_move  examples/queue.c:23$' shown ||
        { cat shown; fail "the finding is missing"; exit 1; }
    grep -q '^demo: the page is ' shown
    [ -s "$(sed -n 's/^demo: the page is //p' shown)" ] || { fail "there is no page"; exit 1; }
    bash -c "$(tail -1 shown)" >next
    grep -q '^loop in take_and_move  examples/queue.c:23' next
}

run_tests
