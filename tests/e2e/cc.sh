#!/bin/bash
# ordo cc: a compiler that real builds accept as clang.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc"
CXX="$ORDO c++"

write_hello() {
    cat >hello.c <<'EOF'
#include <stdio.h>
static int add(int alpha, int beta) { int i; for (i = 0; i < beta; i++) alpha++; return alpha; }
int main(int argc, char **argv) { (void)argv; printf("%d\n", add(40, argc + 1)); return 0; }
EOF
}

# Writes a stand-in for clang that prints its arguments, one per line, and ORDO_PASS.
write_fake() {
    printf '#!/bin/sh\nprintf "%%s\\n" "$@"\necho "ORDO_PASS=$ORDO_PASS"\n' >fake
    chmod +x fake
    unset ORDO_CC_REFERENCE ORDO_PASS
    export ORDO_CC_COMPILER=$PWD/fake
}

test_compiles_links_and_runs() {
    write_hello
    local o
    for o in -O0 -O1 -O2 -O3 -Os; do
        $CC $o hello.c -o hello 2>err
        assert_eq "stderr of $o" "" "$(cat err)"
        assert_eq "output of $o" 42 "$(./hello)"
    done
}

test_version_is_that_of_clang() {
    assert_eq "ordo cc --version" "$(clang-19 --version)" "$($CC --version)"
    assert_eq "ordo-cc --version" "$(clang-19 --version)" "$("$ORDO-cc" --version)"
    assert_eq "-dumpmachine" "$(clang-19 -dumpmachine)" "$($CC -dumpmachine)"
    assert_eq "-print-resource-dir" "$(clang-19 -print-resource-dir)" "$($CC -print-resource-dir)"
}

test_preprocessing_is_that_of_clang() {
    write_hello
    local f
    for f in -E -M -MM "-E -dM" "-fsyntax-only"; do
        assert_eq "output of $f" "$(clang-19 $f hello.c | md5sum)" "$($CC $f hello.c | md5sum)"
    done
    $CC -MD -MF dep.d -c hello.c
    grep -q '^hello.o:' dep.d
    assert_eq "-v alone" 0 "$($CC -v >/dev/null 2>&1; echo $?)"
}

test_assembly_output_can_be_compiled() {
    write_hello
    $CC -O2 -S hello.c
    grep -q __ordo_self hello.s
    $CC -c hello.s && $CC hello.o -o hello
    assert_eq output 42 "$(./hello)"
}

test_source_may_come_from_stdin() {
    write_hello
    $CC -x c - -o hello <hello.c
    assert_eq "output, -x c before -" 42 "$(./hello)"
    $CC -xc -c -o h.o - <hello.c && $CC -o hello h.o
    assert_eq "output, linked apart" 42 "$(./hello)"
}

test_option_x_does_not_apply_to_the_runtime_library() {
    write_hello
    cp hello.c hello.txt
    $CC -x c hello.txt -o hello
    assert_eq output 42 "$(./hello)"
    $CC -o hello -- hello.c
    assert_eq "output after --" 42 "$(./hello)"
}

test_response_files_are_read() {
    mkdir "a dir"
    write_hello
    mv hello.c "a dir/it's.c"
    printf -- '-O2 "a dir/it'"'"'s.c"\n-o  hello -fipa-pta' >args
    $CC @args 2>err
    assert_eq output 42 "$(./hello)"
    grep -q 'ignoring unknown option, which only gcc supports: -fipa-pta' err
    write_fake
    printf -- '-c x.c' >plain
    $CC @plain | grep -qx -- '@plain' || { fail "an @file was expanded without need"; exit 1; }
    printf -- '--reference -c x.c' >own
    $CC @own | grep -q 'ORDO_PASS=.*reference=1'
}

test_one_command_may_compile_several_sources() {
    echo 'int two(void) { return 2; }' >two.c
    echo 'int forty(void) { return 40; }' >forty.c
    echo '#include <stdio.h>
int two(void), forty(void); int main(void) { printf("%d\n", two() + forty()); }' >main.c
    $CC main.c two.c forty.c -o all
    assert_eq output 42 "$(./all)"
    $CC -c main.c two.c forty.c
    ar rcs lib.a two.o forty.o
    $CC main.o lib.a -o all
    assert_eq "output from a static library" 42 "$(./all)"
}

