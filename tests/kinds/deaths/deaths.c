/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * deaths.c WAY WHO: the program ends in a recursion, in the given way, in the main thread or in
 * another one.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <pthread.h>
#include <signal.h>

static const char *way;

static void at_end(void) {
    sink += alone(20);
    puts("at exit");
}

static void at_quick_end(void) {
    sink += alone(20);
    puts("at quick exit");
    fflush(stdout);
}

KEPT void die(void) {
    volatile int zero = 0;
    if (is(way, "sigkill")) kill(getpid(), SIGKILL);
    if (is(way, "sigterm")) raise(SIGTERM);
    if (is(way, "sigsegv")) raise(SIGSEGV);
    if (is(way, "sigabrt")) raise(SIGABRT);
    if (is(way, "sigtrap")) raise(SIGTRAP);
    if (is(way, "sigfpe")) raise(SIGFPE);
    if (is(way, "null")) *(volatile int *)8 = 1;
    if (is(way, "breakpoint")) __builtin_debugtrap();
    if (is(way, "division")) sink += 1 / zero;
    if (is(way, "illegal")) __asm__ volatile("ud2");
    if (is(way, "exit")) exit(11);
    if (is(way, "_exit")) _exit(12);
    if (is(way, "quick_exit")) quick_exit(13);
    if (is(way, "abort")) abort();
}

KEPT long deep(int n) {
    long s = 0;
    for (int i = 0; i < 3; i++) s += work(n);
    if (n == 0) die();
    return n ? s + deep(n - 1) : s;
}

static void *other(void *unused) {
    (void)unused;
    sink += deep(20);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    way = argv[1];
    atexit(at_end);
    at_quick_exit(at_quick_end);
    say("work", plenty());
    printf("not flushed\n");
    if (is(argv[2], "main")) {
        sink += deep(20);
    } else {
        pthread_t t;
        pthread_create(&t, NULL, other, NULL);
        pthread_join(t, NULL);
    }
    return 3;
}
