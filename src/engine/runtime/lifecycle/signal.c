/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * signal.c: a handler's state comes from the pool and refers to the state that it interrupted. The
 * chain of states of a thread thus corresponds to its chain of handlers.
 *
 * A handler that has interrupted malloc must never wait for a lock that the preparation of a fork
 * holds, because fork would in turn wait for malloc's locks. Fork therefore closes a gate, waits
 * until no other thread is in a recorded handler, and only then takes the locks. Handlers that
 * begin in the meantime run unrecorded, in the idle state of their thread.
 */
#include "signal.h"
#include "engine/runtime/core/effects.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/system/os.h"

#define PATIENCE 20000 /* yields; a slower handler may be waiting for the forking thread */

static int handlers; /* recorded handlers that are running */
static int closed;   /* threads that are preparing a fork */

/* The state that a handler interrupted, while the handler runs in the idle state. */
static __thread struct ort_thread *paused;

static int is_idle(const struct ordo_thread *t) {
    return !t->tick && t->limit;
}

struct ort_thread *ort_signal_state(void) {
    struct ordo_thread *self = __ordo_self;
    return !self ? NULL : is_idle(self) ? paused : (struct ort_thread *)self;
}

struct ordo_thread *ort_signal_enter(void) {
    if (ort_sampler_on) return ort_sampler_signal_enter();
    struct ort_thread *t = ort_thread_current();
    if (!t) return NULL;
    __atomic_fetch_add(&handlers, 1, __ATOMIC_SEQ_CST);
    struct ort_thread *own = NULL;
    if (!__atomic_load_n(&closed, __ATOMIC_SEQ_CST)) own = ort_thread_adopt();
    if (own) {
        own->interrupted = &t->hot;
        __ordo_self = &own->hot;
    } else {
        __atomic_fetch_sub(&handlers, 1, __ATOMIC_SEQ_CST);
        paused = t;
        __ordo_self = ort_thread_idle();
    }
    return &t->hot;
}

int ort_follows(void) {
    return ort_sampler_on;
}

static int own_handlers(void) {
    int n = 0;
    for (struct ort_thread *t = ort_thread_current(); t && t->interrupted;
         t = (struct ort_thread *)t->interrupted)
        n++;
    return n;
}

void ort_signal_gate_close(void) {
    __atomic_fetch_add(&closed, 1, __ATOMIC_SEQ_CST);
    int own = own_handlers();
    for (int i = 0; i < PATIENCE && __atomic_load_n(&handlers, __ATOMIC_SEQ_CST) > own; i++)
        ort_os_yield();
}

void ort_signal_gate_open(int child) {
    if (child) {
        handlers = own_handlers();
        closed = 0;
    } else {
        __atomic_fetch_sub(&closed, 1, __ATOMIC_SEQ_CST);
    }
}

static void release(struct ort_thread *t) {
    ort_thread_release(t);
    __atomic_fetch_sub(&handlers, 1, __ATOMIC_SEQ_CST);
}

void ort_signal_leave(struct ordo_thread *interrupted) {
    if (ort_sampler_on) {
        ort_sampler_signal_leave(interrupted);
        return;
    }
    if (interrupted) ort_state_return((struct ort_thread *)interrupted);
}

void ort_state_return(struct ort_thread *t) {
    if (ort_sampler_on) {
        ort_sampler_return(t);
        return;
    }
    if (is_idle(__ordo_self)) { /* the handler ran on the idle state */
        paused = NULL;
        __ordo_self = &t->hot;
        return;
    }
    struct ort_thread *self = (struct ort_thread *)__ordo_self;
    while (self && self != t && self->interrupted) {
        struct ort_thread *below = (struct ort_thread *)self->interrupted;
        __ordo_self = &below->hot;
        release(self);
        self = below;
    }
}

struct ort_thread *ort_state_bottom(struct ort_thread *t) {
    while (t->interrupted) {
        struct ort_thread *below = (struct ort_thread *)t->interrupted;
        release(t);
        t = below;
    }
    return t;
}
