#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The size metric input: the bytes that reach the program during an activation, however it reads them.
. "$(dirname "$0")/lib.sh"
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

test_points_by_input_are_what_the_program_reads_at_O0() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O0; }
test_points_by_input_are_what_the_program_reads_at_O2() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2; }
test_points_by_input_of_a_static_program() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2 -static; }
test_points_by_input_of_the_reference_engine() { check "$PROGRAMS/readers.c" "$ORDO-cc" -O2 --reference; }
test_points_by_input_of_streams_of_the_cxx_library() { check "$PROGRAMS/streams.cc" "$ORDO-c++" -O2; }
test_points_by_input_of_streams_in_a_static_program() { check "$PROGRAMS/streams.cc" "$ORDO-c++" -O1 -static; }

test_other_metrics_do_not_change_the_points_by_input() {
    write_data
    assert_ok "$ORDO" cc -O2 -g --drms -o program "$PROGRAMS/readers.c"
    ORDO_COSTS=allocs,io assert_ok "$ORDO" record --drms -o p.data -- ./program data <data >read
    assert_ok same_points p.data read
}

run_tests
