/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * counted_end.h: how an activation ends while data structures are recorded.
 *
 * Their sizes are what costs grow with then: there are no memory sizes, and points and child costs
 * of routines would tell nothing. The activation is counted in the totals of its scope, in its
 * calling context and in its repetition's steps, all of them exact. One of a routine that is no
 * repetition, which has a frame for the lives of its locals or as a part of the calling context, is
 * not counted, in any recording of a structure build: most have no frame at all (abi.h:
 * ordo_unframed).
 *
 * Errors:  out of room: recording stops.   Threads: the owner of `t` only.   Signal-safe: yes.
 */
#ifndef ORT_COUNTED_END_H
#define ORT_COUNTED_END_H

#include "activities.h"
#include "child_costs.h"
#include "context_count.h"
#include "recursion.h"
#include "sampler.h"
#include "slots.h"
#include "steps.h"

/* Does f end this way? What began before data structures were recorded does not. */
static inline int ort_counted(const struct ort_thread *t, const struct ordo_frame *f) {
    return ort_structure_on && !ort_sampler_on && !t->extras && !f->children &&
           !(f->flags & ORT_FRAME_INHERITED);
}

/* Ends f, the innermost activation; it is also counted in at_exit when `at_exit`. */
static inline __attribute__((always_inline)) void
ort_counted_end(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    const struct ordo_scope *scope = f->scope;
    uint64_t inclusive = t->hot.cost - f->cost_entry, self = inclusive - f->cost_below;
    struct ordo_frame *below = f - 1;
    uint32_t context = 0, id = scope->id;
    below->cost_below += inclusive;
    struct ort_slot *s = ort_slot_get(t, scope);
    if (unlikely(!s)) goto pop;
    struct ordo_raw_total *total = s->total;
    int outermost = 1;
    if (s->nested) {
        if (--t->hot.nest[id].open) outermost = 0;
        if (s->recursive) {
            if (ort_recursion_leave(t, s->group, f)) total->recurred = 1;
            if (!f->depth_level && t->hot.nest[s->group].recurred) total->units++;
        }
    }
    total->calls++;
    total->self += self;
    total->iterations += f->iterations;
    if (outermost) total->cost += inclusive;
    if (unlikely(at_exit)) total->at_exit++;
    context = ort_context_count(t, f, id, inclusive, self);
pop:
    ort_structure_end(t, f, context);
    t->hot.top = below;
}

/* Is f of a routine that is no repetition, and not the entry of its thread? */
static inline int ort_uncounted(const struct ort_thread *t, const struct ordo_frame *f) {
    return (f->scope->flags & (ORDO_SCOPE_REPETITIONS | ORDO_SCOPE_RECURSIVE)) ==
               ORDO_SCOPE_REPETITIONS &&
           f->scope->kind == ORDO_KIND_ROUTINE && f - 1 != t->frames && !f->flags && !t->extras &&
           !ort_sampler_on;
}

/* Ends f, the innermost activation: what it cost is the cost of the one below. */
static inline void ort_uncounted_end(struct ort_thread *t, struct ordo_frame *f) {
    f[-1].cost_below += f->cost_below;
    if (f->children) ort_child_costs_drop(t, f);
    if (t->structure) ort_structure_end_place(t, f);
    t->hot.top = f - 1;
}

#endif
