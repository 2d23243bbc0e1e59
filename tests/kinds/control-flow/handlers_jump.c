/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * handlers_jump.c: handlers of a timer jump out of loops and recursions of the program, at any
 * place, 200 times.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/time.h>

static sigjmp_buf before;
static volatile sig_atomic_t jumps;

KEPT long inner(int n) {
    long s = alone(5);
    return n ? s + inner(n - 1) : s;
}

static void handler(int number) {
    (void)number;
    sink += alone(3);
    jumps++;
    siglongjmp(before, 1);
}

int main(void) {
    struct itimerval soon = {{0, 0}, {0, 500}};
    say("work", plenty());
    signal(SIGALRM, handler);
    while (jumps < 200) {
        if (sigsetjmp(before, 1)) continue;
        setitimer(ITIMER_REAL, &soon, NULL);
        for (;;) sink += inner(10);
    }
    say("jumps", jumps);
    live();
    return 0;
}
