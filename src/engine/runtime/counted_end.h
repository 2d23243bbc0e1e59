/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * counted_end.h: how an activation ends while data structures are recorded.
 *
 * Their sizes are what costs grow with then: there are no memory sizes, and points and child costs
 * of routines would tell nothing. The activation is counted in the totals of its scope, in its
 * calling context and in its repetition's steps, all of them exact.
 *
 * Errors:  out of room: recording stops.   Threads: the owner of `t` only.   Signal-safe: yes.
 */
#ifndef ORT_COUNTED_END_H
#define ORT_COUNTED_END_H

#include "activities.h"
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

#endif
