/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * counted_end.h: how an activation ends while data structures are recorded.
 *
 * Costs then grow with the sizes of structures. There are no memory sizes, and points and child
 * costs of routines would show nothing. The activation is counted in the tally of its calling
 * context (tally.h), which also makes up the totals of its scope, and in the steps of its
 * repetition. All of these are exact. An activation of a routine that is not a repetition is not
 * counted in any recording of a structure build: it has a frame only for the lives of its locals or
 * as a part of the calling context, and most have none (abi.h: ordo_unframed).
 *
 * Errors:  out of room: recording stops.   Threads: the owner of `t` only.   Signal-safe: yes.
 */
#ifndef ORT_COUNTED_END_H
#define ORT_COUNTED_END_H

#include "activities.h"
#include "engine/runtime/core/child_costs.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/recursion.h"
#include "engine/runtime/core/slots.h"
#include "engine/runtime/core/steps.h"
#include "engine/runtime/core/tally.h"

/* Does f end this way? Not if it began before data structures were recorded. */
static inline int ort_counted(const struct ort_thread *t, const struct ordo_frame *f) {
    return ort_structure_on && !ort_sampler_on && !t->extras && !f->children &&
           !(f->flags & ORT_FRAME_INHERITED);
}

/* Ends f, an activation of a routine that may be re-entered, for its group. */
static inline void ort_counted_leave(struct ort_thread *t, struct ordo_frame *f) {
    uint32_t group = ort_group_of(f->scope);
    ort_recursion_leave(t, group, f);
    if (f->depth_level || !t->hot.nest[group].recurred) return;
    struct ort_slot *s = ort_slot_get(t, f->scope);
    if (!s) return;
    s->total->units++;
    if (unlikely(ort_structure_recurs_late(t, f->scope))) s->total->recurred |= ORDO_RECURRED_LATE;
}

/* Counts the steps of f, an activation of the node that has ended. Returns 1 if they are the most
 * so far. */
static inline int ort_counted_steps(struct ort_thread *t, struct ordo_frame *f,
                                    struct ordo_raw_tally *y, uint32_t context) {
    if (f->scope->kind == ORDO_KIND_LOOP) return ort_tally_loop(y, f->iterations);
    int grown = ort_may_recur(f->scope) && ort_steps_add_routine(t, f, context - 1);
    ort_tally_call(y, 1);
    return grown;
}

/* Ends f, the innermost activation. `at_exit`: also counts it in at_exit. */
static inline __attribute__((always_inline)) void
ort_counted_end(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    const struct ordo_scope *scope = f->scope;
    uint64_t inclusive = t->hot.cost - f->cost_entry, self = inclusive - f->cost_below;
    struct ordo_frame *below = f - 1;
    uint32_t context = ort_context_known(t, f);
    int outermost = 1;
    below->cost_below += inclusive;
    if (scope->flags & ORDO_SCOPE_RECURSIVE) {
        outermost = !--t->hot.nest[scope->id].open;
        if (scope->kind != ORDO_KIND_LOOP) ort_counted_leave(t, f);
    }
    if (unlikely(at_exit)) {
        struct ort_slot *s = ort_slot_get(t, scope);
        if (s) s->total->at_exit++;
    }
    if (likely(context)) {
        struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
        ort_tally_costs(y, inclusive, self, outermost);
        int grown = ort_counted_steps(t, f, y, context);
        ort_structure_end_counted(t, f, context, y, grown);
    } else {
        ort_structure_ended(t, f, 0);
    }
    t->hot.top = below;
}

/* Is f an activation of a routine that is not a repetition, and not the entry of its thread? */
static inline int ort_uncounted(const struct ort_thread *t, const struct ordo_frame *f) {
    return (f->scope->flags & (ORDO_SCOPE_REPETITIONS | ORDO_SCOPE_RECURSIVE)) ==
               ORDO_SCOPE_REPETITIONS &&
           f->scope->kind == ORDO_KIND_ROUTINE && f - 1 != t->frames && !f->flags && !t->extras &&
           !ort_sampler_on;
}

/* Ends f, the innermost activation, whose cost belongs to the one below. */
static inline void ort_uncounted_end(struct ort_thread *t, struct ordo_frame *f) {
    f[-1].cost_below += f->cost_below;
    if (f->children) ort_child_costs_drop(t, f);
    if (t->structure) ort_structure_end_place(t, f);
    t->hot.top = f - 1;
}

#endif
