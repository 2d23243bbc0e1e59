#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A recorded program behaves as if it were not recorded. tests/faults makes calls of the runtime fail, and
# tests/kinds has many more circumstances.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs/reliability

# builds NAME [FLAGS]: builds NAME.native, NAME (exact) and NAME.production.
builds() {
    local name=$1
    shift
    assert_ok clang-19 -O2 -w "$@" -o "$name.native" "$PROGRAMS/$name.c"
    assert_ok "$ORDO" cc -O2 -g -w "$@" -o "$name" "$PROGRAMS/$name.c"
    assert_ok "$ORDO" cc --production -O2 -g -w "$@" -o "$name.production" "$PROGRAMS/$name.c"
}

# as_natively NAME ARGUMENT...: unrecorded, recorded and in production, output and status must be those of the native run.
as_natively() {
    local name=$1 way status=0
    shift
    cp "$name.native" run
    ./run "$@" >native.out 2>native.err || status=$?
    for way in idle recorded production; do
        case $way in
        idle) cp "$name" run && set -- ./run "$@" ;;
        recorded) set -- "$ORDO" record -q -- "$@" ;;
        production) cp "$name.production" run && set -- "$ORDO" record -q --production --rate 1/3 -- "${@:5}" ;;
        esac
        expect "$status" "$@"
        cmp -s native.out out || { diff native.out out >&2; fail "$way: the output differs"; exit 1; }
    done
}

test_a_programs_limit_on_its_memory_does_not_include_the_runtime() {
    builds limits -pthread
    export MALLOC_ARENA_MAX=1 # otherwise timing determines the number of malloc's arenas
    for which in 9 2; do
        for hard in 0 1; do as_natively limits $which 600 $hard; done
    done
}

# The locked memory is the program's: its library adds less than 4 MB.
test_mlockall_locks_only_the_memory_of_the_program() {
    builds locked -pthread
    export MALLOC_ARENA_MAX=1
    [ "$(./locked.native 3 2>/dev/null | sed -n '$=')" = 4 ] || skip "this user may not lock memory"
    local flags
    for flags in 1 2 3 5 7 0 4 8; do
        wanted $flags 1 3 || continue
        as_natively locked $flags
        python3 - native.err err <<'P' || exit 1
import re, sys
native, own = (int(re.search(r"locked (-?\d+) kB", open(f).read())[1]) for f in sys.argv[1:])
if not native <= own <= native + 4096:
    sys.exit(f"    {native} kB are locked natively, {own} recorded")
P
    done
}

long_an_ordinary_user_may_lock_as_much_memory_as_without_ordo() {
    [ "$(id -u)" -eq 0 ] || skip "only root can become another user"
    builds locked -pthread
    chmod 755 . && chmod 777 .
    local flags way
    for flags in 1 2 3; do
        for way in ./locked.native "$ORDO record -q -o d.data -- ./locked" \
            "$ORDO record -q -o d.data --production -- ./locked.production"; do
            (
                ulimit -l 8192
                setpriv --reuid 65534 --clear-groups --inh-caps=-all $way $flags >"out.$flags" 2>err
            ) || { cat err >&2; fail "$way $flags"; exit 1; }
            [ "$way" = ./locked.native ] && mv "out.$flags" "native.$flags"
            [ "$way" = ./locked.native ] || assert_eq "$way $flags" "$(cat "native.$flags")" "$(cat "out.$flags")"
            rm -f d.data*
        done
    done
}

test_a_parent_that_calls_vfork_in_a_loop_is_recorded_to_its_end() {
    assert_ok clang-19 -O2 -w -o native "$PROGRAMS/vfork_loop.c"
    ./native >native.out
    local build
    for build in "" --blocks --drms --structure "--no-loops --no-fold"; do
        wanted "$build" "" --structure || continue
        assert_ok "$ORDO" cc -O2 -g -w $build -o vfork_loop "$PROGRAMS/vfork_loop.c"
        expect 0 "$ORDO" record -q -- ./vfork_loop
        assert_eq "output" "$(cat native.out)" "$(cat out)"
        "$ORDO" report --json ordo.data >p.json || exit 1
        python3 "$CHECKS/parent_of_vforks.py" "$build" || exit 1
    done
}

test_counts_survive_a_vfork_before_the_first_gate() {
    assert_ok "$ORDO" cc --production -O2 -g -o vfork_first "$PROGRAMS/vfork_first.c"
    expect 0 "$ORDO" record -q --production --rate 1/10 -- ./vfork_first
    "$ORDO" report --json ordo.data >p.json || exit 1
    python3 <<'P' || exit 1
import json
loops = {s["line"]: s for s in json.load(open("p.json"))["scopes"] if s["kind"] == "loop"}
got = loops[15]["calls"], loops[15]["cost"]["total"]
assert got == (100, 100000), got
P
}

test_children_without_a_raw_file_are_counted() {
    builds file_limit
    as_natively file_limit
    expect 0 "$ORDO" record -q -- ./file_limit
    "$ORDO" report --warnings ordo.data >report || exit 1
    grep -q 'lost-children' report
    grep -q 'forked 2 processes that were not recorded: .*(File too large)' report
}

