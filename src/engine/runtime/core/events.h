/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * events.h: what loops in samples cost in events: a body, an activation of a recursion and each
 * access to memory is one, so that code without loops counts too (docs/production.md). Points of
 * events stand beside those of steps.
 *
 * The count is the thread's; an activation's is the difference between its end and its entry, which
 * its frame keeps where other builds have values of arguments. Only frames that __ordo_enter opened
 * in a state that records do so: they are marked. Idle states are no struct ort_thread.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_EVENTS_H
#define ORT_EVENTS_H

#include "thread_state.h"

/* In a frame's args: accesses while it is open, then its events. */
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

/* f has ended: its accesses are the activation's below it too. Returns how many they are. */
static inline uint64_t ort_events_end(const struct ort_thread *t, const struct ordo_frame *f,
                                      struct ordo_frame *below) {
    uint64_t n = t->counts[ORDO_COST_EVENTS] - (uint64_t)f->args[ORT_EVENTS_AT_ENTRY];
    if (below->flags & ORT_FRAME_EVENTS) below->args[ORT_EVENTS_BELOW] += (int64_t)n;
    return n;
}

/* What repeats keep of the loop's activation f, which ended with so many accesses, of `inclusive`
 * and `self` steps: in place of arguments. */
static inline void ort_events_keep(struct ordo_frame *f, uint64_t accesses, uint64_t inclusive,
                                   uint64_t self) {
    uint64_t own = accesses - (uint64_t)f->args[ORT_EVENTS_BELOW];
    f->args[ORT_EVENTS_ALL] = (int64_t)(accesses + inclusive);
    f->args[ORT_EVENTS_OWN] = (int64_t)(own + self);
}

#endif
