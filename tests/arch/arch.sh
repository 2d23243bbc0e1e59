#!/bin/bash
# The architecture: rooms and what they include (rooms.txt), allocations, symbols, sizes of files.
. "$(dirname "$0")/../e2e/lib.sh"

test_rooms_include_only_what_their_table_allows() { assert_ok python3 "$ROOT/tests/arch/rooms.py" "$ROOT"; }

# Runs rooms.py on ./tree, which each part of the test below changes; its output goes to `out`.
rooms_of() { python3 "$ROOT/tests/arch/rooms.py" tree >out && status=0 || status=$?; }

test_wrong_includes_circles_and_crowded_rooms_are_found() {
    mkdir -p tree/src/base tree/src/report tree/tests/arch
    cat >tree/tests/arch/rooms.txt <<END
base:
report: base
END
    echo '#include "base/status.h"' >tree/src/report/table.h
    touch tree/src/base/status.{c,h}
    rooms_of
    assert_eq "a tree that follows its table" "0 " "$status $(cat out)"

    echo '#include "report/table.h"' >tree/src/base/status.c
    rooms_of
    assert_eq "a wrong include" 'src/base/status.c:1: src/base/ may not include "report/table.h"
files that include each other in a circle: status table' "$(cat out)"
    echo 'include: base report' >>tree/tests/arch/rooms.txt
    echo 'cycle: table status' >>tree/tests/arch/rooms.txt
    rooms_of
    assert_eq "exceptions that are listed" "0 " "$status $(cat out)"

    : >tree/src/base/status.c
    rooms_of
    assert_eq "exceptions that are not needed" 'rooms.txt: no files are left in the cycle status table
rooms.txt: the exception base report is not needed' "$(cat out)"

    printf 'base:\nreport: base\n' >tree/tests/arch/rooms.txt
    : >tree/src/report/table.h
    touch tree/src/base/concept{1..40}.c
    mkdir tree/src/new && touch tree/src/new/one.c
    rooms_of
    assert_eq "a crowded room, an unknown room, and a line that allows too much" 'src/base/: 41 concepts, at most 40
src/new/: no line of rooms.txt is about it
rooms.txt: report includes nothing of base' "$(cat out)"
    assert_eq "the status" 1 "$status"
}

test_host_code_allocates_by_base_only() { assert_ok python3 "$ROOT/tests/arch/memory.py" "$ROOT"; }

test_an_allocation_outside_of_base_is_found() {
    mkdir -p tree/src/{base,run,engine/lab}
    for f in base/memory.c engine/lab/plan.c; do echo 'void *f(void) { return malloc(1); }' >tree/src/$f; done
    assert_ok python3 "$ROOT/tests/arch/memory.py" tree
    printf '/* malloc(1) */\nchar *f(void) { return strdup("abort()"); }\n' >tree/src/run/a.c
    ! python3 "$ROOT/tests/arch/memory.py" tree >out || { fail "an allocation passed"; exit 1; }
    assert_eq "what is found" "src/run/a.c:2: strdup is for src/base/ only: use base/memory.h, base/text.h or base/stream.h" "$(cat out)"
}

exported() { [ -s "$1" ] || { fail "$1 is not there"; exit 1; }; nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | sort -u; }

# It also exports what replaces routines of libc: those that make threads (libc_thread_begin.c) and those in
# src/engine/runtime/replaced.
test_the_runtime_exports_only_hooks_and_wrappers() {
    local so strange have
    for so in "$ROOT"/build/lib/ordo/libordo-{rt,ref}.so.1; do
        have=$(exported "$so") || exit 1
        strange=$(grep -vE '^__ordo_' <<<"$have" || true)
        case $so in
        *-rt.so.1) strange=$(grep -vxE '(__wrap_)?(pthread|thrd)_create|(get|set|p)rlimit(64)?|mlockall|munlockall|syscall|clone|read' <<<"$strange" || true) ;;
        esac
        assert_eq "symbols that $(basename "$so") must not export" "" "$strange"
    done
}

test_the_runtime_exports_every_hook() {
    local so
    { grep -oE '__ordo_[a-z_0-9]+, \(' "$ROOT/src/abi/hooks.def" | tr -d ', ('; echo __ordo_self; } | sort -u >hooks
    for so in "$ROOT"/build/lib/ordo/libordo-{rt,ref}.so.1; do
        exported "$so" >have || exit 1
        assert_eq "hooks that $(basename "$so") does not export" "" "$(comm -23 hooks have | xargs)"
    done
}