test_assembler_sources_are_compiled() {
    write_hello
    printf '.globl answer\nanswer:\n mov $42, %%eax\n ret\n.section .note.GNU-stack,"",@progbits\n' >a.s
    printf '#define NAME answer2\n.globl NAME\nNAME:\n mov $42, %%eax\n ret\n.section .note.GNU-stack,"",@progbits\n' >b.S
    echo '#include <stdio.h>
int answer(void), answer2(void); int main(void) { printf("%d\n", (answer() + answer2()) / 2); }' >m.c
    $CC m.c a.s b.S -o m
    assert_eq output 42 "$(./m)"
}

test_shared_libraries_are_instrumented() {
    echo 'int answer(void) { int i, n = 0; for (i = 0; i < 42; i++) n++; return n; }' >lib.c
    echo '#include <stdio.h>
int answer(void); int main(void) { printf("%d\n", answer()); }' >m.c
    $CC -O1 -fPIC -shared -Wl,-z,defs -Wl,-soname,libanswer.so lib.c -o libanswer.so
    $CC m.c -L. -lanswer -Wl,-rpath,"$PWD" -o m
    assert_eq output 42 "$(./m)"
    gcc m.c -L. -lanswer -Wl,-rpath,"$PWD" -o host
    assert_eq "output under a host that is not instrumented" 42 "$(./host)"
}

test_relocatable_link_gets_no_library() {
    write_hello
    $CC -c hello.c -o 1.o
    $CC -r 1.o -o 2.o
    $CC 2.o -o hello
    assert_eq output 42 "$(./hello)"
}

test_static_executables_run() {
    write_hello
    $CC -O2 -static hello.c -o hello
    ! ldd hello >ldd 2>&1 || { fail "not static: $(cat ldd)"; exit 1; }
    assert_eq output 42 "$(./hello)"
}

test_link_time_optimisation_keeps_instrumentation() {
    write_hello
    local f
    for f in -flto -flto=thin -flto=4 "-flto -fuse-ld=lld"; do
        $CC -O2 $f -c hello.c -o hello.o
        $CC -O2 $f hello.o -o hello
        assert_eq "output of $f" 42 "$(./hello)"
        nm -D hello | grep -q ' U __ordo_abi' || { fail "$f: not instrumented"; exit 1; }
    done
}

long_precompiled_headers_work() {
    printf '#pragma once\nstatic inline int answer(void) { return 42; }\n' >pre.h
    echo '#include "pre.h"
#include <stdio.h>
int main(void) { printf("%d\n", answer()); }' >m.c
    $CC -O2 pre.h -o pre.h.gch
    $CC -O2 -include pre.h m.c -o m
    assert_eq "output with .gch" 42 "$(./m)"
    $CC -O2 -x c-header pre.h -o pre.pch
    $CC -O2 -include-pch pre.pch m.c -o m
    assert_eq "output with .pch" 42 "$(./m)"
}

test_cxx_is_compiled() {
    echo '#include <vector>
#include <cstdio>
struct E {};
int sum(const std::vector<int> &v) { int s = 0; for (int x : v) s += x; if (s != 42) throw E(); return s; }
int main() { try { sum({1}); } catch (E &) { std::printf("%d\n", sum({40, 2})); } }' >v.cc
    $CXX -O2 -std=c++17 v.cc -o v
    assert_eq output 42 "$(./v)"
    "$ORDO-c++" -O0 v.cc -o v
    assert_eq "output of ordo-c++" 42 "$(./v)"
}

# The compiler emits debug information for the pass, which reads names of arguments. The object keeps only lines.
test_names_of_arguments_are_known_without_debug_information() {
    write_hello
    $CC -O2 -c hello.c
    grep -q alpha hello.o || { fail "no argument names"; exit 1; }
    ! objdump --dwarf=info hello.o | grep -q alpha || { fail "unrequested debug information"; exit 1; }
    objdump --dwarf=decodedline hello.o | grep -q '^hello.c ' || { fail "no lines"; exit 1; }
    $CC -O2 -g -c hello.c
    objdump --dwarf=info hello.o | grep -q alpha || { fail "-g was not obeyed"; exit 1; }
    $CC -O2 -g1 -c hello.c
    ! grep -q alpha hello.o || { fail "-g1 was overridden"; exit 1; }
}

