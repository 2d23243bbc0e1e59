#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Growth over one run: calls that pass over the data of earlier calls again and again.
. "$(dirname "$0")/lib.sh"

# findings FILE: prints routine, growth and basis of each finding.
findings() {
    "$ORDO" report --json "$1" >r.json || return 1
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json >&2 || return 1
    python3 -c 'import json
for f in json.load(open("r.json"))["findings"]: print(f["routine"], f["growth"], f["basis"], sep="|")'
}

# build OPTION...; of MODE [OPTION...]: prints the findings of one run.
build() { "$ORDO" cc -O1 -g "$@" -o passes "$ROOT/tests/e2e/programs/passes.c"; }
of() {
    "$ORDO" record -q "${@:2}" -o p.data -- ./passes "$1" 600 >/dev/null 2>&1
    findings p.data
}

test_passes_over_growing_or_shrinking_data_are_quadratic() {
    build
    for mode in grows nested falls; do assert_eq "$mode" "look|n^2|run" "$(of $mode)"; done
    "$ORDO" report p.data >out
    grep -q '^1  n^2 over the run  loop in look  .*passes.c:21$' out
    grep -q '600 calls from loop in .*; they read 5[0-9]* cells at first and 4[0-9]* at the end (the more calls are still to come, the more), and most of them again in the next call' out
}

test_the_prediction_is_that_of_a_longer_run() {
    build
    of grows >/dev/null
    "$ORDO" record -q -o large.data -- ./passes grows 6000 >/dev/null
    "$ORDO" report --json large.data >large.json
    assert_eq "totals at 10x" True "$(python3 -c 'import json
small, large = (({s["name"]: s for s in json.load(open(f))["scopes"]}) for f in ("r.json", "large.json"))
print(all(1 / 1.1 < small[n]["predicted_total"] / large[n]["cost"]["total"] < 1.1 for n in ("look", "main", "grows")))')"
    "$ORDO" report p.data 'loop in look' | grep -q '^finding 1: n^2 over the run; '
}

test_searches_that_end_early_grow_until_their_data_do_not() {
    build
    for n in 500 800 1700; do
        "$ORDO" record -q -o p.data -- ./passes searches $n >/dev/null
        findings p.data | grep -q '^look|.*|run$' || { echo "not found among $n: $(findings p.data)"; return 1; }
        "$ORDO" record -q -o p.data -- ./passes filled $n >/dev/null
        ! findings p.data | grep '|run$' || { echo "found, although all $n had been filled in"; return 1; }
    done
}

test_stored_models_find_the_same() {
    build
    for mode in nested grows; do
        assert_eq "$mode" "look|n^2|run" "$(of $mode)"
        for form in "" --json; do
            "$ORDO" record -q -o p.data -- ./passes $mode 600 >/dev/null
            "$ORDO" report $form p.data >first
            for again in 2 3; do
                "$ORDO" report $form p.data >again || { fail "$mode: report $again ends with status $?"; exit 1; }
                cmp first again
            done
        done
    done
}

# Each node of a chain is destroyed within the one before it: nothing is passed over again.
test_calls_within_calls_are_no_passes() {
    cat >chain.cc <<'END'
#include <cstdlib>
#include <memory>
struct Node { virtual ~Node() = default; };
struct Link : Node { std::unique_ptr<Node> next; };
int main(int, char **v) {
    std::unique_ptr<Node> chain;
    for (long n = std::atol(v[1]); n > 0; n--) {
        auto link = std::make_unique<Link>();
        link->next = std::move(chain);
        chain = std::move(link);
    }
}
END
    "$ORDO" c++ -std=c++17 -O2 -g -o chain chain.cc
    for n in 500 2000; do
        "$ORDO" record -q -o p.data -- ./chain $n
        assert_eq "findings among $n" "" "$(findings p.data)"
    done
}

test_a_library_routine_with_a_small_part_is_no_finding_of_its_own() {
    build
    "$ORDO" record -q -o p.data -- ./passes shifts 2000 >/dev/null
    assert_eq "findings" "shift|n^2|run" "$(findings p.data)"
}

test_growth_of_a_library_routine_is_that_of_the_caller_where_it_was_seen() {
    "$ORDO" cc -O1 -g -o callers "$ROOT/tests/e2e/programs/growth/three_callers.c"
    "$ORDO" record -q -o p.data -- ./callers >/dev/null
    assert_eq "findings" "snapshots|n^2|run" "$(findings p.data)"
    "$ORDO" report p.data >out
    grep -q '400 of 2,800 calls of memcpy from loop in snapshots (line [0-9]*); they cost' out
}

test_a_finding_over_the_run_has_the_share_that_the_totals_say() {
    build
    of grows >/dev/null
    assert_eq "share at 10x" True "$(python3 -c 'import json
r = json.load(open("r.json")); f, whole = r["findings"][0], next(s for s in r["scopes"] if s["name"] == "main")
print(f["total_at"] <= whole["predicted_total"] and abs(f["share_at"] - f["total_at"] / whole["predicted_total"]) < 0.01)')"
}

test_passes_over_the_same_data_may_be_quadratic() {
    build
    assert_eq "fixed" "look|None|conditional" "$(of fixed)"
    "$ORDO" report p.data >out
    grep -q '^1  repeated passes  loop in look' out
    grep -q '600 calls from .*, each over about 60[01] cells that the call before had read: quadratic if both numbers grow' out
}

