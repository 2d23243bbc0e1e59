/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* million_deep.c: a recursion of a million activations, in a thread with a stack of 1 GB. */
#include <pthread.h>
#include <stdio.h>
static int deep(int n) { volatile int x = n; return n == 0 ? 0 : deep(n - 1) + (x == -1); }
static void *run(void *p) { (void)p; printf("%d\n", deep(1000000)); return NULL; }
int main(void) {
    pthread_attr_t a; pthread_t t;
    pthread_attr_init(&a); pthread_attr_setstacksize(&a, 1 << 30);
    pthread_create(&t, &a, run, NULL); pthread_join(t, NULL);
    return 0;
}
