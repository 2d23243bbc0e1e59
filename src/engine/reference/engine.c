/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * engine.c: start, lock and end of the reference engine. The raw file is written once, when the
 * process ends: by the destructor, which the loader runs after those of everything that was linked
 * with it, or by the models of _exit and exec (process.c).
 */
#include "engine.h"

#include "ref_memory.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct engine oref;

/* The symbol that instrumented objects refer to. */
__attribute__((visibility("default"))) extern const char ORDO_ABI_ANCHOR[];
const char ORDO_ABI_ANCHOR[] = ORDO_ABI_MARK;

static atomic_flag lock_word = ATOMIC_FLAG_INIT;

struct engine_hold oref_engine_lock(void) {
    struct engine_hold h;
    uint64_t all = ~(uint64_t)0;
    h.saved_errno = errno;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &h.signals, sizeof all);
    while (atomic_flag_test_and_set_explicit(&lock_word, memory_order_acquire)) sched_yield();
    return h;
}

void oref_engine_unlock(struct engine_hold *h) {
    atomic_flag_clear_explicit(&lock_word, memory_order_release);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &h->signals, NULL, sizeof(uint64_t));
    errno = h->saved_errno;
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct engine_hold fork_hold;

static void before_fork(void) {
    fork_hold = oref_engine_lock();
}

static void after_fork_in_parent(void) {
    oref_engine_unlock(&fork_hold);
}

/* In the child there is one thread, and the open activations belong to the parent. */
static void after_fork_in_child(void) {
    struct ordo_thread *mine = __ordo_self;
    oref.forked = 1;
    oref.start_ns = now_ns();
    oref_tally_reset();
    for (struct strand *s = oref.strands; s; s = s->next) {
        if (&s->hot != mine && !(mine && oref_strand_of(mine)->interrupted == s)) s->in_use = 0;
        for (ptrdiff_t i = 0; i <= s->hot.top - s->frames; i++) s->open[i].inherited = 1;
    }
    oref_engine_unlock(&fork_hold);
}

void oref_engine_start(void) {
    if (oref.started) return;
    oref.started = 1;
    const char *dir = getenv("ORDO_RAW_DIR");
    if (!dir || !*dir) return;
    const char *cell = getenv("ORDO_CELL");
    unsigned long bytes = cell && *cell ? strtoul(cell, NULL, 10) : 8;
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
        oref_die("ORDO_CELL must be 1, 2, 4 or 8");
    oref.cell_shift = (unsigned)__builtin_ctzl(bytes);
    const char *drms = getenv("ORDO_DRMS");
    oref.drms = drms && !strcmp(drms, "1");
    oref.raw_dir = oref_copy(dir);
    oref.start_ns = now_ns();
    oref.on = 1;
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

__attribute__((constructor(101))) static void start(void) {
    oref_engine_start();
}

void oref_engine_close_all(void) {
    for (struct strand *s = __ordo_self ? oref_strand_of(__ordo_self) : NULL; s; s = s->interrupted)
        oref_strand_close(s, s->frames, 1);
}

__attribute__((destructor(101))) static void end(void) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    oref_engine_close_all();
    oref_raw_image_write(ORDO_RAW_FINISHED);
    oref_engine_unlock(&h);
}
