/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * alternate_stack.c WHO: overflows its stack five times, in the main thread or in another one. A
 * handler on another stack leaves it by siglongjmp. The same with a null pointer, then forks.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

static sigjmp_buf before;
static volatile int overflows, nulls;

KEPT long endless(long n) {
    volatile char room[1000];
    room[n % 1000] = (char)n;
    return n < 0 ? 0 : endless(n + 1) + room[(n + 1) % 1000];
}

static void handler(int number, siginfo_t *about, void *unused) {
    (void)number;
    (void)unused;
    sink += alone(20);
    if ((uintptr_t)about->si_addr < 4096)
        nulls++;
    else
        overflows++;
    siglongjmp(before, 1);
}

static void *overflow(void *unused) {
    size_t size = 64 << 10;
    stack_t other = {.ss_sp = malloc(size), .ss_size = size}, none = {.ss_flags = SS_DISABLE};
    (void)unused;
    sigaltstack(&other, NULL);
    for (int i = 0; i < 5; i++) {
        if (!sigsetjmp(before, 1)) sink += endless(0);
        sink += plenty();
        if (!sigsetjmp(before, 1)) *(volatile int *)8 = 1;
        sink += plenty();
    }
    sigaltstack(&none, NULL);
    free(other.ss_sp);
    return NULL;
}

int main(int argc, char **argv) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (argc < 2) return 2;
    sink += plenty();
    sigaction(SIGSEGV, &action, NULL);
    if (is(argv[1], "main")) {
        overflow(NULL);
    } else {
        pthread_t t;
        pthread_create(&t, NULL, overflow, NULL);
        pthread_join(t, NULL);
    }
    say("overflows", overflows);
    say("nulls", nulls);
    live();
    return 0;
}
