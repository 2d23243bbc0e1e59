#!/bin/bash
# Build systems accept ordo-cc as an ordinary compiler: autoconf, libtool, CMake, Meson, ccache,
# VPATH builds, and make CC="ordo cc".
. "$(dirname "$0")/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"

need() { command -v "$1" >/dev/null || skip "$1 is not installed"; }

# A program and a shared library in one tree.
write_project() {
    mkdir -p "$1" && cd "$1"
    echo 'int answer(void) { int i, n = 0; for (i = 0; i < 42; i++) n++; return n; }' >answer.c
    echo 'int answer(void);' >answer.h
    printf '#include <stdio.h>\n#include "answer.h"\nint main(void) { printf("%%d\\n", answer()); }\n' >main.c
}

is_instrumented() { nm -D "$1" | grep -q ' U __ordo_abi' || { fail "$1 is not instrumented"; exit 1; }; }

test_make_works_with_two_words_in_CC() {
    write_project p
    printf 'main: main.o answer.o\n\t$(CC) -o $@ $^\n' >Makefile
    make -s CC="ordo cc"
    is_instrumented main
    assert_eq output 42 "$(./main)"
}

long_autoconf_libtool_and_vpath_builds_work() {
    need autoreconf; need libtoolize
    write_project p
    cat >configure.ac <<'EOF'
AC_INIT([answer], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_PROG_CXX
AM_PROG_AR
LT_INIT
AC_CHECK_FUNCS([strlcpy_that_nobody_has strlen])
AC_CHECK_HEADERS([stdio.h no_such_header.h])
AC_C_BIGENDIAN
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
EOF
    cat >Makefile.am <<'EOF'
lib_LTLIBRARIES = libanswer.la
libanswer_la_SOURCES = answer.c
bin_PROGRAMS = main
main_SOURCES = main.c
main_LDADD = libanswer.la
EOF
    autoreconf -if >/dev/null 2>&1
    mkdir ../build && cd ../build
    ../p/configure -q CC="ordo cc" CXX="ordo c++" || exit 1
    grep -q 'ac_cv_func_strlen=yes' config.log
    grep -q 'ac_cv_func_strlcpy_that_nobody_has=no' config.log
    grep -q 'ac_cv_header_no_such_header_h=no' config.log
    grep -q 'ac_cv_c_compiler_gnu=yes' config.log
    make -s >/dev/null
    is_instrumented .libs/libanswer.so.0
    assert_eq output 42 "$(./main)"
    mkdir ../static && cd ../static
    ../p/configure -q --disable-shared CC=ordo-cc CXX=ordo-c++ || exit 1
    make -s >/dev/null
    is_instrumented main
    assert_eq "output of the static library" 42 "$(./main)"
}

long_cmake_works() {
    need cmake; need ninja
    write_project p
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(answer C CXX)
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wall HAVE_WALL)
check_c_compiler_flag(-fipa-pta HAVE_IPA_PTA)
check_c_compiler_flag(-fno-such-thing HAVE_NO_SUCH_THING)
file(WRITE ${CMAKE_BINARY_DIR}/found "${CMAKE_C_COMPILER_ID} ${HAVE_WALL} ${HAVE_IPA_PTA} ${HAVE_NO_SUCH_THING}")
add_library(answer SHARED answer.c)
add_executable(main main.c)
target_link_libraries(main answer)
EOF
    cmake -G Ninja -S . -B b -DCMAKE_C_COMPILER=ordo-cc -DCMAKE_CXX_COMPILER=ordo-c++ \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON >/dev/null
    assert_eq "what CMake found" "Clang 1  " "$(cat b/found)"
    cmake --build b >/dev/null
    is_instrumented b/libanswer.so
    assert_eq output 42 "$(b/main)"
}

long_meson_works() {
    need meson; need ninja
    write_project p
    cat >meson.build <<'EOF'
project('answer', 'c', 'cpp')
cc = meson.get_compiler('c')
assert(cc.get_id() == 'clang')
assert(cc.has_argument('-Wall'))
assert(not cc.has_argument('-Wlogical-op'))
assert(not cc.has_argument('-fipa-pta'))
assert(cc.has_function('strlen'))
lib = shared_library('answer', 'answer.c')
executable('main', 'main.c', link_with: lib)
EOF
    CC=ordo-cc CXX=ordo-c++ meson setup b >log 2>&1 || { cat log >&2; exit 1; }
    ninja -C b >/dev/null
    is_instrumented b/libanswer.so
    assert_eq output 42 "$(b/main)"
}

test_ccache_works() {
    need ccache
    write_project p
    export CCACHE_DIR=$PWD/ccache
    ccache ordo-cc -O2 -c answer.c -o 1.o
    ccache ordo-cc -O2 -c answer.c -o 2.o
    assert_ok cmp 1.o 2.o
    ccache --print-stats | grep -qE '^(direct|preprocessed)_cache_hit	1$' || { ccache -s >&2; exit 1; }
    ordo-cc main.c 2.o -o main
    assert_eq output 42 "$(./main)"
}

run_tests
