#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Larger projects from Debian source packages, built for production by their own build systems, pass
# their own test suites while one execution in twenty to a thousand is recorded, and the recordings of all their
# processes merge. Takes an hour on two cores: `ONLY=grep bash tests/suites/production.sh`.
. "$(dirname "$0")/../e2e/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"
export CCACHE_DISABLE=1 FORCE_UNSAFE_CONFIGURE=1
CC="ordo cc --production"

unpack() { "$ROOT/scripts/debian_source.sh" "$1" . || skip "no source of $1"; }

quietly() { "$@" >log 2>&1 || { tail -50 log >&2; exit 1; }; }

# recorded RATE COMMAND...: must succeed with every process recorded, and the recordings must merge into a profile.
recorded() {
    local rate=$1
    shift
    mkdir -m 777 raw
    ORDO_RATE=$rate ORDO_RAW_DIR=$PWD/raw "$@" >log 2>&1 || { tail -50 log >&2; exit 1; }
    ordo merge -o all.data raw >merged 2>&1 || { cat merged >&2; exit 1; }
    ordo report --json all.data >all.json || exit 1
    python3 "$CHECKS/recorded_production_build.py" all.json || { fail "the profile of $* is wrong"; exit 1; }
}

test_suite_of_grep_passes() {
    unpack grep
    quietly ./configure -q CC="$CC"
    quietly make -s -j2
    recorded 1/20 make -s check
}

test_suite_of_xz_passes() {
    unpack xz-utils
    quietly ./configure -q CC="$CC"
    quietly make -s -j2
    recorded 1/20 make -s check
}

test_suite_of_nettle_passes() {
    unpack nettle
    quietly ./configure --disable-openssl --disable-documentation CC="$CC" CXX="ordo c++ --production"
    quietly make -s -j2
    recorded 1/20 make -s check
}

# C++.
test_suite_of_double_conversion_passes() {
    unpack double-conversion
    printf '#!/bin/sh\nexec ordo c++ --production "$@"\n' >cxx
    chmod +x cxx
    quietly cmake -S . -B b -DBUILD_TESTING=ON -DCMAKE_CXX_COMPILER="$PWD/cxx" -DCMAKE_BUILD_TYPE=Release
    quietly cmake --build b -j2
    recorded 1/20 env -C b ctest
}

# An interpreter: 11,000 loops and recursions, computed jumps, modules that are loaded as libraries.
# Leaves out tests that need what a container may lack (a terminal, VSOCK), and tests of threads
# and processes whose results depend on time.
test_suite_of_python_passes() {
    unpack python3.11
    quietly ./configure -q --without-ensurepip CC="$CC" CXX="ordo c++ --production"
    quietly make -s -j2
    recorded 1/100 env -u PYTHONUNBUFFERED ./python -m test -j2 test_dict test_list test_set test_sort \
        test_re test_json test_decimal test_float test_long test_unicode test_generators test_coroutines \
        test_exceptions test_gc test_grammar test_ast test_compile test_pickle test_collections \
        test_itertools test_functools test_zlib test_bz2 test_sqlite3 test_ctypes test_struct test_array \
        test_threading test_thread test_fork1 test_signal test_cmd_line
}

# A server with many processes that leaves routines by longjmp: its 217 regression tests, run as another user.
test_suite_of_postgresql_passes() {
    [ "$(id -u)" = 0 ] || skip "the server is started as another user"
    unpack postgresql-15
    quietly ./configure -q --without-readline --without-icu CC="$CC" --prefix="$PWD/installed"
    quietly make -s -j2
    chown -R nobody .
    chmod a+rx . ..
    recorded 1/1000 setpriv --reuid=nobody --regid=nogroup --clear-groups make -s check
    grep -q 'All [0-9]* tests passed' log || { tail log >&2; fail "not all tests passed"; }
}

run_tests
