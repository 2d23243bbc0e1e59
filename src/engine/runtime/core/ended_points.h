/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ended_points.h: adds an ended activation to the points of its scope, by every size metric.
 *
 * The points of an activation are kept with a weight: the number of activations that it stands for
 * (settling.h). An activation that is not kept adds nothing to the sums from which means are
 * computed. If it has the greatest cost of its class of sizes, it raises the maximum of the points
 * of its own size. If it is larger than any before by depth or by an argument, or dearer and its
 * size has no point by rms, it gets a point of its own.
 *
 * If the process is killed meanwhile, each point is either as before or as after.
 * Errors:  if a table cannot grow, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes (handlers have states of their own).
 */
#ifndef ORT_ENDED_POINTS_H
#define ORT_ENDED_POINTS_H

#include "thread_state.h"

/* The numbers of an ended activation that its frame does not have. */
struct ort_ended {
    uint64_t cost, self, depth;
    int unit; /* 1: outermost of a group that has recurred */
};

/* Adds f with the weight, which is not 0. */
void ort_ended_points_add(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                          const struct ort_ended *e, uint64_t weight);

/* Notes f, which is not kept. `dearest`: its cost is greater than that of any before of its class
 * of sizes, in its calling context. */
void ort_ended_points_note(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                           const struct ort_ended *e, int dearest);

/* Returns whether an activation of the scope of that depth, with the args of f, would be the
 * largest one by one of them, or has a negative argument. `m` has the scope's tables. */
static inline int ort_ended_is_largest(const struct ort_thread *t, const struct ort_more *m,
                                       const struct ordo_frame *f, uint64_t depth,
                                       uint32_t n_args) {
    const struct ort_largest *l = &m->largest;
    if (unlikely(l->owner != ort_thread_raw((struct ort_thread *)t)->threads)) return 1;
    int larger = depth > l->depth;
    for (uint32_t i = 0; i < n_args; i++)
        larger |= (uint64_t)f->args[i] > (uint64_t)l->args[i]; /* negative: beyond all others */
    return larger;
}

#endif
