/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stack_switch.c WAY: a coroutine by hand, whose stack is static, allocated, or mapped. Then the
 * program continues.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"
#include "../../support/programs/switch_stacks.h"

#include <sys/mman.h>

#define SIZE (1 << 18)

static char room[SIZE] __attribute__((aligned(16)));

KEPT void yields(int n) {
    for (int i = 0; i < n; i++) {
        sink += work(i);
        switch_stacks(&other_stack, main_stack);
    }
}

static void other(void) {
    yields(20);
    for (;;) switch_stacks(&other_stack, main_stack);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    sink += plenty();
    char *stack = room;
    if (is(argv[1], "allocated")) stack = malloc(SIZE);
    if (is(argv[1], "mapped"))
        stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    other_stack = new_stack(stack, SIZE, other);
    for (int i = 0; i < 10; i++) {
        switch_stacks(&main_stack, other_stack);
        sink += work(5);
    }
    life_forks();
    for (int i = 0; i < 15; i++) switch_stacks(&main_stack, other_stack);
    live();
    return 0;
}
