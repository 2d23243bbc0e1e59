#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Production builds as users see them: recording, raw files, merging, reports, focus.
. "$(dirname "$0")/lib.sh"

# Writes a search in a list that grows: execution i reads i cells. All executions together read as many cells as
# the last one, and have n (n - 1) / 2 iterations.
write_search() {
    copy_program production/growing_search.c search.c
}

build() {
    write_search
    "$ORDO" cc --production -O2 -g -w search.c -o search || { fail "no production build"; exit 1; }
}

# about JSON EXPRESSION: evaluates a Python expression over the report p, the loop `find` of the search and `main` around it.
about() {
    python3 -c 'import json, sys
p = json.load(open("'"$1"'"))
loop = {s["line"]: s for s in p["scopes"] if s["kind"] == "loop"}
find, main = loop[12], loop[18]
run = find.get("costs", {}).get("iterations", {}).get("sizes", {}).get("run")
print('"$2"')'
}

# Own cost in a merge is that of all runs, as the total is.
test_own_cost_of_merged_runs_is_that_of_all() {
    build
    for n in 300 600 1200; do "$ORDO" record -q --production --rate 1 --budget 100% -o $n.data -- ./search $n >out; done
    "$ORDO" merge -o p.data 300.data 600.data 1200.data
    "$ORDO" report --json p.data >p.json
    assert_eq "own and total of a loop without callees" True "$(about p.json 'find["own"] == find["cost"]["total"] > 900000')"
}

test_totals_of_the_run_are_exact_or_marked_as_estimates() {
    build
    assert_ok "$ORDO" record -q --production --rate 1/4 -o p.data -- ./search 3000 >out
    assert_eq "its output" 3000 "$(cat out)"
    assert_ok "$ORDO" report --json p.data >p.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" p.json ||
        { [ $? -eq 77 ] && skip "the module jsonschema is missing"; fail "the report breaks its schema"; exit 1; }
    assert_eq "unit of cost" steps "$(about p.json 'p["cost_metric"]')"
    assert_eq "iterations" 4498500 "$(about p.json 'find["iterations"]')"
    assert_eq "exact" "True True" "$(about p.json 'find["production"]["calls_exact"], find["production"]["iterations_exact"]')"
    assert_eq "iterations around it" 3000 "$(about p.json 'main["iterations"]')"
    assert_eq "recorded some, not all" True "$(about p.json '100 < find["production"]["recorded"] < 2000')"
    assert_eq "every size of a sample is its steps" True \
        "$(about p.json 'all(x[0] * x[1] == x[4] for x in find["costs"]["steps"]["sizes"]["rms"]["points"])')"
    assert_ok "$ORDO" report --wide p.data >text
    grep -q '^production profile of 1 run - rate 1/4 - no budget - ' text || { cat text; fail "the first lines differ"; exit 1; }
    grep -q '~4,500,000 +-0.* % *4,498,500 .*loop in find' text || { cat text; fail "no estimate is marked"; exit 1; }
}

test_growth_over_the_run_is_reported_beside_growth_of_executions() {
    build
    assert_ok "$ORDO" record -q --production --rate 1/4 -o p.data -- ./search 3000 >out
    assert_ok "$ORDO" report --json p.data >p.json
    assert_eq "class in each" n "$(about p.json 'find["sizes"]["rms"]["model"]["class"]')"
    assert_eq "class over the run" n^2 "$(about p.json 'run["model"]["class"].replace(" log n", "")')"
    assert_eq "named as faster" True "$(about p.json 'find["production"]["over_run"]["faster"]')"
    assert_eq "cells of the run, 10 % off at most" True \
        "$(about p.json 'abs(find["production"]["over_run"]["cells"]["value"] - 3000) < 300')"
    assert_ok "$ORDO" report p.data >text
    grep -A1 '^where cost grows faster over the run' text | grep -q 'search.c:12: n^2' || { cat text; fail "the search is not listed"; exit 1; }
    assert_ok "$ORDO" report search.c:12 p.data >text
    grep -q '^size run' text || { cat text; fail "no size over the run"; exit 1; }
}

