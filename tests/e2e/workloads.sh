#!/bin/bash
# Five real programs give byte-identical output, unrecorded and recorded.
# The quick test of a real program is in builds.sh.
# WORKLOADS_SH names the script that builds and runs them, ORDO_WORKLOADS the folder of their sources.
. "$(dirname "$0")/lib.sh"
SCRIPT=${WORKLOADS_SH:-$ROOT/scripts/workloads.sh}
SOURCES=${ORDO_WORKLOADS:-$ROOT/cache/real}

# same A B: the files must be equal except for blanks at the ends of lines, where timings were removed.
same() { assert_ok diff <(sed 's/ *$//' "$1") <(sed 's/ *$//' "$2"); }

workload() {
    local name=$1
    mkdir -p "$SOURCES"
    flock "$SOURCES" "$SCRIPT" prepare "$SOURCES" "$name" >log 2>&1 || skip "the sources of Debian cannot be fetched here: $(tail -n 1 log)"
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

long_bzip2() { workload bzip2; }
long_lua() { workload lua; }
long_sqlite() { workload sqlite; }
long_gnugo() { workload gnugo; }
long_tcc() { workload tcc; }

run_tests
