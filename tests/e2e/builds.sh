#!/bin/bash
# Projects from Debian source packages, built by their own build systems with ordo cc, pass their own
# test suites, both unrecorded and with every process recorded.
. "$(dirname "$0")/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"
export CCACHE_DISABLE=1

unpack() { "$ROOT/scripts/debian_source.sh" "$1" . 2>unpack.log || skip "$(tail -n 1 unpack.log)"; }

# recorded COMMAND...: records every process of the command into one profile and reads it.
recorded() {
    ordo record -q -o all.data -- "$@"
    ordo report --json all.data >all.json
    python3 "$CHECKS/recorded_build.py" all.json || { fail "the profile of $* is wrong"; return 1; }
}

long_zlib() {
    unpack zlib
    CC="ordo cc" ./configure >log || { cat log >&2; exit 1; }
    make -s -j2 >log 2>&1 || { cat log >&2; exit 1; }
    make -s test >log 2>&1 || { cat log >&2; exit 1; }
    recorded make -s test >log 2>&1 || { cat log >&2; exit 1; }
    grep -q 'zlib shared test OK' log
}

long_jansson() {
    unpack jansson
    # Upstream's fix in 2.14: binutils 2.35 and later print symbol versions.
    sed -i "s/cut -d' ' -f3/& | sed 's,@@.*,,'/" test/suites/api/check-exports
    autoreconf -if >log 2>&1 || skip "autoreconf does not work on jansson here"
    ./configure -q CC=ordo-cc >log 2>&1 || { cat log >&2; exit 1; }
    make -s -j2 >log 2>&1 || { cat log >&2; exit 1; }
    make -s -j2 check >log 2>&1 || { cat log >&2; exit 1; }
    recorded make -s -j2 check >log 2>&1 || { cat log >&2; exit 1; }
    grep -qE '^# FAIL: *0' log
}

# Leaves out pcre2grep's callouts that run programs. pcre2grep flushes its own output after the fork, so the order
# of lines in their test depends on which of the two processes runs first.
long_pcre2() {
    unpack pcre2
    ./configure -q --disable-pcre2grep-callout-fork CC=ordo-cc >log 2>&1 || { cat log >&2; exit 1; }
    make -s -j2 >log 2>&1 || { cat log >&2; exit 1; }
    make -s check >log 2>&1 || { tail -50 log >&2; exit 1; }
    recorded make -s check >log 2>&1 || { tail -50 log >&2; exit 1; }
    grep -qE '^# FAIL: *0' log
}

# C++, CMake, exceptions and the standard library.
long_jsoncpp() {
    unpack libjsoncpp
    cmake -G Ninja -S . -B b -DCMAKE_C_COMPILER=ordo-cc -DCMAKE_CXX_COMPILER=ordo-c++ \
        -DCMAKE_BUILD_TYPE=Release -DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF >log 2>&1 || { cat log >&2; exit 1; }
    ninja -C b -j2 >log 2>&1 || { tail -50 log >&2; exit 1; }
    (cd b && ctest) >log 2>&1 || { cat log >&2; exit 1; }
    recorded env -C b ctest >log 2>&1 || { cat log >&2; exit 1; }
    grep -q '100% tests passed' log
}

run_tests
