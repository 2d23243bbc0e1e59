#!/bin/bash
# The build of the runtime without the profile that it is optimised with (make/profile-guided.mk).
. "$(dirname "$0")/lib.sh"

symbols() { nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | sort -u; }

# build_runtime OPTIONS...: in a build folder of its own, ./b, without the host program and the pass.
build_runtime() {
    env -u MAKEFLAGS -u MAKEOVERRIDES make -C "$ROOT" B="$PWD/b" -o "$PWD/b/bin/ordo" \
        -o "$PWD/b/lib/ordo/ordo-pass-19.so" "$@" "$PWD/b/lib/ordo/libordo-rt.so.1" >out 2>err
}

# The tools of LLVM are not there.
test_a_failed_training_has_the_plain_build_and_one_line() {
    assert_ok build_runtime TRAINING_RUN= LLVM_BIN=/none
    assert_eq "what is said" "make: the runtime is built without a profile and slower for it: see $PWD/b/training/log, then make retrain" "$(cat err)"
    grep -q -- '-c src/engine/runtime/core/access.c' out
    ! grep -q -- '-fprofile-use' out || { fail "an empty profile is used"; exit 1; }
    assert_eq "exported symbols" "$(symbols "$ROOT/build/lib/ordo/libordo-rt.so.1")" "$(symbols b/lib/ordo/libordo-rt.so.1)"
    assert_ok build_runtime TRAINING_RUN= LLVM_BIN=/none
    ! grep -q -- '-c src/engine' out || { fail "the next build compiles again"; exit 1; }
    assert_eq "what the next build says" "" "$(cat err)"
}

test_without_pgo_nothing_is_trained() {
    assert_ok build_runtime -n PGO=0
    grep -q -- '-c src/engine/runtime/core/access.c' out
    ! grep -qE -- '-fprofile|profdata|training|llvm-link' out || { fail "there is training in it"; exit 1; }
}

run_tests