# As many cells as a path through a tree or a heap has.
test_passes_over_little_data_are_no_finding() {
    build
    assert_eq "800 bytes" "" "$(of little)"
    assert_eq "800 bytes in cells of 1" "" "$(of little --cell 1)"
    assert_eq "4,800 bytes in cells of 1" "look|None|conditional" "$(of fixed --cell 1)"
}

test_new_data_of_ascending_size_are_no_finding() {
    build
    for mode in buffer blocks loaded often; do assert_eq "$mode" "" "$(of $mode)"; done
}

# What a record overwrites was not kept, whether the program wrote it, calloc or a library routine.
test_records_that_take_the_place_of_shorter_ones_are_no_finding() {
    "$ORDO" c++ -O1 -g -o ascending "$ROOT/tests/e2e/programs/growth/ascending.cc"
    for mode in filled made zeroed read_twice searched_twice joined; do
        for cell in 8 1; do
            "$ORDO" record -q --cell $cell -o p.data -- ./ascending $mode 400 >/dev/null
            assert_eq "$mode, cells of $cell" "" "$(findings p.data)"
        done
    done
}

test_calls_that_do_not_grow_leave_the_run_linear() {
    build
    assert_eq "lines" "compare|None|conditional" "$(of lines)"
    "$ORDO" report p.data >out
    grep -q '^1  n^2 if calls get larger  loop in compare' out
    grep -q '600 calls from .*; their sizes did not grow during the run; exponent 2.0' out
    assert_eq "longer lines" "compare|n^2|activation" "$(of longer)"
}

long_every_build_and_cell_size_finds_the_same() {
    for build in "" --drms --blocks; do
        wanted "$build" "" || continue
        build $build
        for cell in 1 8 16; do assert_eq "'$build', cells of $cell bytes" "look|n^2|run" "$(of grows --cell $cell)"; done
    done
    build -O0
    assert_eq "-O0" "look|n^2|run" "$(of grows)"
}

test_jumps_and_children_change_nothing() {
    build
    for mode in jumps forks; do
        "$ORDO" record -q -o p.data -- ./passes $mode 600 >out
        ORDO_RAW_DIR= ./passes $mode 600 >expected
        cmp out expected
        assert_eq "$mode" "look|n^2|run" "$(findings p.data)"
    done
}

test_a_killed_process_keeps_its_history() {
    build
    for mode in killed killed-within; do assert_eq "$mode" "look|n^2|run" "$(of $mode)"; done
}

test_observations_are_the_same_in_each_run() {
    build
    for i in 1 2; do
        of grows >/dev/null
        python3 -c 'import sqlite3
rows = sqlite3.connect("p.data").execute("SELECT * FROM observations ORDER BY observation")
i = [d[0] for d in rows.description].index("thread")
for row in rows: print(row[:i] + row[i + 1:])' >rows.$i
    done
    [ "$(wc -l <rows.1)" -gt 64 ] || { fail "only $(wc -l <rows.1) observations"; exit 1; }
    cmp rows.1 rows.2
}

test_several_runs_know_better() {
    build
    expect 0 "$ORDO" run -q --scan n=150:600:x2 -o s.data -- ./passes fixed '{n}'
    assert_eq "fixed" "look|n^2|runs" "$(findings s.data)"
}

test_an_unmodified_program_has_a_history() {
    [ -x "$(dirname "$ORDO")/../lib/ordo/ordo-valgrind" ] || skip "Ordo was built without the package valgrind"
    cc -O1 -g -o passes "$ROOT/tests/e2e/programs/passes.c"
    assert_eq "grows" "look|n^2|run" "$(of grows)"
    assert_eq "blocks" "" "$(of blocks)"
}

shares() {
    [ -x shares ] || "$ORDO" cc -O1 -g -o shares "$ROOT/tests/e2e/programs/growth/shares.c"
    "$ORDO" record -q -o p.data -- ./shares "$@" >/dev/null
}

test_a_walk_that_a_recursion_calls_is_found() {
    python3 -c 'print("(" + "(a)," * 800 + ")")' >in
    shares nested in
    assert_eq "findings" "look_up|n^2|run" "$(findings p.data)"
}

# Calls of find_row end early, and come from three places: the calls of execute show the passes.
test_passes_are_those_of_the_loop_that_makes_them() {
    echo >in
    shares ways in
    assert_eq "findings" "find_row|None|conditional" "$(findings p.data)"
    "$ORDO" report p.data >out
    grep -q 'loop in find_row' out
    grep -q '1,500 calls of execute from loop in main (line [0-9]*), each over about [0-9]* cells' out
}

# A list that is walked, and sorted now and then: what calls and sizes of ten times as many or as large cost is the same
# in the findings and in the table.
test_findings_and_the_table_agree_at_the_factor() {
    echo >in
    shares sorted in
    assert_eq "findings" "look_up|n^2|run sort|n^2|activation" "$(findings p.data | xargs)"
    python3 -c 'import json
r = json.load(open("r.json"))
for f in r["findings"]:
    own = sum(s.get("share_at_10x") or 0 for s in r["scopes"] if s["routine"] == f["routine"])
    assert abs(own - f["share_at"]) < 0.02, (f["text"], own)'
}

run_tests
