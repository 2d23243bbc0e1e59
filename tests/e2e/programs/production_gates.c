// production_gates.c: threads made in every usual way that all count the same loop, and a library's loop that calls back.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

enum { MOST = 16 };

static unsigned cells[64];

__attribute__((noinline)) unsigned long sum(unsigned n) {
    unsigned long s = 0;
    for (unsigned i = 0; i < n; i++) s += cells[i] += i; /* sum */
    return s;
}

static void work(unsigned times) {
    for (unsigned k = 0; k < times; k++) sum(k % 50 + 1);
}

static void *posix_thread(void *times) {
    work((unsigned)(unsigned long)times);
    return NULL;
}

static int c_thread(void *times) {
    work((unsigned)(unsigned long)times);
    return 0;
}

__attribute__((weak)) unsigned long of_library(unsigned n, unsigned long (*call)(unsigned)) {
    return n ? call(n) : 0;
}

typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Looks pthread_create up in libc itself, past Ordo's wrapper. */
static create *creation(int hidden) {
    return hidden ? (create *)dlsym(dlopen("libc.so.6", RTLD_LAZY), "pthread_create") : pthread_create;
}

/* production_gates THREADS TIMES LIBRARY [HIDDEN]: the loop has (THREADS + 1) * TIMES executions, and those
 * that the library asks for. */
int main(int argc, char **argv) {
    unsigned threads = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    unsigned long times = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    pthread_t posix[MOST];
    thrd_t c[MOST];
    if (threads > MOST) return 2;
    work((unsigned)(times / 2)); /* the main thread's area is in use when threads start */
    for (unsigned i = 0; i < threads; i++)
        if (i % 2)
            thrd_create(&c[i], c_thread, (void *)times);
        else
            creation(argc > 4)(&posix[i], NULL, posix_thread, (void *)times);
    work((unsigned)(times - times / 2));
    for (unsigned i = 0; i < threads; i++)
        if (i % 2)
            thrd_join(c[i], NULL);
        else
            pthread_join(posix[i], NULL);
    unsigned long s = of_library(argc > 3 ? (unsigned)atoi(argv[3]) : 0, sum);
    printf("%s\n", s == ~0ul ? "none" : "done");
    return 0;
}
