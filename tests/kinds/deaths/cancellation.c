/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cancellation.c WAY: threads are cancelled in blocking calls (deferred), at tests in a loop
 * (tested), anywhere in a loop (any), or end themselves in a recursion (self).
 */
#include "../../support/programs/work.h"

#include <pthread.h>
#include <semaphore.h>

static const char *way;
static sem_t ready;
static int cleaned;

static void clean(void *n) {
    sink += work(20);
    cleaned += *(int *)n;
}

KEPT long end_deep(int n) {
    long s = work(n);
    if (n == 0) pthread_exit((void *)&cleaned);
    return s + end_deep(n - 1);
}

static void *victim(void *unused) {
    int one = 1, before;
    (void)unused;
    pthread_cleanup_push(clean, &one);
    sink += plenty();
    if (is(way, "any")) pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    sem_post(&ready);
    if (is(way, "self")) sink += end_deep(20);
    for (;;) {
        if (is(way, "deferred")) {
            sink += work(10);
            sleep(1000);
        } else {
            sink += alone(30);
        }
        if (is(way, "tested")) pthread_testcancel();
    }
    pthread_cleanup_pop(0);
    return NULL;
}

int main(int argc, char **argv) {
    int ends = 0, cancelled = 0;
    if (argc < 2) return 2;
    way = argv[1];
    sem_init(&ready, 0, 0);
    for (int round = 0; round < 20; round++) {
        pthread_t t;
        void *result = NULL;
        pthread_create(&t, NULL, victim, NULL);
        sem_wait(&ready);
        sink += work(round);
        if (!is(way, "self")) pthread_cancel(t);
        pthread_join(t, &result);
        ends += result == (void *)&cleaned;
        cancelled += result == PTHREAD_CANCELED;
    }
    say("ended themselves", ends);
    say("cancelled", cancelled);
    say("cleaned", cleaned);
    say("work", plenty());
    return 4;
}
