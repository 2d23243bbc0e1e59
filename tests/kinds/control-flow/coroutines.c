/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * coroutines.c WAY: contexts of the C library run in turn; some end and some do not. Then forks, or
 * (in) also forks inside a coroutine.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <ucontext.h>

#define NUMBER 8
#define SIZE (256 << 10)

static ucontext_t center, contexts[NUMBER];
static const char *way;
static int ended;

KEPT long turns(int k, int n) {
    long s = work(n);
    swapcontext(&contexts[k], &center);
    return n ? s + turns(k, n - 1) : s;
}

static void coroutine(int k) {
    for (int i = 0; i < k; i++) {
        sink += turns(k, i);
        if (is(way, "in") && i == 2) life_forks();
    }
    ended++;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    way = argv[1];
    for (int k = 0; k < NUMBER; k++) {
        getcontext(&contexts[k]);
        contexts[k].uc_stack.ss_sp = malloc(SIZE);
        contexts[k].uc_stack.ss_size = SIZE;
        contexts[k].uc_link = &center;
        makecontext(&contexts[k], (void (*)(void))coroutine, 1, k);
    }
    for (int round = 0; round < 20; round++) {
        for (int k = 0; k < NUMBER; k++) {
            int before = ended;
            if (contexts[k].uc_link) swapcontext(&center, &contexts[k]);
            if (ended > before) contexts[k].uc_link = NULL;
            sink += work(k);
        }
        if (round == 10) life_forks();
    }
    say("ended", ended);
    live();
    return 0;
}
