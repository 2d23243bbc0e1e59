/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_threads.c: keeps what a thread counted when it ends, however it ends. This pthread_create is
 * also called by the C++ library. With AddressSanitizer, whose own pthread_create is weak, it
 * passes calls on to that one, which must know each thread.
 */
#include "engine/lab/statement_tally.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct beginning {
    void *(*routine)(void *);
    void *argument;
};

/* Links this file although a sanitizer has a pthread_create, too (lab_build.c). */
char olab_threads;

int ___interceptor_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end(void *unused) {
    (void)unused;
    olab_tally_end();
}

static void make_key(void) {
    pthread_key_create(&key, end);
}

static void *run(void *argument) {
    struct beginning b = *(struct beginning *)argument;
    free(argument);
    pthread_once(&once, make_key);
    pthread_setspecific(key, &key);
    return b.routine(b.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread,
                                                          const pthread_attr_t *attributes,
                                                          void *(*routine)(void *),
                                                          void *argument) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) real = ___interceptor_pthread_create;
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    struct beginning *b = malloc(sizeof *b);
    if (!b || !real) {
        free(b);
        return EAGAIN;
    }
    *b = (struct beginning){.routine = routine, .argument = argument};
    int why = real(thread, attributes, run, b);
    if (why) free(b);
    return why;
}