test_raw_files_written_without_ordo_record_are_read() {
    build
    ORDO_RATE=1/10 assert_ok ./search 2000 >out
    ORDO_RATE=1/10 assert_ok ./search 1000 >out
    assert_eq "raw files" 2 "$(ls ordo.raw/*.raw | wc -l)"
    assert_ok "$ORDO" report ordo.raw >text
    grep -q '^production profile of 2 runs - rate 1/10' text || { cat text; fail "the report does not count two runs"; exit 1; }
    for raw in ordo.raw/*.raw; do
        assert_ok "$ORDO" report "$raw" >text
        grep -q '^production profile of 1 run ' text || { cat text; fail "$raw alone is not one run"; exit 1; }
    done
    assert_ok "$ORDO" merge -o all.data ordo.raw
    assert_ok "$ORDO" report --json all.data >p.json
    assert_eq "iterations of both" $((1999 * 2000 / 2 + 999 * 1000 / 2)) "$(about p.json 'find["iterations"]')"
    assert_eq "processes" 2 "$(about p.json 'len(p["production"]["processes"])')"
    mkdir none
    expect 3 "$ORDO" report none
    grep -q 'contains no raw file' err || { cat err; fail "no message about an empty folder"; exit 1; }
}

test_an_unrecorded_program_leaves_no_files() {
    build
    assert_ok ./search 500 >out
    assert_eq "files" "out search search.c" "$(echo $(ls))"
}

test_processes_of_one_command_are_one_run() {
    copy_program production/process_tree.c tree.c
    assert_ok "$ORDO" cc --production -O1 -g -o tree tree.c
    mkdir raw
    for i in 1 2 3; do ORDO_RATE=1/2 ORDO_RAW_DIR=raw ./tree || fail "the program failed"; done
    expect 0 "$ORDO" report raw
    grep -q '^3 runs - 12 processes' out || { cat out; fail "not three runs of four processes"; exit 1; }
    # Made-up raw files: a process; its child; the child after exec; and a process whose parent's number the first one
    # had long before.
    mkdir lives
    python3 "$CHECKS/made_up_processes.py" raw lives
    expect 0 "$ORDO" report lives
    grep -q '^2 runs - 4 processes' out || { cat out; fail "not two runs"; exit 1; }
}

test_suspects_can_be_the_focus_list() {
    write_search
    assert_ok "$ORDO" cc -O1 -g -w search.c -o ordinary
    for n in 50 100 200 400 800; do assert_ok "$ORDO" record -q -o $n.data -- ./ordinary $n >out; done
    assert_ok "$ORDO" merge -o house.data 50.data 100.data 200.data 400.data 800.data
    assert_ok "$ORDO" report --suspects house.data >suspects
    grep -Eq '^search.c:12 +# loop in find: n\^2 over the input, (99\..|100\.0) % of the run at 10x the size$' suspects || { cat suspects; fail "the search is not a suspect"; exit 1; }
    assert_ok "$ORDO" cc --production --focus=@suspects -O1 -g -w search.c -o focused
    ORDO_RATE=1 assert_ok ./focused 300 >out
    assert_ok "$ORDO" report --json ordo.raw >p.json
    assert_eq "the loop in focus has a gate, the other not" "299 False" \
        "$(about p.json 'find["production"]["samples"], "samples" in main["production"]')"
    expect 2 "$ORDO" report --suspects --json house.data
}

test_profiles_of_both_kinds_of_builds_do_not_merge() {
    build
    assert_ok "$ORDO" cc -O1 -g -w search.c -o ordinary
    assert_ok "$ORDO" record -q --production -o p.data -- ./search 300 >out
    expect 0 "$ORDO" record --production -o o.data -- ./ordinary 300
    grep -q 'was not built with --production' err || { cat err; fail "no warning"; exit 1; }
    expect 3 "$ORDO" merge -o all.data p.data o.data
    grep -q 'p.data: contains samples of a production build, but o.data does not' err || { cat err; fail "no reason"; exit 1; }
    expect 0 "$ORDO" record --production -o q.data -- true
    grep -q 'no program built for production ran' err || { cat err; fail "no message that nothing ran"; exit 1; }
}

# `make check` of a project runs many programs, and some have nothing to count.
test_programs_without_loops_merge_with_those_that_have() {
    echo 'int main(void) { return 0; }' >none.c
    echo 'int main(int n, char **v) { volatile int s = 0; while (n--) s += **v++; return 0; }' >one.c
    for t in none one; do "$ORDO" cc --production -O1 -o $t $t.c; done
    mkdir raw
    for t in none one none; do ORDO_RATE=1 ORDO_RAW_DIR=raw ./$t; done
    expect 0 "$ORDO" report raw
    grep -q "^production profile of 3 runs" out || { cat out; fail "not three runs"; exit 1; }
    "$ORDO" cc -O1 -o exact one.c
    ORDO_RAW_DIR=raw ./exact
    expect 3 "$ORDO" report raw
    grep -q "profile 4 (./exact) does not: merge each kind separately" err || { cat err; fail "no message about the other kind"; exit 1; }
}

test_a_production_library_without_loops_does_not_change_an_exact_recording() {
    echo 'int twice(int x) { return 2 * x; }' >twice.c
    echo 'int twice(int); int main(int n, char **v) { int s = 0; while (n--) s += twice(**v++); return s < 0; }' >uses.c
    assert_ok "$ORDO" cc --production -O1 -fPIC -shared -o libtwice.so twice.c
    assert_ok "$ORDO" cc -O1 -o uses uses.c -L. -ltwice -Wl,-rpath,"$PWD"
    assert_ok "$ORDO" record -q -o p.data -- ./uses a b c
    expect 0 "$ORDO" report p.data
    grep -q '^1 run - 1 process - [1-9][0-9]* blocks ' out || { cat out; fail "it was not recorded as an exact build"; exit 1; }
    grep -q 'loop in main' out || { cat out; fail "its loop is missing"; exit 1; }
}

test_code_not_built_for_production_is_named() {
    echo 'int total(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }' >total.c
    echo 'int total(const int *, int); int main(void) { static int a[50]; int s = 0; for (int i = 0; i < 50; i++) s += total(a, i); return s; }' >uses.c
    assert_ok "$ORDO" cc --production -O1 -g -fPIC -shared -o libtotal.so total.c
    for how in "" --production; do
        assert_ok "$ORDO" cc $how -O1 -g -o uses uses.c -L. -ltotal -Wl,-rpath,"$PWD"
        assert_ok "$ORDO" record -q --rate 1/2 -o p.data -- ./uses
        expect 0 "$ORDO" report p.data
        [ -n "$how" ] && break
        grep -q '^warning \[not-for-production\]' out || { cat out; fail "no warning"; exit 1; }
        grep -q '/uses: main was compiled without --production$' out || { cat out; fail "the warning does not name main"; exit 1; }
    done
    ! grep -q 'not-for-production' out || { cat out; fail "a warning about a production build"; exit 1; }
}

test_wrong_settings_are_reported() {
    for wrong in "--rate 0" "--rate 2" "--rate 1/0" "--rate often" "--budget 200%" "--budget -1" "--log much"; do
        expect 125 "$ORDO" record $wrong -- true
        grep -q -- "^ordo.*: $wrong: not a " err || { cat err; fail "$wrong"; exit 1; }
    done
    expect 125 "$ORDO" record --production --drms -- true
    grep -q -- "--production and --drms exclude each other" err || { cat err; fail "--drms"; exit 1; }
}

test_a_killed_program_keeps_its_samples() {
    build
    copy_program production/pauses.c slow.c
    assert_ok "$ORDO" cc --production -O1 -g -w slow.c -o slow
    ORDO_RATE=1/10 ./slow >ready &
    pid=$!
    until grep -q worked ready; do
        kill -0 $pid 2>/dev/null || { fail "the program has ended"; exit 1; }
        sleep 0.05
    done
    assert_ok "$ORDO" report ordo.raw >text
    grep -q 'still-running' text || { cat text; fail "no warning that it still runs"; exit 1; }
    kill -9 $pid
    wait $pid || true
    assert_ok "$ORDO" report --json ordo.raw >p.json
    assert_eq "executions of work's loop" 2000 \
        "$(python3 -c 'import json
print([s["calls"] for s in json.load(open("p.json"))["scopes"] if s["kind"] == "loop" and s["routine"] == "work"][0])')"
}

run_tests