# A missing wrapper would not fail to link, because references are weak, but crash.
test_the_runtime_exports_a_wrapper_for_every_model() {
    local so
    sed -nE 's/^ORDO_MODEL\((\w+), (\w+)\).*/\1 \2/p' "$ROOT/src/abi/models.def" |
        awk '$2 != "unit" && $2 != "none" { print "__ordo_wrap_" $1 }' | sort -u >wanted
    [ "$(wc -l <wanted)" -ge 100 ] || { fail "the check sees $(wc -l <wanted) models"; exit 1; }
    for so in "$ROOT"/build/lib/ordo/libordo-{rt,ref}.so.1; do
        exported "$so" >have || exit 1
        assert_eq "models without a wrapper in $(basename "$so")" "" "$(comm -23 wanted have | xargs)"
    done
}

# Library models call the routines that they model. The rest of the runtime must not use the program's heap, its
# streams, its exit or anything except these; it makes every system call itself (os.h).
CORE_IMPORTS="__clone __read __errno_location environ getauxval pthread_atfork pthread_key_create
pthread_setspecific"

test_the_runtimes_core_imports_only_the_listed_symbols() {
    local o core=() all=() strange
    for o in $(cd "$ROOT/src/engine/runtime" && ls */*.c); do
        o=$ROOT/build/runtime/${o%.c}.o
        [ -s "$o" ] || { fail "$o is not there"; exit 1; }
        all+=("$o")
        case $(basename "$o") in libc_*) ;; *) core+=("$o") ;; esac
    done
    nm --defined-only "${all[@]}" | awk 'NF == 3 { print $3 }' | sort -u >defined
    nm -u "${core[@]}" | awk 'NF == 2 { print $2 }' | sort -u >undefined
    strange=$(comm -23 undefined defined | grep -vxF "$(tr ' ' '\n' <<<"$CORE_IMPORTS")" || true)
    assert_eq "what the runtime's core imports and must not" "" "$(echo $strange)"
    grep -qx environ undefined || { fail "the check sees no imports at all"; exit 1; }
}

# Calls that the compiler inserts would reach the program's own versions, if it defines them.
test_only_models_of_the_runtime_call_copies_and_fills() {
    (cd "$ROOT/src/engine/runtime" && ls */*.c) | sed "s,^\(.*\)\.c$,$ROOT/build/runtime/\1.o," | xargs nm -A -u >calls
    grep -wE 'memset|memcpy|memmove|memcmp|bcmp' calls | sed -E 's,.*/runtime/(.*)\.o:.*,\1,' | sort -u >callers
    assert_eq "files that call memset, memcpy, memmove or memcmp" "" \
        "$(grep -vxE 'library/libc_(memory|models)' callers | xargs)"
    grep -qx library/libc_memory callers || { fail "the check sees no calls"; exit 1; }
}

# In a trained runtime, which is optimised as a whole, only the models call these routines, too. ort_model_real takes
# their addresses. make check does not train, so that this is a test of make check-arch-long.
long_only_models_of_the_linked_runtime_call_copies_and_fills() {
    [ -s "$ROOT/build/runtime/profile" ] || { fail "the runtime is not trained"; exit 1; }
    objdump -dr --no-show-raw-insn "$ROOT/build/runtime/shared.o" |
        awk '/^[0-9a-f]+ <.*>:/ { f = $2 } $3 ~ /^(memset|memcpy|memmove|memcmp|bcmp)[-+]/ { print f }' |
        tr -d '<>:' | sort -u >callers
    grep -qx __ordo_wrap_memset callers || { fail "the check sees no calls"; exit 1; }
    assert_eq "callers of memset and similar routines outside models" "" "$(grep -v -e '^__ordo_wrap_' -e '^ort_model_real$' callers)"
}

test_the_abi_version_is_that_of_the_contract() { assert_ok python3 "$ROOT/tests/arch/abi.py" "$ROOT"; }

