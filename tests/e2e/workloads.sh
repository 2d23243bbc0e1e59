#!/bin/bash
# The five measured programs give byte-identical output, unrecorded and recorded.
# WORKLOADS_SH names the script that builds and runs them, ORDO_WORKLOADS the folder of their sources.
. "$(dirname "$0")/lib.sh"
SCRIPT=${WORKLOADS_SH:-$SHARED/workloads/workloads.sh}
SOURCES=${ORDO_WORKLOADS:-$ROOT/cache/workloads}

# same A B: the files must be equal except for blanks at the ends of lines, where timings were removed.
same() { assert_ok diff <(sed 's/ *$//' "$1") <(sed 's/ *$//' "$2"); }

workload() {
    local name=$1
    [ -x "$SCRIPT" ] || skip "no $SCRIPT"
    mkdir -p "$SOURCES"
    flock "$SOURCES" "$SCRIPT" prepare "$SOURCES" >log 2>&1 || skip "the sources are not available here"
    CC=clang-19 "$SCRIPT" build "$SOURCES" "$name" "$PWD/native" >log 2>&1 || { tail -20 log >&2; exit 1; }
    CC="$ORDO cc" "$SCRIPT" build "$SOURCES" "$name" "$PWD/program" >log 2>&1 || { tail -20 log >&2; exit 1; }
    "$SCRIPT" run "$SOURCES" "$name" "$PWD/native" "$PWD/want"
    "$SCRIPT" run "$SOURCES" "$name" "$PWD/program" "$PWD/idle"
    same "want/$name.out" "idle/$name.out"
    "$ORDO" record -q -- "$SCRIPT" run "$SOURCES" "$name" "$PWD/program" "$PWD/recorded"
    same "want/$name.out" "recorded/$name.out"
    [ "$(ask ordo.data 'sum(x.get("calls", 0) > 0 for x in s.values())')" -gt 20 ] || { fail "too few routines"; exit 1; }
    assert_eq "recordings that stopped early" "" "$(ask ordo.data '*[w["code"] for w in p["warnings"] if "stopped" in w["code"]]')"
}

test_bzip2() { workload bzip2; }
test_lua() { workload lua; }
test_sqlite() { workload sqlite; }
test_gnugo() { workload gnugo; }
test_tcc() { workload tcc; }

run_tests
