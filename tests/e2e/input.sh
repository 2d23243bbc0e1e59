#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The size metric input: the bytes that reach the program during an activation, however it reads them.
. "$(dirname "$0")/lib.sh"
export ORDO_ALL_POINTS=1 # counts of points are compared
PROGRAMS=$ROOT/tests/e2e/programs/input

# Lines of 1 to 50 words, 200,000 bytes, with a space or line's end behind every word.
write_data() {
    python3 -c 'import random
r, out = random.Random(7), ""
while len(out) < 200000: out += " ".join("w" * r.randrange(1, 9) for _ in range(r.randrange(1, 20))) + "\n"
open("data", "w").write(out)'
}

# same_points PROFILE OUTPUT: the profile's points by input are what the program says that it has read.
same_points() {
    "$ORDO" report --json "$1" >points.json
    python3 "$CHECKS/input_points.py" points.json "$2"
}

# check SOURCE ORDO-CC FLAG...
check() {
    local source=$1 cc=$2
    shift 2
    write_data
    assert_ok "$cc" "$@" -g -o program "$source"
    assert_ok "$ORDO" record -o p.data -- ./program data <data >read
    assert_ok same_points p.data read
}

long_points_by_input_are_what_the_program_reads_at_O0() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O0; }
test_points_by_input_are_what_the_program_reads_at_O2() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2; }
long_points_by_input_of_a_static_program() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2 -static; }
long_points_by_input_of_the_reference_engine() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2 --reference; }
test_points_by_input_of_streams_of_the_cxx_library() { check "$PROGRAMS/streams.cc" "$ORDO-c++" -O2; }
long_points_by_input_of_streams_in_a_static_program() { check "$PROGRAMS/streams.cc" "$ORDO-c++" -O1 -static; }

test_reading_is_all_that_a_confined_process_does() {
    assert_ok "$ORDO" cc -O1 -g -o strict "$PROGRAMS/strict.c"
    echo text >in
    ./strict <in >out && ./strict <in | grep -qx text
    "$ORDO" record -q -o s.data -- ./strict <in >out 2>err || { cat err; fail "status $?"; exit 1; }
    assert_eq "output" text "$(cat out)"
}

test_other_metrics_do_not_change_the_points_by_input() {
    write_data
    assert_ok "$ORDO" cc -O2 -g --drms -o program "$PROGRAMS/readers.c"
    ORDO_COSTS=allocs,io assert_ok "$ORDO" record --drms -o p.data -- ./program data <data >read
    assert_ok same_points p.data read
}

# The class of each reader, of itself or of its loop, by the size that explains it best.
growths() {
    "$ORDO" report --json "$1" | python3 -c 'import json, sys
for s in sorted(json.load(sys.stdin)["scopes"], key=lambda s: (s["line"], s["kind"])):
    if s["kind"] == "routine" and s["name"].startswith("by_"): print(s["name"], s["best_size"], s["sizes"][s["best_size"]]["model"]["class"])'
}

test_readers_through_a_buffer_grow_with_their_input() {
    write_data
    assert_ok "$ORDO" cc -O1 -g -o program "$PROGRAMS/readers.c"
    assert_ok "$ORDO" record -o p.data -- ./program data >read
    growths p.data >growths
    for routine in by_read by_readv by_fgetc by_fread by_fgets by_getline by_fscanf; do
        grep -qx "$routine input n" growths || { cat growths; fail "$routine"; exit 1; }
    done
    grep -qx "by_mapping arg:size n" growths || { cat growths; fail "by_mapping"; exit 1; }
    "$ORDO" report --wide -n 0 p.data >report
    grep -q 'input [0-9,]*\.\.[0-9,]*  *n .*by_fgetc' report || { cat report; fail "no row by input"; exit 1; }
    "$ORDO" report --warnings p.data | sed '1,/^warning/d' >warnings
    ! grep -qE 'by_|readers.c:2[4-9]' warnings || { cat warnings; fail "more inputs are asked for in vain"; exit 1; }
    "$ORDO" report by_fgetc p.data >one
    grep -q '^size input, bytes read (explains the cost best): 6 distinct, 1,000..97,655$' one || { cat one; fail "the scope's size"; exit 1; }
    ! grep -q 'record' one || { cat one; fail "advice that does not help"; exit 1; }
    "$ORDO" report --metric input p.data >by_input
    grep -q 'sizes: n = bytes read (input)' by_input || { cat by_input; fail "the unit of sizes"; exit 1; }
}

test_profiles_of_runs_that_read_differently_are_merged() {
    write_data
    : >empty
    assert_ok "$ORDO" cc -O1 -g -o program "$PROGRAMS/../count_lines.c"
    for f in empty data; do "$ORDO" record -o "$f.ordo" -- ./program <"$f" || true; done
    assert_ok "$ORDO" merge -o both.ordo empty.ordo data.ordo
    assert_ok "$ORDO" merge -o other.ordo data.ordo empty.ordo
    points() { sqlite3 "$1" "SELECT n, count FROM points JOIN series USING (series) JOIN scopes USING (scope)
        WHERE metric = 'input' AND name = 'main' ORDER BY n" | tr '\n' ' '; }
    assert_eq "of a run that reads nothing" "" "$(points empty.ordo)"
    assert_eq "merged" "0|1 $(stat -c %s data)|1 " "$(points both.ordo)"
    assert_eq "in the other order" "$(points both.ordo)" "$(points other.ordo)"
}

run_tests
