/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion.h: the nesting of routines that may be re-entered.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_RECURSION_H
#define ORT_RECURSION_H

#include "thread_state.h"

/* Begins the group's tables of outermost activations. Called once, when a nested activation of the
 * group ends for the first time; `routine` is its routine. */
void ort_recursion_begin_units(struct ort_thread *t, uint32_t group,
                               const struct ordo_scope *routine);

/* Updates the group at the exit of f, an activation of one of its recursive routines. The caller
 * has already decremented the routine's own count (ordo_nest.open). Returns f's depth. */
static inline uint64_t ort_recursion_leave(struct ort_thread *t, uint32_t group,
                                           struct ordo_frame *f) {
    struct ordo_nest *g = &t->hot.nest[group];
    g->level--;
    uint64_t depth = g->deepest - f->depth_level;
    if (f->depth_saved > g->deepest) g->deepest = f->depth_saved;
    if (unlikely(f->depth_level && !g->recurred)) {
        g->recurred = 1;
        ort_recursion_begin_units(t, group, f->scope);
    }
    return depth;
}

#endif
