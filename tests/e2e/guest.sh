#!/bin/bash
# Ordo disturbs the program as little as possible. Unrecorded and recorded, the program keeps its descriptors,
# threads, signals, limits and memory, and large mappings and many threads work.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc -g --no-fold"

# Writes a program that prints what it sees of itself: open descriptors, threads, signal dispositions and mask.
write_mirror() {
    copy_program guest/mirror.c
}

test_the_program_sees_its_own_descriptors_threads_and_signals() {
    write_mirror
    clang-19 mirror.c -o native
    $CC mirror.c -o mirror
    ./native </dev/null >want
    ./mirror </dev/null >idle
    assert_ok diff want idle
    "$ORDO" record -q -- ./mirror </dev/null >recorded
    assert_ok diff want recorded
}

# The runtime and the mathematical library that it depends on take about 4 MB; a recording reserves gigabytes.
test_an_unrecorded_program_reserves_no_address_space() {
    copy_program guest/address_space.c m.c
    clang-19 m.c -o native
    $CC m.c -o m
    local native idle
    native=$(./native) idle=$(./m)
    [ $((idle - native)) -lt 16384 ] || { fail "idle: $idle kB of address space, native: $native kB"; exit 1; }
}

test_a_program_may_map_64_gigabytes() {
    copy_program guest/maps_64_gigabytes.c big.c
    $CC -O1 big.c -o big
    [ "$(./big)" = 1 ] || skip "64 GB of address space are not available here"
    "$ORDO" record -q -- bash -c 'ulimit -t 10; ./big' >out
    assert_eq output 1 "$(cat out)"
    assert_eq "calls of touch" 5 "$(ask ordo.data 's["touch"]["calls"]')"
}

long_256_threads_are_recorded_at_every_cell_size() {
    copy_program guest/waiting_threads.c threads.c
    $CC -O2 threads.c -o threads -lpthread
    local c
    for c in 1 2 4 8; do
        "$ORDO" record -q --cell $c -- ./threads >out
        assert_eq "output with --cell $c" done "$(cat out)"
        assert_eq "calls of work with --cell $c" 256 "$(ask ordo.data 's["work"]["calls"]')"
        assert_eq "stops with --cell $c" "[]" "$(ask ordo.data '[w["code"] for w in p["warnings"] if "stopped" in w["code"]]')"
        assert_eq "largest size with --cell $c" $((c == 8 ? 32 : 63 * 4 / c)) "$(ask ordo.data 's["work"]["sizes"]["rms"]["max"]')"
    done
}

test_thousands_of_short_threads_leave_a_small_raw_file() {
    copy_program guest/waves_of_threads.c pools.c
    $CC -O2 pools.c -o pools -lpthread
    "$ORDO" record -q -- sh -c './pools; ls -s --block-size=1M ordo.data.raw-*/*.raw | cut -d" " -f1 >raw-megabytes' >out
    assert_eq output done "$(cat out)"
    assert_eq "calls" "2400 24000" "$(ask ordo.data 's["run"]["calls"], s["work"]["calls"]' | tr -d '(),')"
    [ "$(cat raw-megabytes)" -lt 64 ] || { fail "raw file of $(cat raw-megabytes) MB"; exit 1; }
}

test_stamps_that_wrap_do_not_change_the_profile() {
    copy_program guest/long_enough.c wrap.c
    $CC -O2 wrap.c -o wrap
    local k e='json.dumps([{k: x[k] for k in ("name", "calls", "cost", "sizes")} for x in p["scopes"]])'
    "$ORDO" record -q -- ./wrap >out
    ask ordo.data "$e" >want
    for k in 40 100 1000; do
        ORDO_TEST_STAMP_SPACE=$k "$ORDO" record -q -- ./wrap >out
        ask ordo.data "$e" >got
        assert_ok cmp want got
    done
}

test_recording_works_within_a_limit_on_address_space() {
    write_mirror
    $CC -O1 mirror.c -o mirror
    (ulimit -v 4000000; ./mirror </dev/null >idle)
    "$ORDO" record -q -- bash -c 'ulimit -v 4000000; ./mirror' </dev/null >recorded
    assert_ok diff idle recorded
    assert_eq "calls of list, or a warning" True "$(ask ordo.data 's.get("list", {"calls": 0})["calls"] == 2 or any("stopped" in w["code"] for w in p["warnings"])')"
}

test_a_program_may_close_all_descriptors() {
    cat >closer.c <<'EOF'
#include <stdio.h>
#include <unistd.h>
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
int main(void) { for (int i = 3; i < 4096; i++) close(i); for (int i = 0; i < 50; i++) work(i); puts("done"); return 0; }
EOF
    $CC -O1 closer.c -o closer
    "$ORDO" record -q -- ./closer >out
    assert_eq output done "$(cat out)"
    assert_eq calls 50 "$(ask ordo.data 's["work"]["calls"]')"
}

run_tests
