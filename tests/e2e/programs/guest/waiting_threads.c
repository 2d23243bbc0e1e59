/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* waiting_threads.c: 256 threads that work at the same time. */
#include <pthread.h>
#include <stdio.h>
enum { N = 256 };
static pthread_barrier_t all;
static int data[64];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static void *run(void *p) { pthread_barrier_wait(&all); work((int)(long)p % 64); pthread_barrier_wait(&all); return p; }
int main(void) {
    pthread_t t[N];
    pthread_attr_t a;
    pthread_attr_init(&a); pthread_attr_setstacksize(&a, 1 << 17);
    pthread_barrier_init(&all, NULL, N);
    for (long i = 0; i < N; i++) if (pthread_create(&t[i], &a, run, (void *)i)) { puts("no more threads"); return 1; }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    puts("done");
    return 0;
}
