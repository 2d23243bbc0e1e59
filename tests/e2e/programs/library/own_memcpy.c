/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_memcpy.c: memset and memcpy of the program's own that count their calls. */
#include <signal.h>
#include <stdio.h>
static int calls;
void *memset(void *p, int c, size_t n) {
    calls++;
    for (size_t i = 0; i < n; i++) ((volatile char *)p)[i] = (char)c;
    return p;
}
void *memcpy(void *p, const void *q, size_t n) {
    calls++;
    for (size_t i = 0; i < n; i++) ((volatile char *)p)[i] = ((const char *)q)[i];
    return p;
}
int main(void) {
    static char a[100], b[100];
    static struct sigaction action, old;
    memset(a, 1, sizeof a);
    memcpy(b, a, sizeof b);
    action.sa_handler = SIG_IGN;
    sigaction(SIGUSR1, &action, &old);
    printf("%d\n", calls);
    return 0;
}
