#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the entry of an activation finds of its calling context (src/abi/abi.h). The program looks at its own frames.
. "$(dirname "$0")/lib.sh"

write_program() {
    cat >program.c <<'C'
#include "abi/abi.h"
#include <stdio.h>
#define CONTEXT (*(volatile unsigned *)&__ordo_self->top->context)
static volatile int n = 3;
__attribute__((noinline)) static void look(const char *from) {
    unsigned routine = CONTEXT, loop = 0;
    for (int i = 0; i < n; i++)
        if (i == 1) loop = CONTEXT;
    printf("%s routine %u\n%s loop %u\n", from, routine, from, loop);
}
__attribute__((noinline)) static void nest(int depth) {
    unsigned routine = CONTEXT;
    if (depth < n) nest(depth + 1);
    printf("depth %d %u\n", depth, routine);
}
__attribute__((noinline)) static void one(void) { look("one"); look("one"); look("one"); }
__attribute__((noinline)) static void other(void) { look("other"); look("other"); }
int main(void) {
    one(); other(); one();
    nest(1); nest(1);
    return 0;
}
C
    assert_ok "$ORDO" cc "$1" --no-fold -I"$ROOT/src" -o program program.c
}

# contexts PATTERN: the contexts of these lines in their order: 0, or a letter for each of them, from a on.
contexts() { grep -E "$1" shown | awk '{ v = $NF; if (v && !(v in name)) name[v] = sprintf("%c", 97 + n++); printf "%s", v ? name[v] : 0 }'; }

check() {
    write_program "$1"
    "$ORDO" record -q -- ./program >shown || exit 1
    assert_eq "a routine with two callers" 0aa0baaa "$(contexts 'routine')"
    assert_eq "a loop in it" 0aa0baaa "$(contexts 'loop')"
    assert_eq "the levels of a recursion, the innermost first" 000aab "$(contexts 'depth')"
    ./program >shown
    assert_eq "contexts when nothing is recorded" 0 "$(awk '{ print $NF }' shown | sort -u)"
}

test_entries_find_contexts_at_O0() { check -O0; }
test_entries_find_contexts_at_O2() { check -O2; }

run_tests
