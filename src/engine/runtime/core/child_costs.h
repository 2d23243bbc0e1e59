/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * child_costs.h: what activations of one size spent in each direct child.
 *
 * While an activation is open, its ended children are records in its thread's log, from
 * F->children - 1 up to the log's end (deeper activations have cut theirs off). When it ends they
 * are added to records in the raw file keyed (scope, size).
 *
 * Errors:  out of room: recording stops.   Threads: the owner of `t` only.
 */
#ifndef ORT_CHILD_COSTS_H
#define ORT_CHILD_COSTS_H

#include "thread_state.h"

int ort_child_costs_init(struct ort_thread *t); /* 0, or -1 */

/* Rare half of ort_child_costs_note: the record is not among the latest few. */
void ort_child_costs_note_slow(struct ort_thread *t, struct ordo_frame *f, uint32_t child,
                               uint64_t cost);

/* One ended child of the open activation f, whose own children have been cut off. */
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

/* f has ended with size n (a bucket if its points are): empties its part of the log. *known is the
 * key's first record, or 0 and then set. */
void ort_child_costs_settle(struct ort_thread *t, struct ordo_frame *f, uint32_t scope, uint64_t n,
                            uint32_t *known);

/* Empties f's part of the log: nothing is known of an activation of its size. */
static inline void ort_child_costs_drop(struct ort_thread *t, struct ordo_frame *f) {
    t->children_used = f->children - 1;
    f->children = 0;
}

/* In a fork's child: no open activation has an ended child, and there are no records. */
void ort_child_costs_forget(struct ort_thread *t);

/* The scope's points have become bucketed: so do the sizes here. */
void ort_child_costs_bucket(struct ort_thread *t, uint32_t scope);

#endif
