/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * many_threads.c N: runs N threads at the same time, each with 100 executions of a loop that has
 * 1 to 100 iterations. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t all;

__attribute__((noinline)) static long sum(const int *p, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += p[i]; /* sum */
    return s;
}

static void *go(void *numbers) {
    long s = 0;
    pthread_barrier_wait(&all);
    for (int n = 1; n <= 100; n++) s += sum(numbers, n);
    pthread_barrier_wait(&all);
    return (void *)s;
}

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    static int numbers[100];
    long s = 0;
    pthread_t *threads = calloc(n, sizeof *threads);
    pthread_barrier_init(&all, NULL, n);
    for (int i = 0; i < 100; i++) numbers[i] = i;
    for (unsigned i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, go, numbers)) return 1;
    for (unsigned i = 0; i < n; i++) {
        void *one;
        pthread_join(threads[i], &one);
        s += (long)one;
    }
    printf("%ld\n", s);
    free(threads);
    return 0;
}
