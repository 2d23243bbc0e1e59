/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* short_threads.c: 300 threads, one after the other, with three executions of a loop each. */
#include <pthread.h>
#include <stdio.h>
static volatile int a[200];
__attribute__((noinline)) static long look(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
static void *run(void *n) { return (void *)(look(*(int *)n) + look(100) + look(101)); }
int main(void) {
    for (int k = 0; k < 300; k++) {
        pthread_t t;
        void *r;
        int n = 50 + k % 3;
        if (pthread_create(&t, NULL, run, &n)) return 1;
        pthread_join(t, &r);
    }
    puts("done");
}
