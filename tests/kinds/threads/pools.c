/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pools.c: pools of threads start and end; their tasks are in a queue.
 */
#include "../../support/programs/work.h"

#include <pthread.h>

#define TASKS 200

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static int queue[TASKS], queued, taken, finished, closed;
static long results;

KEPT long task(int n) {
    return work(n % 50) + fibonacci(n % 10);
}

static void *worker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (taken == queued && !closed) pthread_cond_wait(&more, &mutex);
        if (taken == queued) break;
        int n = queue[taken++];
        pthread_mutex_unlock(&mutex);
        long r = task(n);
        pthread_mutex_lock(&mutex);
        results += r;
        if (++finished == TASKS) pthread_cond_signal(&done);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    for (int round = 0; round < 15; round++) {
        pthread_t t[8];
        queued = taken = finished = closed = 0;
        for (int i = 0; i < 8; i++) pthread_create(&t[i], NULL, worker, NULL);
        for (int i = 0; i < TASKS; i++) {
            pthread_mutex_lock(&mutex);
            queue[queued++] = i * round;
            pthread_cond_signal(&more);
            pthread_mutex_unlock(&mutex);
        }
        pthread_mutex_lock(&mutex);
        while (finished < TASKS) pthread_cond_wait(&done, &mutex);
        closed = 1;
        pthread_cond_broadcast(&more);
        pthread_mutex_unlock(&mutex);
        for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
        say("results", results);
    }
    return 0;
}
