# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# algorithms.sh: sourced by the tests of algorithms, after lib.sh.

# has_its_algorithms SOURCE VARIANT OPTION...: compiles the source for data structures with the options, and records it.
# The algorithms must be those that the source says for the variant (structure_expectations.py).
has_its_algorithms() {
    local source=$1 variant=$2 compiler=cc
    [ "${source##*.}" = c ] || compiler=c++
    shift 2
    assert_ok "$ORDO" $compiler --structure -DVARIANT="$variant" "$@" "$source" -o program
    "$ORDO" tree -q -o t.data -- ./program >stdout 2>err || { cat err; fail "variant $variant: status $?"; exit 1; }
    "$ORDO" tree --json t.data >t.json || exit 1
    python3 "$ROOT/tests/e2e/structure_expectations.py" "$source" "$variant" <t.json >wrong && return
    echo "    variant $variant:" >&2
    sed -n '1,12s/^/      /p' wrong >&2
    return 1
}
