/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * threads.c NUMBER: NUMBER threads at the same time, which have all worked. The program continues
 * beside them and after them.
 */
#include "../../support/programs/life.h"

static pthread_barrier_t all, end;
static long results;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused) {
    long own = alone(20);
    (void)unused;
    pthread_barrier_wait(&all);
    own += work(10);
    pthread_mutex_lock(&mutex);
    results += own;
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&end);
    return NULL;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10, started = 0;
    pthread_t *t = malloc((size_t)n * sizeof *t);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    pthread_barrier_init(&all, NULL, (unsigned)n + 1);
    pthread_barrier_init(&end, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++) started += pthread_create(&t[i], &small, waits, NULL) == 0;
    say("started", started);
    if (started < n) return 1;
    pthread_barrier_wait(&all);
    life_forks();
    pthread_barrier_wait(&end);
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    say("results", results);
    free(t);
    live();
    return 0;
}
