/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * many.c NUMBER WAY: NUMBER threads at the same time (once) or one after the other (turns).
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <pthread.h>

static pthread_barrier_t all;
static int at_once;

static void *thread(void *result) {
    long s = alone(10);
    if (at_once) pthread_barrier_wait(&all);
    for (int i = 0; i < 5; i++) s += work(i);
    *(long *)result = s;
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int n = atoi(argv[1]);
    pthread_t *t = calloc((size_t)n, sizeof *t);
    long *results = calloc((size_t)n, sizeof *results), s = 0;
    pthread_attr_t small;
    at_once = is(argv[2], "once");
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    pthread_barrier_init(&all, NULL, (unsigned)n);
    for (int i = 0; i < n; i++) {
        if (pthread_create(&t[i], &small, thread, &results[i])) return 1;
        if (!at_once) pthread_join(t[i], NULL);
    }
    for (int i = 0; i < n && at_once; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < n; i++) s += results[i];
    say("results", s);
    say("work", plenty());
    return 0;
}
