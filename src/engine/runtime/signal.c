/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A handler's state comes from the pool and remembers what it interrupted; the chain of states of
 * one thread mirrors its chain of handlers.
 */
#include "signal.h"

struct ordo_thread *ort_signal_enter(void) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return NULL;
    struct ort_thread *own = ort_thread_adopt();
    if (!own) return NULL;
    own->interrupted = &t->hot;
    __ordo_self = &own->hot;
    return &t->hot;
}

void ort_signal_leave(struct ordo_thread *interrupted) {
    if (interrupted) ort_state_return((struct ort_thread *)interrupted);
}

void ort_state_return(struct ort_thread *t) {
    struct ort_thread *self = (struct ort_thread *)__ordo_self;
    while (self && self != t && self->interrupted) {
        struct ort_thread *below = (struct ort_thread *)self->interrupted;
        __ordo_self = &below->hot;
        ort_thread_release(self);
        self = below;
    }
}

struct ort_thread *ort_state_bottom(struct ort_thread *t) {
    while (t->interrupted) {
        struct ort_thread *below = (struct ort_thread *)t->interrupted;
        ort_thread_release(t);
        t = below;
    }
    return t;
}
