#!/bin/bash
# The runtime can be built without the profile that optimises it (make/profile-guided.mk).
. "$(dirname "$0")/lib.sh"

symbols() { nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | sort -u; }

# build_runtime OPTIONS...: builds it in a folder of its own, ./b, without the host program and the pass.
build_runtime() {
    env -u MAKEFLAGS -u MAKEOVERRIDES -u PGO make -C "$ROOT" V=1 B="$PWD/b" -o "$PWD/b/bin/ordo" \
        -o "$PWD/b/lib/ordo/ordo-pass-19.so" "$@" "$PWD/b/lib/ordo/libordo-rt.so.1" >out 2>err
}

# LLVM_BIN is wrong, so that LLVM's tools are not found.
long_a_failed_training_gives_a_plain_build_and_one_message() {
    assert_ok build_runtime TRAINING_RUN= LLVM_BIN=/none
    assert_eq "the message" "make: the runtime is built without a profile and slower for it: see $PWD/b/training/log, then make retrain" "$(cat err)"
    grep -q -- '-c src/engine/runtime/core/access.c' out
    ! grep -q -- '-fprofile-use' out || { fail "an empty profile is used"; exit 1; }
    assert_eq "exported symbols" "$(symbols "$ROOT/build/lib/ordo/libordo-rt.so.1")" "$(symbols b/lib/ordo/libordo-rt.so.1)"
    assert_ok build_runtime TRAINING_RUN= LLVM_BIN=/none
    ! grep -q -- '-c src/engine' out || { fail "the next build compiles the runtime again"; exit 1; }
    assert_eq "the message of the next build" "" "$(cat err)"
}

test_without_pgo_nothing_is_trained() {
    assert_ok build_runtime -n PGO=0
    grep -q -- '-c src/engine/runtime/core/access.c' out
    ! grep -qE -- '-fprofile|profdata|training|llvm-link' out || { fail "something is trained"; exit 1; }
}

run_tests
