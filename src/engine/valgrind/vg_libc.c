/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_libc.c: the functions of a C library that the compiled engine's runtime needs.
 *
 * A tool is linked without a C library, so these call Valgrind. Settings come from the tool's
 * options (vg_tool.c puts them into `environ`). Valgrind reports forks and ends of threads, so
 * thread-specific values are not needed.
 */
#include "pub_tool_basics.h"
#include "pub_tool_libcproc.h"

extern char **environ;
extern int *__errno_location(void);
extern unsigned long getauxval(unsigned long type);
extern int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
extern int pthread_key_create(unsigned *key, void (*destructor)(void *));
extern int pthread_setspecific(unsigned key, const void *value);
extern void ovg_state_save(void);
extern void ovg_state_alone(void);

char **environ;

int *__errno_location(void) {
    static int number;
    return &number;
}

unsigned long getauxval(unsigned long type) {
    (void)type;
    return 0;
}

static void (*at_fork[3])(void);

static void before(ThreadId tid) {
    (void)tid;
    ovg_state_save();
    at_fork[0]();
}

static void in_parent(ThreadId tid) {
    (void)tid;
    at_fork[1]();
}

static void in_child(ThreadId tid) {
    (void)tid;
    at_fork[2]();
    ovg_state_alone();
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    at_fork[0] = prepare;
    at_fork[1] = parent;
    at_fork[2] = child;
    VG_(atfork)(before, in_parent, in_child);
    return 0;
}

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    (void)key;
    (void)destructor;
    return -1;
}

int pthread_setspecific(unsigned key, const void *value) {
    (void)key;
    (void)value;
    return -1;
}
