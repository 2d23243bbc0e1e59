/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* handlers.c: signal handlers on an alternate stack return, or leave by siglongjmp. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf back;
static char stack[65536];
static volatile int hits;
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void handler(int n) { hits++; work(3); if (n == SIGUSR2) siglongjmp(back, 1); }
static int interrupted(int n) { raise(n); return work(4); }
int main(void) {
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    int i;
    sigaltstack(&s, NULL);
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &a, NULL);
    for (i = 0; i < 10; i++) interrupted(SIGUSR1);
    for (i = 0; i < 10; i++) if (!sigsetjmp(back, 1)) interrupted(SIGUSR2);
    printf("%d\n", hits);
    return 0;
}