test_g0_is_obeyed_with_one_warning() {
    write_hello
    $CC -O2 -g0 hello.c -o hello 2>err
    assert_eq "lines on stderr" 1 "$(wc -l <err)"
    grep -q '^ordo cc: warning: -g0: ' err
    ! objdump -h hello | grep -q debug_info || { fail "debug information despite -g0"; exit 1; }
}

# Debug information is needed for the names of integer arguments only; without them the code is the same.
test_added_debug_information_does_not_change_the_code() {
    cat >plain.c <<'EOF'
#include <stdio.h>
#include <string.h>
static char text[100] = "words";
static void turn(char *s) { char *e = s + strlen(s); while (s < --e) { char c = *s; *s++ = *e; *e = c; } }
int main(void) { while (*text) { turn(text); puts(text); memmove(text, text + 1, strlen(text)); } return 0; }
EOF
    $CC -O2 -c plain.c -o with.o
    $CC -O2 -g0 -c plain.c -o without.o 2>/dev/null
    objcopy -O binary -j .text with.o with.text && objcopy -O binary -j .text without.o without.text
    [ -s with.text ] && assert_ok cmp with.text without.text
}

test_options_of_gcc_are_dropped_with_one_warning() {
    write_hello
    $CC -O2 -Werror -Wlogical-op -fipa-pta -fno-ipa-icf -fipa-pta hello.c -o hello 2>err
    assert_eq "stderr" "ordo cc: warning: ignoring unknown options, which only gcc supports: -Wlogical-op -fipa-pta -fno-ipa-icf" "$(cat err)"
    assert_eq output 42 "$(./hello)"
    $CC -w -fipa-pta -c hello.c 2>err
    assert_eq "stderr with -w" "" "$(cat err)"
}

# Warnings that ordo cc treats as gcc's own are unknown to clang, in every form.
test_no_warning_option_of_clang_is_dropped() {
    local form
    echo 'int x;' >x.c
    for form in -W -Wno- -Werror=; do
        sed -n "s/^GCC_WARNING(\"\(.*[^=]\)\")/$form\1/p; s/^GCC_WARNING(\"\(.*=\)\")/${form}\11/p" \
            "$ROOT/src/wrapper/gcc_options.def" >words
        clang-19 -c x.c $(cat words) 2>out
        sed -n "s/^warning: unknown warning option '\([^']*\)'.*/\1/p" out | sort >unknown
        assert_eq "$form: known to clang" "" "$(sort words | comm -23 - unknown)"
    done
    echo '#include <stdio.h>
    void f(long x) { printf("%d\n", x); }' >f.c
    $CC -Wall -Werror -Wno-format -c f.c
}

test_configure_probes_for_unknown_options_fail() {
    write_hello
    ! $CC -Werror=unknown-warning-option -Wlogical-op -c hello.c 2>/dev/null || { fail "the probe succeeded"; exit 1; }
    ! $CC -fno-such-thing -c hello.c 2>/dev/null || { fail "an unknown option was accepted"; exit 1; }
}

test_address_and_undefined_sanitizers_work_and_others_are_rejected() {
    write_hello
    local s
    for s in thread memory address,thread; do
        $CC -fsanitize=$s hello.c -o hello 2>err && { fail "$s was accepted"; exit 1; }
        assert_eq "lines about -fsanitize=$s" 1 "$(wc -l <err)"
    done
    $CC -fsanitize=thread -fno-sanitize=thread hello.c -o hello
    for s in address undefined address,undefined; do
        $CC -O1 -fsanitize=$s hello.c -o hello
        assert_eq "output with -fsanitize=$s" 42 "$(./hello)"
    done
    echo 'int main(int n, char **v) { int a[3]; (void)v; a[0] = 0; return ((volatile int *)a)[n + 4]; }' >bug.c
    $CC -O1 -fsanitize=address bug.c -o bug
    ! ./bug 2>err || { fail "the bug was not found"; exit 1; }
    grep -q stack-buffer-overflow err
}

