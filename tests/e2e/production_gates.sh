#!/bin/bash
# Production builds count through the segment register GS in executables, and through a thread-local variable
# elsewhere. Counts are exact in both, however the program is linked and started.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_gates.c
THREADS=7 TIMES=1000 # a thread has 20 times 1 + ... + 50 iterations
EXPECTED="[(8000, 204000)]"

build() { assert_ok "$ORDO" cc --production -O2 -g -pthread "$@" "$PROGRAM" -o prod; }
uses_gs() { objdump -d "$1" | grep -c '%gs:'; }

# counted FOLDER TEXT [FIELD]: prints executions and iterations of the loop marked TEXT, or FIELD of its `production`.
counted() {
    local file line
    file=$(grep -l "/\* $2 \*/" "$PROGRAM" ./*.c 2>/dev/null | head -1)
    line=$(grep -n "/\* $2 \*/" "$file" | cut -d: -f1)
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json, sys
p = json.load(open(".report.json"))
name, line, field = sys.argv[1:]
found = [x for x in p["scopes"] if x["kind"] == "loop" and x["line"] == int(line) and x["file"].endswith(name)]
print([x["production"].get(field) if field else (x["calls"], x["iterations"]) for x in found])' \
        "${file##*/}" "$line" "${3:-}"
}

# runs COMMAND...: runs it at several rates; the counts must be what it executes.
runs() {
    local rate
    for rate in 1 1/3 1/100; do
        rm -rf ordo.raw
        assert_eq "output" done "$(ORDO_RATE=$rate "$@" $THREADS $TIMES 0)"
        assert_eq "executions and iterations, rate $rate: $*" "$EXPECTED" "$(counted ordo.raw sum)"
    done
}

# Where only arch_prctl sets GS, gates must be above the executable. Then these kinds, which are loaded where libraries
# are, record nothing.
gs_can_be_negative() {
    LD_SHOW_AUXV=1 /bin/true | awk '/AT_HWCAP2/ { found = $2 } END { exit !(substr(found, length(found)) ~ /[2367abef]/) }'
}

test_executables_count_through_gs() {
    local how
    for how in "" "-no-pie -fno-pie" "-static" "-static-pie" "-fuse-ld=lld" "-static -fuse-ld=lld" "-flto" \
        "-static -flto"; do
        wanted "$how" "" -static -flto || continue
        build $how 2>err || { cat err >&2; exit 1; }
        assert_eq "by GS: $how" yes "$([ "$(uses_gs prod)" -gt 3 ] && echo yes)"
        if [ "$how" = -static-pie ] && ! gs_can_be_negative; then continue; fi
        runs ./prod
    done
}

long_other_code_does_not_use_gs() {
    local how
    for how in -fPIC --keep-gs "-mcmodel=medium"; do
        build $how
        assert_eq "by GS: $how" 0 "$(uses_gs prod)"
        runs ./prod
    done
}

# A routine that counts writes memory, whatever LLVM knew about it: it would merge calls of one that only reads.
test_routines_that_count_library_calls_write_memory() {
    cat >reads.c <<'C'
#include <string.h>
__attribute__((noinline)) unsigned long twice(const char *s) { return 2 * strlen(s); }
C
    assert_ok "$ORDO" cc --production -O2 -g -S -emit-llvm -o counts.ll reads.c
    assert_ok clang-19 -O2 -S -emit-llvm -o plain.ll reads.c
    effects() {
        local set
        set=$(sed -n 's/^define .*@twice(.*) .*\(#[0-9]*\).*/\1/p' "$1" | head -1)
        grep "^attributes $set " "$1" | grep -c 'memory('
    }
    assert_eq "effects that clang finds" 1 "$(effects plain.ll)"
    assert_eq "effects in a production build" 0 "$(effects counts.ll)"
}

# What LLVM knows about the effects of a routine before it is counted must not outlive the counting.
test_routines_that_only_read_are_counted() {
    PROGRAM=$ROOT/tests/e2e/programs/production/calls_itself_in_loops.c
    local level want=
    for level in 0 1 2 3; do
        wanted "$level" 0 2 || continue
        assert_ok "$ORDO" cc --production -O$level -g "$PROGRAM" -o prod
        rm -rf ordo.raw
        assert_eq "output" no "$(ORDO_RATE=1/100 ./prod 7)"
        want=${want:-$(counted ordo.raw tries)}
        assert_eq "executions and iterations at -O$level" "$want" "$(counted ordo.raw tries)"
        assert_eq "exact at -O$level" "[True]" "$(counted ordo.raw tries iterations_exact)"
    done
    assert_eq "iterations" "$((4 ** 7 - 1))" "$(grep -o '[0-9]*)' <<<"$want" | tr -d ')')"
}

# The thread's first steps use the gates of the thread that made it, which may be recording a sample.
test_threads_made_without_pthread_create_are_counted() {
    local i
    build
    for i in $(seq 20); do
        assert_eq "output" done "$(ORDO_RATE=1/3 ./prod $THREADS $TIMES 0 hidden)"
    done
    assert_ok "$ORDO" report ordo.raw >/dev/null
}

test_counts_are_exact_without_address_randomisation() {
    setarch -R true 2>/dev/null || skip "setarch -R is not permitted here"
    build
    runs setarch -R ./prod
}

test_counts_are_exact_when_the_loader_starts_the_executable() {
    gs_can_be_negative || skip "this system sets GS by arch_prctl only"
    build
    runs /lib64/ld-linux-x86-64.so.2 --library-path "$ROOT/build/lib/ordo" ./prod
}

test_code_of_executables_does_not_link_into_libraries() {
    local linker
    assert_ok "$ORDO" cc --production -O2 -fPIE -c "$PROGRAM" -o part.o
    for linker in bfd lld; do
        expect 1 "$ORDO" cc --production -fuse-ld=$linker -shared part.o -o part.so
        grep -q 'relocation R_X86_64_TPOFF32' err || { cat err >&2; fail "$linker: another message"; exit 1; }
    done
}

# A sample that begins in the library continues in the executable, although the executable has counted nothing yet.
test_a_sample_of_a_library_reaches_the_executable() {
    cat >library.c <<'C'
unsigned long of_library(unsigned n, unsigned long (*call)(unsigned)) {
    unsigned long s = 0;
    for (unsigned i = 0; i < n; i++) s += call(40); /* library */
    return s;
}
C
    assert_ok "$ORDO" cc --production -O2 -g -fPIC -shared library.c -o liblibrary.so
    sed 's/__attribute__((weak)) unsigned long of_library/unsigned long unused/' "$PROGRAM" |
        sed 's/^int main/unsigned long of_library(unsigned n, unsigned long (*call)(unsigned));\n&/' >main.c
    assert_ok "$ORDO" cc --production -O2 -g -pthread main.c -o prod -L. -llibrary -Wl,-rpath,"$PWD"
    PROGRAM=main.c
    assert_eq "by GS" "yes 0" "$([ "$(uses_gs prod)" -gt 3 ] && echo yes) $(uses_gs liblibrary.so)"
    assert_eq "output" done "$(ORDO_RATE=1 ./prod 0 0 100)"
    assert_eq "of the library" "[(1, 100)]" "$(counted ordo.raw library)"
    assert_eq "of the executable" "[(100, 4000)]" "$(counted ordo.raw sum)"
    assert_eq "incomplete samples" "[0]" "$(counted ordo.raw library incomplete)"
    python3 "$CHECKS/sample_of_both.py" || exit 1
}

# A gate's slow path runs once in a hundred executions or never. It is placed outside the code of the loops, so that
# they are closer together.
test_slow_paths_of_gates_are_outside_the_loops() {
    copy_program production/evict.c
    local options among
    for options in "" "-mllvm -force-loop-cold-block=false"; do
        assert_ok "$ORDO" cc --production -O2 $options -c evict.c -o evict.o
        among=$(objdump -d --no-show-raw-insn --disassemble=evict evict.o | sed '/\<ret/,$d' | grep -c '\<call\>')
        if [ -z "$options" ]; then
            assert_eq "calls among the code of the loops" 1 "$among"
        elif [ "$among" -le 1 ]; then
            fail "$options: the user's choice is overridden"
        fi
    done
}

# gates_of BODY: prints how many gates plain code of a routine with that body has.
gates_of() {
    assert_ok "$ORDO" cc --production -O2 "-DBODY=$1" -c "$ROOT/tests/e2e/programs/production/few_gates.c" -o few.o
    objdump -d few.o | grep -c 'decl *%gs:'
}

test_loops_that_cannot_grow_have_no_gates() {
    assert_eq "32 at most" 0 "$(gates_of 'for (int i = 0; i < 32 && text[i]; i++) n = call(n);')"
    assert_eq "33 at most" 1 "$(gates_of 'for (int i = 0; i < 33 && text[i]; i++) n = call(n);')"
    assert_eq "32 always" 0 "$(gates_of 'for (int i = 0; i < 32; i++) n = call(n);')"
    assert_eq "30 in both places" 0 "$(gates_of 'n = each(text, 30) + each(text + 30, 30);')"
    assert_eq "30 in one place of two" 2 "$(gates_of 'n = each(text, 30) + each(text + 30, n);')"
}

# If every execution begins with an iteration, the gate counts whether another one follows: most executions of such
# loops have one iteration.
test_executions_of_a_loop_with_an_unconditional_iteration_are_exact() {
    copy_program production/skip.c
    local rate at
    assert_ok "$ORDO" cc --production -O2 -g skip.c -o prod
    at=$(objdump -d --no-show-raw-insn --disassemble=skip prod | grep -E '(dec|inc).*%gs:' | awk '{print $2}' | xargs)
    assert_eq "counted" "decl incq" "$at"
    for rate in 1 1/3 1/100 1/100000; do
        rm -rf ordo.raw
        assert_eq "output" "6000 597000 5000" "$(ORDO_RATE=$rate ./prod 1000)"
        assert_eq "executions and iterations, rate $rate" "[(6000, 11000)]" "$(counted ordo.raw skip)"
    done
}

test_keep_gs_is_rejected_in_other_builds() {
    expect 2 "$ORDO" cc --keep-gs -c "$PROGRAM" -o part.o
    assert_eq "message" "ordo cc: --keep-gs: only production builds use GS: drop the option" "$(cat err)"
}

run_tests
