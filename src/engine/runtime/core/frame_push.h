/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frame_push.h: begins an activation (abi.h), for hooks that do so in place of instrumented code.
 *
 * Threads: the owner of the state only. Signal-safe: yes.
 */
#ifndef ORT_FRAME_PUSH_H
#define ORT_FRAME_PUSH_H

#include "engine/runtime/core/recurring.h"
#include "scopes.h"
#include "thread_state.h"

/* Fills a frame whose activation begins at `cost`, except its stamp, flags and depths. */
static inline __attribute__((always_inline)) void
ort_frame_fill(struct ordo_frame *f, struct ordo_scope *s, uint64_t cost) {
    f->scope = s;
    f->rms = 0;
    f->cost_entry = cost;
    f->cost_below = 0;
    f->iterations = 0;
    f->context = f->children = 0;
}

/* Begins the frame below all others, which belongs to no activation. */
static inline void ort_frame_begin_root(struct ort_thread *t, uint64_t cost) {
    if (unlikely(t->hot.clock >= UINT32_MAX - 1)) __ordo_renumber(&t->hot);
    ort_frame_fill(t->frames, &ort_root_scope, cost);
    t->frames->stamp = t->root_stamp = ++t->hot.clock;
    t->frames->flags = 0;
    t->frames->context = t->root_context;
}

/* Pushes a frame for an activation of `s` and returns it. */
static inline __attribute__((always_inline)) struct ordo_frame *
ort_frame_push(struct ordo_thread *t, struct ordo_scope *s) {
    struct ordo_frame *f = t->top + 1;
    if (unlikely(f >= t->limit)) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (unlikely(stamp < t->clock)) stamp = __ordo_renumber(t);
    t->clock = stamp;
    f->stamp = stamp;
    f->flags = 0;
    ort_frame_fill(f, s, t->cost);
    f->depth_level = f->depth_saved = 0; /* loops have none, but theirs is read */
    ort_barrier(); /* in a killed process, every frame up to `top` is complete */
    t->top = f;
    return f;
}

/* Second half of the entry, for scopes that may be re-entered (abi.h: ordo_nest). A scope without
 * an id is of a module that is not registered yet. */
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
