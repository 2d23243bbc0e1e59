/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frame_push.h: how an activation begins (abi.h), where a hook does it and not instrumented code.
 *
 * Threads: the owner of the state only. Signal-safe: yes.
 */
#ifndef ORT_FRAME_PUSH_H
#define ORT_FRAME_PUSH_H

#include "engine/runtime/core/recurring.h"
#include "thread_state.h"

/* A frame for one more activation, on top. */
static inline __attribute__((always_inline)) struct ordo_frame *
ort_frame_push(struct ordo_thread *t, struct ordo_scope *s) {
    struct ordo_frame *f = t->top + 1;
    if (unlikely(f >= t->limit)) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (unlikely(stamp < t->clock)) stamp = __ordo_renumber(t);
    t->clock = stamp;
    f->stamp = stamp;
    f->flags = 0;
    f->scope = s;
    f->rms = 0;
    f->cost_entry = t->cost;
    f->cost_below = 0;
    f->iterations = 0;
    f->context = f->children = 0;
    f->depth_level = f->depth_saved = 0; /* loops have none, and are asked for it */
    ort_barrier();                       /* a killed process shows whole frames */
    t->top = f;
    return f;
}

/* Second half, of a scope that may be re-entered (abi.h: ordo_nest). One without an id is of a
 * module that is not registered yet. */
static inline __attribute__((always_inline)) void ort_frame_nest(struct ordo_thread *t,
                                                                 struct ordo_frame *f) {
    const struct ordo_scope *s = f->scope;
    t->nest[s->id].open++;
    if (s->kind == ORDO_KIND_LOOP) return;
    struct ordo_nest *group = &t->nest[s->id ? ort_group_of(s) : 0];
    f->depth_level = group->level++;
    f->depth_saved = group->deepest;
    group->deepest = f->depth_level;
}

#endif
