/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * child_costs.h: the cost of each direct child, by the size of its parent's activation.
 *
 * While an activation is open, its ended children have records in its thread's log, from
 * F->children - 1 to the end of the log: deeper activations have removed theirs. When the
 * activation ends, they are added to the records of its (scope, size) in the raw file.
 *
 * Errors:  if there is no room, recording stops.   Threads: the owner of `t` only.
 */
#ifndef ORT_CHILD_COSTS_H
#define ORT_CHILD_COSTS_H

#include "thread_state.h"

int ort_child_costs_init(struct ort_thread *t); /* 0, or -1 */

/* Slow path of ort_child_costs_note: the child is not the latest one in the log, or the log is
 * full. */
void ort_child_costs_note_slow(struct ort_thread *t, struct ordo_frame *f, uint32_t child,
                               uint64_t cost);

/* Notes an ended child of the open activation f. The child's own part of the log has been
 * removed. */
static inline void ort_child_costs_note(struct ort_thread *t, struct ordo_frame *f, uint32_t child,
                                        uint64_t cost) {
    if (f->children) {
        struct ort_child *last = &t->children[t->children_used - 1];
        if (likely(last->scope == child)) {
            last->calls++;
            last->cost += cost;
            return;
        }
    } else if (likely(t->children_used < t->children_room)) {
        struct ort_child *first = &t->children[t->children_used];
        f->children = ++t->children_used;
        first->scope = child;
        first->calls = 1;
        first->cost = cost;
        return;
    }
    ort_child_costs_note_slow(t, f, child, cost);
}

/* Moves f's part of the log to the records of (scope, n) when f has ended. n is f's size, or its
 * bucket if the scope's points are bucketed. f stands for `weight` activations (settling.h). */
void ort_child_costs_settle(struct ort_thread *t, struct ordo_frame *f, uint32_t scope, uint64_t n,
                            uint64_t weight);

/* Discards f's part of the log, because f is not counted at any size. */
static inline void ort_child_costs_drop(struct ort_thread *t, struct ordo_frame *f) {
    t->children_used = f->children - 1;
    f->children = 0;
}

/* Discards all records and all ended children, in a fork's child. */
void ort_child_costs_forget(struct ort_thread *t);

/* Replaces sizes by their buckets in the scope's records when its points become bucketed. */
void ort_child_costs_bucket(struct ort_thread *t, uint32_t scope);

#endif
