/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_handler.c: a signal handler that calls strlen interrupts a loop; sigaction and signal return
 * the program's own handlers. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
static volatile int seen;
static char text[] = "measured in the handler";
void handler(int s, siginfo_t *i, void *c) { seen += i && c ? s + (int)strlen(text) : 0; }
static void old(int s) { seen = -s; }
int work(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) {
        t += i;
        if (i == 5) raise(SIGUSR1);
    }
    return t;
}
int main(void) {
    struct sigaction a, was;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = handler;
    a.sa_flags = SA_SIGINFO;
    signal(SIGUSR1, old);
    if (sigaction(SIGUSR1, &a, &was) || was.sa_handler != old) return 1;
    if (sigaction(SIGUSR1, NULL, &was) || was.sa_sigaction != handler) return 2;
    printf("%d %d\n", work(10), seen);
    return signal(SIGUSR1, SIG_DFL) == (void (*)(int))handler ? 0 : 3;
}
