/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exit_beside_threads.c WAY: the program ends while four other threads work.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t ready;

static void *busy(void *unused) {
    (void)unused;
    sink += plenty();
    sem_post(&ready);
    for (;;) sink += plenty();
    return NULL;
}

static void *last(void *unused) {
    (void)unused;
    usleep(20000);
    sink += plenty();
    say("the last thread", work(50));
    exit(7);
}

static void at_end(void) {
    sink += plenty();
    puts("at exit");
}

int main(int argc, char **argv) {
    pthread_t t;
    if (argc < 2) return 2;
    const char *way = argv[1];
    atexit(at_end);
    sem_init(&ready, 0, 0);
    for (int i = 0; i < 4; i++) pthread_create(&t, NULL, busy, NULL);
    for (int i = 0; i < 4; i++) sem_wait(&ready);
    say("work", plenty());
    if (is(way, "exit")) exit(5);
    if (is(way, "_exit")) _exit(6);
    if (is(way, "quick_exit")) quick_exit(8);
    if (is(way, "abort")) abort();
    if (is(way, "kill")) kill(getpid(), SIGKILL);
    if (is(way, "exec")) execl("/bin/echo", "echo", "executed", (char *)NULL);
    if (is(way, "leave")) {
        pthread_create(&t, NULL, last, NULL);
        pthread_exit(NULL);
    }
    return 9;
}