# memcheck also checks the runtime's code, and reports only the program's errors.
long_memcheck_reports_errors_of_the_program_only() {
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    copy_program cc/memory_errors.c bug.c
    local build
    for build in "" --structure --production --drms --blocks=only; do
        wanted "$build" "" || continue
        $CC $build -O1 -gdwarf-4 bug.c -o bug
        valgrind -q --error-exitcode=9 --leak-check=full ./bug >out 2>&1 || { fail "$build: $(cat out)"; exit 1; }
        expect 9 valgrind -q --error-exitcode=9 ./bug x
        assert_eq "errors, $build" "1 Conditional 1 Invalid" \
            "$(grep -oE 'Conditional|Invalid read' err | sed 's/ read//' | sort | uniq -c | xargs)"
    done
}

test_other_machines_are_rejected_in_one_line() {
    write_hello
    local rc=0
    $CC -m32 -c hello.c 2>err || rc=$?
    assert_eq "status of -m32" 2 $rc
    assert_eq "lines about -m32" 1 "$(wc -l <err)"
    grep -q '^ordo cc: -m32: ' err
    echo '__LP64__' | $CC -m32 -E - | grep -qx '__LP64__' || { fail 'preprocessing for -m32 does not work'; exit 1; }
}

# Calls and costs depend only on the source, not on other options of the command line.
test_compiler_options_do_not_change_the_profile() {
    write_hello
    local o want="" got
    for o in -O2 -O1 -O3 -Os -Oz -flto -flto=thin -static -static-pie -no-pie -fuse-ld=gold -fuse-ld=lld -s -pg \
        --coverage -save-temps=obj -fsanitize=address -ffunction-sections+-Wl,--gc-sections -fno-builtin \
        -D_FORTIFY_SOURCE=2 -fstack-protector-all -fcf-protection -mcmodel=large -fexceptions \
        -fvisibility=hidden+-fno-plt -finstrument-functions+-Wl,--unresolved-symbols=ignore-all; do
        wanted $o -O2 -O1 -flto=thin -static -fsanitize=address || continue
        $CC -O2 -g --no-fold ${o//+/ } hello.c -o hello 2>err || { cat err >&2; fail "$o does not compile"; exit 1; }
        "$ORDO" record -q -- ./hello >out 2>err || { cat err >&2; fail "$o does not run"; exit 1; }
        assert_eq "output with $o" 42 "$(cat out)"
        "$ORDO" report --json >p.json
        got=$(python3 -c '
import json
for s in sorted(json.load(open("p.json"))["scopes"], key=lambda s: (s["line"], s["column"])):
    if s["file"] == "hello.c": print(s["kind"], s["name"], s["calls"], s.get("iterations"), s["cost"]["total"], s["cost"]["self"])')
        [ -n "$want" ] || want=$got
        assert_eq "profile with $o" "$want" "$got"
    done
}

test_structure_builds_reject_the_large_code_model() {
    write_hello
    expect 2 $CC --structure -mcmodel=large -c hello.c
    assert_eq "lines" 1 "$(wc -l <err)"
    grep -q -- '^ordo cc: -mcmodel=large: --structure .* use -mcmodel=medium' err
}

test_emulated_thread_local_variables_are_rejected() {
    write_hello
    expect 2 $CC -femulated-tls hello.c
    assert_eq "lines" 1 "$(wc -l <err)"
    grep -q -- '^ordo cc: -femulated-tls: .* drop the option' err
    $CC -femulated-tls -fno-emulated-tls hello.c -o hello
}

# In a static program resolvers run before thread-local variables exist; in a dynamic one, before routines of other
# libraries can be called.
test_resolvers_of_indirect_functions_work_and_are_not_profiled() {
    cp "$ROOT/tests/e2e/programs/resolvers.c" .
    clang-19 resolvers.c -o plain
    ./plain >want
    mkdir raw
    local build how level
    for build in "" --structure --production --blocks --blocks=only --no-loops --reference; do
        wanted "$build" "" || continue
        for how in -static -Wl,-z,now; do
            for level in -O0 "-O2 -flto"; do
                $CC $build $level $how resolvers.c -o it 2>err
                ORDO_RATE=1 ORDO_RAW_DIR=raw ./it >got || fail "$build $how $level: $?"
                cmp want got || fail "$build $how $level: $(cat got)"
            done
        done
    done
    $CC resolvers.c -o it
    "$ORDO" record -q --output it.ordo ./it >got
    "$ORDO" report --json it.ordo >it.json
    grep -q '"name":"sum_up"' it.json
    ! grep -E '"name":"(resolve|level|supports|dot.resolver)"' it.json
}

test_exit_status_is_that_of_clang() {
    echo 'int main(void) { return }' >bad.c
    local rc=0
    $CC bad.c 2>/dev/null || rc=$?
    assert_eq "status of a syntax error" 1 $rc
    rc=0
    $CC no-such-file.c 2>/dev/null || rc=$?
    assert_eq "status of a missing source" 1 $rc
}

test_a_link_without_ordo_cc_fails_with_the_remedy() {
    write_hello
    $CC -O2 -c hello.c
    ! gcc hello.o -o hello 2>err || { fail "linked without the runtime"; exit 1; }
    grep -q 'link_with_ordo_cc_or_add_the_flags_printed_by__ordo_cc_print_link_flags' err
    gcc hello.o -o hello $($CC --print-link-flags)
    assert_eq output 42 "$(./hello)"
    clang-19 -O2 $($CC --print-compile-flags) -c hello.c && $CC hello.o -o hello
    assert_eq "output of a foreign compile" 42 "$(./hello)"
}

# Every object refers to a symbol whose name states the version of the runtime that the object needs.
test_objects_of_another_version_do_not_link() {
    local anchor
    write_hello
    $CC -O2 -fPIC -c hello.c
    anchor=$(nm hello.o | grep -o '__ordo_abi_[0-9]*__link.*')
    objcopy --redefine-sym "$anchor=${anchor/abi_[0-9]*__link/abi_0__link}" hello.o other.o
    ! $CC other.o -o hello 2>err || { fail "linked an object of another version"; exit 1; }
    grep -q '__ordo_abi_0__link_with_ordo_cc' err || { cat err >&2; exit 1; }
    $CC -shared other.o -o libother.so
    ! python3 -c 'import ctypes; ctypes.CDLL("./libother.so")' 2>err || { fail "loaded a library of another version"; exit 1; }
    grep -q 'undefined symbol: __ordo_abi_0__link_with_ordo_cc' err || { cat err >&2; exit 1; }
    $CC -shared hello.o -o libhello.so
    python3 -c 'import ctypes; ctypes.CDLL("./libhello.so")'
}

long_another_version_of_llvm_can_be_used() {
    command -v clang-16 >/dev/null && command -v llvm-config-16 >/dev/null || skip "LLVM 16 is not installed"
    flock "$ROOT/build" make -s -C "$ROOT" LLVM=16 build/lib/ordo/ordo-pass-16.so >log 2>&1 || { cat log >&2; exit 1; }
    write_hello
    $CC --llvm=16 -O2 --no-fold hello.c -o hello
    assert_eq output 42 "$(./hello)"
    "$ORDO" record -q -- ./hello >/dev/null
    "$ORDO" report --json >p.json
    assert_eq "calls of add and iterations of its loop" "1 2" "$(python3 -c '
import json
s = json.load(open("p.json"))["scopes"]
print([x["calls"] for x in s if x["name"] == "add"][0], [x["iterations"] for x in s if x["kind"] == "loop"][0])')"
    $CC --llvm=16 --version | grep -q 'clang version 16'
    copy_program cc/sums_and_finds.c sums.c
    clang-16 -O2 sums.c -o plain
    local build
    for build in --production --structure; do
        $CC --llvm=16 $build -O2 sums.c -o sums
        assert_eq "output of $build" "$(./plain)" "$(ORDO_RATE=1 ./sums)"
    done
    "$ORDO" report --json ordo.raw >p.json
    assert_eq "iterations of the loop in sum, in production" 49500 "$(python3 -c '
import json
print(sum(x["iterations"] for x in json.load(open("p.json"))["scopes"] if x["line"] == 6))')"
    "$ORDO" tree ./sums >/dev/null 2>tree
    grep -q 'walks an array of int' tree || { cat tree; fail "no algorithm on the array"; exit 1; }
}

test_options_of_ordo_cc_can_also_be_set_in_the_environment() {
    write_fake
    mkdir root root/sub && : >root/sub/x.c
    assert_eq "plain" "ORDO_PASS=lines=1,root=$PWD" "$($CC -c root/sub/x.c | tail -1)"
    assert_eq "options" "ORDO_PASS=lines=1,loops=0,fold=0,drms=1,reference=1,root=$PWD/root" \
        "$($CC --no-loops --no-fold --drms --reference --source-root=root -c root/sub/x.c | tail -1)"
    assert_eq "environment variables" "ORDO_PASS=lines=1,loops=0,fold=0,drms=1,reference=1,root=$PWD/root" \
        "$(ORDO_CC_NO_LOOPS=1 ORDO_CC_NO_FOLD=1 ORDO_CC_DRMS=1 ORDO_CC_REFERENCE=1 ORDO_CC_SOURCE_ROOT=root $CC -c root/sub/x.c | tail -1)"
    ! $CC --no-loops -c root/sub/x.c | grep -qx -- --no-loops || { fail "an option of ordo cc reached clang"; exit 1; }
}

test_the_source_root_is_the_repository_or_the_compile_folder() {
    write_fake
    mkdir -p repo/.git repo/src elsewhere build && : >repo/src/x.c && : >elsewhere/y.c
    assert_eq "a repository" "ORDO_PASS=lines=1,root=$PWD/repo" "$($CC -c repo/src/x.c | tail -1)"
    assert_eq "below the compile folder" "ORDO_PASS=lines=1,root=$PWD" "$($CC -c elsewhere/y.c | tail -1)"
    assert_eq "outside the compile folder" "ORDO_PASS=lines=1,root=$PWD/elsewhere" "$(cd build && $CC -c ../elsewhere/y.c | tail -1)"
}

test_other_arguments_reach_clang_in_order() {
    write_fake
    local args='-I inc -DX="a b" -Wl,-z,now -ffile-prefix-map=/a=/b -Xclang -foo -o out'
    # Without what Ordo adds: the pass, debug information and the folder of <ordo/ordo.h>.
    $CC -c x.c $args | sed '/^-idirafter$/{N;d}' | grep -vE '^(-fpass-plugin=.*|-g|ORDO_PASS=.*)$' >got
    printf '%s\n' -c x.c $args >want
    assert_ok diff want got
}

test_a_missing_compiler_or_pass_is_reported_in_one_line() {
    write_hello
    local rc=0
    ORDO_CC_COMPILER=no-such-clang $CC -c hello.c 2>err || rc=$?
    assert_eq "status without a compiler" 4 $rc
    assert_eq "lines without a compiler" 1 "$(wc -l <err)"
    grep -q '^ordo cc: no-such-clang: not found: ' err
    rc=0
    ORDO_LIB_DIR=/nonexistent $CC -c hello.c 2>err || rc=$?
    assert_eq "status without the pass" 4 $rc
    grep -q '^ordo cc: /nonexistent/ordo-pass-19.so: not found: ' err
}

test_an_unrecorded_program_prints_and_writes_nothing_more() {
    write_hello
    mkdir run
    $CC -O2 hello.c -o hello
    (cd run && ../hello >../out 2>../err)
    assert_eq "its output" 42 "$(cat out)"
    assert_eq "its stderr" "" "$(cat err)"
    assert_eq "files it left" "" "$(ls -A run)"
}

# LLVM would choose between several, along each of the thousand ways into a block of a generated scanner.
test_a_routine_has_one_address_for_each_field_of_its_thread() {
    cat >scan.c <<'END'
int scan(unsigned char *at, int *counts) {
    for (;; at++) {
        switch (*at) {
        case 0: return counts[0];
        case 'a': at++; counts[1]++; break;
        case 'b': at += 2; counts[2]++; break;
        default: counts[*at]++;
        }
    }
}
END
    "$ORDO" cc -O0 -S -emit-llvm scan.c -o scan.ll
    assert_eq "addresses of the thread's shadow mask" 1 \
        "$(sed -n '/^define.*@scan/,/^}/p' scan.ll | grep -cE 'getelementptr inbounds i8, ptr %[0-9]+, i64 24,')"
}

run_tests
