/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the compiled engine's runtime asks of a C library, given by Valgrind: a tool is linked
 * against none. Settings come as options of the tool (vg_tool.c puts them into `environ`), forks
 * are announced by Valgrind, and the ends of threads too, so that no thread-specific values are
 * needed.
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
