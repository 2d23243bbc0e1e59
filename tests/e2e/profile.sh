#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Profiles of real programs agree with tests/oracle/read_profile.py, which computes them from
# the same raw files, and JSON reports follow their schema.
. "$(dirname "$0")/lib.sh"

# recorded COMMAND...: records it; the raw files go to raw/, their profile to ordo.data.
recorded() {
    mkdir raw
    ORDO_RAW_DIR=$PWD/raw ORDO_CELL=${CELL:-8} ORDO_COSTS=${COSTS:-} "$@" >out 2>err </dev/null || true
    [ -n "$(ls raw)" ] || { fail "no raw file; stderr: $(cat err)"; exit 1; }
    cp -r raw copy
    assert_ok "$ORDO" record -o ordo.data --from copy
}

agrees() {
    assert_ok python3 "$ROOT/tests/oracle/read_profile.py" compare ordo.data raw/*.raw
    "$ORDO" report --json ordo.data >report.json
    python3 "$ROOT/tests/report/validate.py" --measured "$ROOT/docs/report.schema.json" report.json ||
        { [ $? -eq 77 ] || { fail "the report breaks its schema"; exit 1; }; }
}

# field SCOPE KEY...: prints a value of the first scope of this kind and name (kind:name).
field() {
    python3 "$CHECKS/report_field.py" "$@"
}

test_recursions_and_loops_agree_with_the_oracle() {
    copy_program profile/insert_and_even.c p.c
    assert_ok "$ORDO" cc -O1 -o p p.c
    recorded ./p
    agrees
    assert_eq "entries of insert" 500 "$(field recursion:insert calls)"
    assert_eq "entries of even" 20 "$(field recursion:even calls)"
    assert_eq "members of even" 2 "$(python3 -c "
import json
print(len(next(s for s in json.load(open('report.json'))['scopes'] if s['kind'] == 'recursion' and s['name'] == 'even')['members']))")"
    assert_eq "recursions named after odd" 0 "$(python3 -c "
import json
print(sum(s['kind'] == 'recursion' and s['name'] == 'odd' for s in json.load(open('report.json'))['scopes']))")"
}

test_threads_and_many_sizes_agree_with_the_oracle() {
    copy_program profile/many_sizes.c p.c
    assert_ok "$ORDO" cc -O2 -pthread -o p p.c
    recorded ./p
    agrees
    assert_eq "calls of sum" 5000 "$(field routine:sum calls)"
    assert_eq "sizes of sum are in buckets" True "$(field routine:sum sizes rms bucketed)"
}

test_forked_and_killed_processes_agree_with_the_oracle() {
    copy_program profile/fork_and_kill.c p.c
    assert_ok "$ORDO" cc -O1 -o p p.c
    recorded ./p
    agrees
    assert_eq "raw files" 2 "$(ls raw | wc -l)"
    assert_eq "open activations of forever" 1 "$(field routine:forever unfinished)"
    assert_eq "finished activations of forever" 0 "$(field routine:forever calls)"
    grep -q '"code":"killed"' report.json || { fail "no warning of the kill"; exit 1; }
}

test_small_cells_and_extra_costs_agree_with_the_oracle() {
    copy_program profile/letters.c p.c
    assert_ok "$ORDO" cc -O2 -o p p.c
    CELL=1 COSTS=iterations,allocs,io recorded ./p
    agrees
    assert_eq "cell" 1 "$(python3 -c "import json; print(json.load(open('report.json'))['cell_bytes'])")"
    assert_eq "sizes of letters" 39 "$(field routine:letters sizes rms distinct)"
    field routine:main costs allocs >/dev/null || { fail "no series of allocations"; exit 1; }
}

test_merged_profiles_add_up() {
    copy_program profile/sum_of_argument.c p.c
    assert_ok "$ORDO" cc -O2 -o p p.c
    for n in 10 20 30; do assert_ok "$ORDO" record -o "$n.data" -- ./p $n; done
    assert_ok "$ORDO" merge -o ab.data 10.data 20.data
    assert_ok "$ORDO" merge -o left.data ab.data 30.data
    assert_ok "$ORDO" merge -o right.data 30.data 20.data 10.data
    cmp left.data right.data || { fail "the order of merging changes the profile"; exit 1; }
    "$ORDO" report --json left.data >report.json
    assert_eq "calls" 3 "$(field routine:sum calls)"
    assert_eq "sizes" 3 "$(field routine:sum sizes rms distinct)"
    "$ORDO" record --cell 4 -o other.data -- ./p 10
    "$ORDO" merge -o bad.data left.data other.data 2>err && { fail "merged cells of two sizes"; exit 1; }
    grep -q 'other.data: cell size is 4 bytes' err || { fail "$(cat err)"; exit 1; }
    [ ! -e bad.data ]
}

run_tests
