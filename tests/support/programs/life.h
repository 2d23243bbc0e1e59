/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * life.h: other things that a program may do: children of all kinds, threads, signal handlers.
 */
#ifndef PROGRAMS_LIFE_H
#define PROGRAMS_LIFE_H

#include "work.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>

extern char **environ;

KEPT void life_forks(void) {
    int round;
    for (round = 0; round < 3; round++) {
        pid_t p = fork();
        if (p == 0) {
            sink += plenty();
            p = fork();
            if (p == 0) {
                sink += plenty();
                exit(5);
            }
            _exit(wait_for(p) == 5 << 8 ? 3 : 99);
        }
        if (p < 0) printf("fork: %s\n", strerror(errno));
        sink += plenty();
        say_end("fork", wait_for(p));
    }
}

KEPT void life_replace(int k) {
    int i;
    for (i = 0; i < 3; i++) sink += i;
    execl(k ? "/bin/true" : "/no/such/program", "true", (char *)NULL);
}

KEPT void life_vforks(void) {
    int i;
    for (i = 0; i < 3; i++) {
        pid_t p = vfork();
        if (p == 0) {
            life_replace(i);
            _exit(7);
        }
        say_end("vfork", wait_for(p));
        sink += work(i);
    }
}

KEPT void life_spawns(void) {
    char name[] = "true";
    char *arguments[2];
    int error, status;
    pid_t p = -1;
    arguments[0] = name;
    arguments[1] = NULL;
    error = posix_spawn(&p, "/bin/true", NULL, NULL, arguments, environ);
    status = wait_for(p); /* before anything is printed: the child may print too */
    say("spawn", error);
    say_end("its end", status);
    say_end("system", system("exit 4"));
}

static void *life_thread(void *argument) {
    sink += plenty();
    if (argument) {
        pid_t p = fork();
        if (p == 0) _exit((int)(plenty() & 0) + 6);
        return (void *)(intptr_t)wait_for(p);
    }
    return NULL;
}

KEPT void life_threads(void) {
    pthread_t t[3];
    int failed[3], i;
    for (i = 0; i < 3; i++) {
        failed[i] = pthread_create(&t[i], NULL, life_thread, i == 1 ? t : NULL);
        if (failed[i]) printf("thread %d: %s\n", i, strerror(failed[i]));
    }
    for (i = 0; i < 3; i++) {
        void *result = NULL;
        if (failed[i]) continue;
        pthread_join(t[i], &result);
        say_end("thread", (int)(intptr_t)result);
    }
}

static sigjmp_buf life_before;
static volatile sig_atomic_t life_jumps, life_handled;

static void life_handler(int number) {
    (void)number;
    life_handled += (int)(alone(30) & 0) + 1;
    if (life_jumps == 1) siglongjmp(life_before, 1);
    if (life_jumps == 2) {
        pid_t p = fork();
        if (p == 0) _exit((int)(alone(30) & 0) + 8);
        life_handled += wait_for(p) == 8 << 8 ? 10 : 1000;
    }
}

KEPT void life_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = life_handler;
    sigaction(SIGUSR1, &action, NULL);
    for (life_jumps = 0; life_jumps < 3; life_jumps++)
        if (!sigsetjmp(life_before, 1)) raise(SIGUSR1);
    say("handled", life_handled);
}

KEPT void live(void) {
    sink += plenty();
    life_forks();
    life_vforks();
    life_spawns();
    life_threads();
    life_signals();
    life_forks();
    say("work", work(100));
}

#endif
