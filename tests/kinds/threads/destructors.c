/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * destructors.c: destructors of thread-local values work, fork, set values again and make new keys.
 */
#include "../../support/programs/work.h"

#include <pthread.h>

static pthread_key_t first, second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long calls;

static void end_first(void *value) {
    long *left = value;
    pthread_mutex_lock(&mutex);
    calls++;
    sink += plenty();
    pthread_mutex_unlock(&mutex);
    if (--*left > 0) pthread_setspecific(first, left);
}

static void end_second(void *value) {
    pthread_key_t third;
    (void)value;
    sink += work(30);
    if (pthread_key_create(&third, NULL) == 0) pthread_key_delete(third);
    pid_t p = fork();
    if (p == 0) _exit((int)(plenty() & 0) + 4);
    pthread_mutex_lock(&mutex);
    calls += wait_for(p) == 4 << 8 ? 100 : 100000;
    pthread_mutex_unlock(&mutex);
}

static void *thread(void *left) {
    pthread_setspecific(first, left);
    pthread_setspecific(second, left);
    sink += plenty();
    return NULL;
}

int main(void) {
    pthread_key_create(&first, end_first);
    pthread_key_create(&second, end_second);
    for (int round = 0; round < 5; round++) {
        pthread_t t[4];
        long left[4];
        for (int i = 0; i < 4; i++) {
            left[i] = i + 1;
            pthread_create(&t[i], NULL, thread, &left[i]);
        }
        for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
        say("calls", calls);
    }
    long left = 2;
    thread(&left);
    pthread_exit(NULL);
}
