/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* waves_of_threads.c: 300 times 8 threads, one wave after the other. */
#include <pthread.h>
#include <stdio.h>
static int data[64];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static void *run(void *p) { for (int i = 0; i < 10; i++) work(i); return p; }
int main(void) {
    pthread_t t[8];
    for (int wave = 0; wave < 300; wave++) {
        for (int i = 0; i < 8; i++) pthread_create(&t[i], NULL, run, NULL);
        for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
    }
    puts("done");
    return 0;
}