test_a_process_that_does_little_leaves_a_small_file() {
    assert_ok "$ORDO" cc -O2 -g -w -o file_limit "$PROGRAMS/file_limit.c"
    mkdir raw
    ORDO_RAW_DIR=$PWD/raw expect 0 ./file_limit
    local f
    for f in raw/*.raw; do
        [ "$(du -k "$f" | cut -f1)" -le 32 ] || { du -k "$f" >&2; fail "more than 32 kB"; exit 1; }
    done
}

test_a_folder_that_is_still_written_to_is_not_removed() {
    printf '#include <unistd.h>\nint main(void) { for (volatile int i = 0; i < 9; i++) { }\n    puts("on"); fflush(stdout); pause(); return 0; }\n' |
        sed '1i #include <stdio.h>' >waits.c
    assert_ok "$ORDO" cc -g -o waits waits.c
    mkdir raw
    ORDO_RAW_DIR=$PWD/raw ./waits >on &
    until [ -s on ]; do sleep 0.05; done
    expect 0 "$ORDO" record --from raw
    grep -q 'raw is kept because 1 process still writes to it' err
    [ -n "$(ls raw)" ] || { fail "its raw file is gone"; exit 1; }
    kill $!
    wait $! 2>/dev/null || true
    expect 0 "$ORDO" record --from raw
    [ ! -e raw ] || { fail "the folder is still there"; exit 1; }
}

long_output_of_emit_llvm_is_not_instrumented_twice() {
    local build level
    echo 'int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * s; return s; }' >b.c
    echo 'int f(int); int main(void) { return f(5) & 0; }' >a.c
    for build in "" --blocks --blocks=only --drms --structure --production; do
        wanted "$build" "" --production || continue
        for level in -O0 -O2; do
            wanted $level -O2 || continue
            assert_ok "$ORDO" cc $build $level -g -S -emit-llvm -o b.ll b.c
            assert_ok "$ORDO" cc $build $level -g -c -emit-llvm -o b.bc b.c
            assert_ok "$ORDO" cc $build $level -g -o text b.ll a.c
            assert_ok "$ORDO" cc $build $level -g -o code b.bc a.c
            assert_ok "$ORDO" cc $build $level -g -o once b.c a.c
            for p in text code once; do
                expect 0 "$ORDO" record -q -o $p.data -- ./$p
                "$ORDO" report --json $p.data | python3 -c 'import json, sys
print(sorted((s["name"], s.get("calls")) for s in json.load(sys.stdin)["scopes"]))' >$p.scopes
            done
            assert_eq "$build $level" "$(cat once.scopes)" "$(cat text.scopes)"
            assert_eq "$build $level" "$(cat once.scopes)" "$(cat code.scopes)"
        done
    done
}

test_a_static_link_without_the_c_library_is_rejected_in_one_line() {
    echo 'void _start(void) { for (;;) ; }' >bare.c
    expect 2 "$ORDO" cc -nostdlib -static -o bare bare.c
    assert_eq "lines" 1 "$(wc -l <err)"
    grep -q 'the runtime needs the C library and its start files: add them (crt1.o, -lc)' err
    echo 'int main(void) { return 3; }' >whole.c
    part() { clang-19 -print-file-name="$1"; }
    assert_ok "$ORDO" cc -nostdlib -static "$(part crt1.o)" "$(part crti.o)" whole.c -lc "$(part crtn.o)" -o whole
    expect 3 "$ORDO" record -q -- ./whole
}

# switch_of N: prints a routine with 2 N accesses and N calls, each in code of its own.
switch_of() {
    local k
    echo 'static long half(long x) { return x / 2; }'
    echo 'long run(long *a, long *b, int *code, int n) { unsigned long s = 1; for (int i = 0; i < n; i++) switch (code[i]) {'
    for k in $(seq "$1"); do
        echo "case $k: s = s * $((k * k + 1)) + (a[i % $((k % 50 + 7))] ^ b[s & $((k % 64))]) + half(s + $k); break;"
    done
    echo '} return s; }'
}

# LLVM's time for a routine grows faster than the routine's code, so instrumentation must add little to long routines.
long_instrumentation_of_a_long_routine_is_small_and_exact() {
    local build text native
    switch_of 1500 >long.c
    clang-19 -O2 -c long.c -o native.o
    native=$(size native.o | awk 'NR == 2 { print $1 }')
    for build in "" --structure --production; do
        assert_ok "$ORDO" cc $build -O2 -c long.c -o instrumented.o
        text=$(size instrumented.o | awk 'NR == 2 { print $1 }')
        [ "$text" -le $((4 * native)) ] || { fail "${build:-exact}: $text bytes of text, natively $native"; exit 1; }
    done
    for build in "" --reference; do
        assert_ok "$ORDO" cc $build -O2 -g long.c "$PROGRAMS/long_routine.c" -o program
        assert_ok "$ORDO" record -q --all-points -o "data$build" -- ./program >"out$build"
        "$ORDO" report --json "data$build" >"json$build"
    done
    cmp out out--reference || exit 1
    python3 "$CHECKS/long_routine_points.py" json json--reference || exit 1
}

test_clone3_fails_as_the_kernel_says() {
    builds clone3
    as_natively clone3
}

test_a_routine_that_runs_before_the_environment_is_set_does_not_disable_recording() {
    builds early
    as_natively early
    expect 0 "$ORDO" record -q -- ./early
    assert_eq "calls of sum in main" 2 "$("$ORDO" report --json | python3 -c '
import json, sys
print([s["calls"] for s in json.load(sys.stdin)["scopes"] if s["name"] == "sum"][0])')"
}

run_tests
