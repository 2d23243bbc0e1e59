/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * events.h: the costs of sampled loops in events. A step and an access to memory are one event
 * each, so that code without loops has a cost too (docs/production.md). Loops have points of events
 * in addition to those of steps.
 *
 * The thread counts accesses. An activation's accesses are the difference between its end and its
 * entry. Its frame keeps the count at the entry where other builds have values of arguments. Only
 * frames that __ordo_enter opened in a recording state do so; they have the flag ORT_FRAME_EVENTS.
 * An idle state is not a struct ort_thread.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_EVENTS_H
#define ORT_EVENTS_H

#include "thread_state.h"

/* Indices of a frame's args: accesses while it is open, events once it has ended. */
enum { ORT_EVENTS_AT_ENTRY = 0, ORT_EVENTS_BELOW = 1 };
enum { ORT_EVENTS_ALL = 0, ORT_EVENTS_OWN = 1, ORT_EVENTS_ARGS = 2 };

static inline void ort_events_count(struct ordo_thread *t) {
    ((struct ort_thread *)t)->counts[ORDO_COST_EVENTS]++;
}

static inline void ort_events_begin(const struct ordo_thread *t, struct ordo_frame *f) {
    f->args[ORT_EVENTS_AT_ENTRY] =
        (int64_t)((const struct ort_thread *)t)->counts[ORDO_COST_EVENTS];
    f->args[ORT_EVENTS_BELOW] = 0;
    f->flags |= ORT_FRAME_EVENTS;
}

/* Adds the accesses of f, which has ended, to the activation below it. Returns their number. */
static inline uint64_t ort_events_end(const struct ort_thread *t, const struct ordo_frame *f,
                                      struct ordo_frame *below) {
    uint64_t n = t->counts[ORDO_COST_EVENTS] - (uint64_t)f->args[ORT_EVENTS_AT_ENTRY];
    if (below->flags & ORT_FRAME_EVENTS) below->args[ORT_EVENTS_BELOW] += (int64_t)n;
    return n;
}

/* Stores the events of f in place of arguments, for settling.h. f is an activation of a loop
 * that has ended with so many accesses, and with `inclusive` and `self` steps. */
static inline void ort_events_keep(struct ordo_frame *f, uint64_t accesses, uint64_t inclusive,
                                   uint64_t self) {
    uint64_t own = accesses - (uint64_t)f->args[ORT_EVENTS_BELOW];
    f->args[ORT_EVENTS_ALL] = (int64_t)(accesses + inclusive);
    f->args[ORT_EVENTS_OWN] = (int64_t)(own + self);
}

#endif