test_a_change_of_the_contract_asks_for_a_new_abi_version() {
    mkdir -p tree/src tree/tests/arch
    cp -r "$ROOT/src/abi" tree/src
    cp "$ROOT/tests/arch/abi.txt" tree/tests/arch
    echo '/* no change of the contract */' >>tree/src/abi/models.def
    assert_ok python3 "$ROOT/tests/arch/abi.py" tree
    sed -i 's/^ORDO_MODEL(strlen, string)/ORDO_MODEL(memfrob, string)\n&/' tree/src/abi/models.def
    ! python3 "$ROOT/tests/arch/abi.py" tree >out || { fail "a new row of models.def passed"; exit 1; }
    local next=$(($(cut -d ' ' -f 1 tree/tests/arch/abi.txt) + 1))
    grep -q "raise ORDO_ABI_VERSION in src/abi/abi.h to $next" out || { cat out; fail "no new version is asked for"; exit 1; }
    sed -i "s/^#define ORDO_ABI_VERSION .*/#define ORDO_ABI_VERSION $next/" tree/src/abi/abi.h
    sed -n 's/^write "\(.*\)" into .*/\1/p' out >tree/tests/arch/abi.txt
    assert_ok python3 "$ROOT/tests/arch/abi.py" tree
}

test_no_source_file_is_longer_than_800_lines() {
    local long
    long=$(cd "$ROOT" && find src include tests -name '*.[ch]' -o -name '*.cpp' -o -name '*.sh' -o -name '*.py' |
        xargs wc -l | awk '$1 > 800 && $2 != "total" { print $2 }')
    assert_eq "files past 800 lines" "" "$long"
}

test_every_source_names_its_licence() {
    (cd "$ROOT" && find src include -name '*.[ch]' -o -name '*.cpp' -o -name '*.def') >files
    grep -q '^src/engine/valgrind/' files
    (cd "$ROOT" && grep -v '^src/engine/valgrind/' | xargs awk 'FNR <= 2 && /SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception/ { print FILENAME }') <files >named
    (cd "$ROOT" && grep '^src/engine/valgrind/' | xargs awk 'FNR <= 2 && /SPDX-License-Identifier: GPL-2.0-or-later/ { print FILENAME }') <files >>named
    assert_eq "files without a licence line" "" "$(sort -u named | comm -3 - <(sort files) | xargs)"
}

test_file_names_are_unique() {
    local twice
    twice=$(cd "$ROOT" && find src -name '*.[ch]' -printf '%f\n' | sort | uniq -d)
    assert_eq "file names used twice" "" "$twice"
}

# A failed program's own message must be among the last lines, whatever the command was.
test_a_failed_test_says_why() {
    cat >failing.sh <<END
. "$ROOT/tests/e2e/lib.sh"
test_program() { assert_ok python3 -c '
x = 1
$(yes '# a line of the script' | head -n 30)
assert x == 2, ("x", x)
'; }
test_silent() { grep -q word /dev/null; }
run_tests
END
    expect 1 env ONLY= bash failing.sh
    sed -n '/FAIL.*program/,/FAIL.*silent/p' out | grep -v '^FAIL' | tail -n 4 >said
    grep -q "AssertionError: ('x', 1)" said || { cat out; fail "the message of python3 is not at the end"; exit 1; }
    grep -q 'status 1 of: grep -q word /dev/null' out || { cat out; fail "the command is not named"; exit 1; }
}

test_a_selection_without_tests_is_an_error() {
    cat >one.sh <<END
. "$ROOT/tests/e2e/lib.sh"
test_here() { :; }
run_tests
END
    expect 0 env ONLY=he bash one.sh
    expect 1 env ONLY=there bash one.sh
}

test_make_prints_one_short_line_a_step() {
    local make=(make --no-print-directory -C "$ROOT" "B=$PWD/b" "$PWD/b/host/base/arena.o")
    assert_eq "what make prints" "  CC    src/base/arena.c" "$("${make[@]}")"
    rm -r b
    "${make[@]}" V=1 >out
    grep -q -- '-c src/base/arena.c' out || { cat out; fail "V=1 does not print the command"; exit 1; }
}

test_porting_md_lists_every_file_with_machine_code() { assert_ok python3 "$ROOT/tests/arch/porting.py" "$ROOT"; }

test_texts_have_none_of_the_phrases_that_words_txt_lists() { assert_ok python3 "$ROOT/tests/arch/words.py" "$ROOT"; }

test_a_phrase_is_found_across_lines_of_a_comment() {
    mkdir -p tree/src tree/tests/arch
    cp "$ROOT/tests/arch/words.txt" tree/tests/arch/
    printf '/* All cells but\n * for those of the stack, and a twin. */\n' >tree/src/a.c
    ! python3 "$ROOT/tests/arch/words.py" tree >out || { fail "wrong phrases passed"; exit 1; }
    assert_eq "what is found" 'src/a.c:2: "twin": write environment variable; or name the second thing
src/a.c:1: "but for those": write except' "$(cat out)"
}

run_tests
