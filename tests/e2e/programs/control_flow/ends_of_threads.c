/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ends_of_threads.c: threads that return, exit, or are cancelled. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void *returns(void *p) { work(5); return p; }
static void leave(void) { work(6); pthread_exit(NULL); }
static void *exits(void *p) { leave(); return p; }
static pthread_barrier_t ready;
static void *waits(void *p) { work(7); pthread_barrier_wait(&ready); for (;;) pause(); return p; }
int main(void) {
    pthread_t t[20];
    int i, k;
    pthread_barrier_init(&ready, NULL, 2);
    for (k = 0; k < 5; k++) {
        for (i = 0; i < 20; i++) pthread_create(&t[i], NULL, i % 2 ? returns : exits, NULL);
        for (i = 0; i < 20; i++) pthread_join(t[i], NULL);
        pthread_create(&t[0], NULL, waits, NULL);
        pthread_barrier_wait(&ready);
        pthread_cancel(t[0]);
        pthread_join(t[0], NULL);
    }
    puts("done");
    return 0;
}
