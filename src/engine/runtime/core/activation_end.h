/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation_end.h: ends an activation.
 *
 * An activation that ends adds its size and cost to the activation below it (Coppa, Demetrescu,
 * Finocchi, Input-Sensitive Profiling, PLDI 2012, section 4.2, return). It is counted in its
 * calling context, in the totals of its scope, in the scope's points if it is kept (settling.h),
 * and as a child of the activation below. `top` moves only afterwards, so that every activation of
 * a killed process is still open or already counted.
 *
 * Errors:  if there is no room, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_ACTIVATION_END_H
#define ORT_ACTIVATION_END_H

#include "context_count.h"
#include "events.h"
#include "extra.h"
#include "input_size.h"
#include "observe.h"
#include "recursion.h"
#include "seams.h"
#include "settling.h"
#include "space.h"
#include "steps.h"

/* Ends f, the innermost activation. If `at_exit`, also counts it in `at_exit` of its scope's total.
 * `plain` is a constant: 1 if f is known to be of a routine that has no arguments, may be
 * re-entered and is the only one of its group, and if the state has no extras; else 0. */
static inline __attribute__((always_inline)) void
ort_activation_end(struct ort_thread *t, struct ordo_frame *f, int at_exit, const int plain) {
    if (!at_exit && likely(ort_settling_end(t, f))) return;
    uint64_t inclusive = t->hot.cost - f->cost_entry;
    uint64_t self = inclusive - f->cost_below;
    struct ort_ended ended = {.cost = inclusive, .self = self};
    uint32_t context = 0;
    uint32_t due = 0;
    int outermost = 1, dearest = 0;
    struct ordo_frame *below = f - 1;
    below->rms += f->rms;
    below->cost_below += inclusive;
    uint64_t accesses = 0;
    if (unlikely(f->flags & (ORT_FRAME_EVENTS | ORT_FRAME_INPUT | ORT_FRAME_SPACE))) {
        if (f->flags & ORT_FRAME_EVENTS) accesses = ort_events_end(t, f, below);
        if (f->flags & ORT_FRAME_INPUT) ort_input_size_end(t, f);
        if (f->flags & ORT_FRAME_SPACE) ort_space_end(t, f);
    }
    if (!plain && unlikely(t->extras)) ort_extra_leave(t, f);
    uint32_t id = f->scope->id;
    struct ort_slot *s = ort_slot_get(t, f->scope);
    if (unlikely(!s)) goto pop;
    if (plain || s->nested) {
        if (--t->hot.nest[id].open) outermost = 0;
        if (plain || s->recursive) {
            uint32_t group = plain ? id : s->group;
            ended.depth = ort_recursion_leave(t, group, f);
            ended.unit = !f->depth_level && t->hot.nest[group].recurred;
        }
    }
    if (unlikely(at_exit) && !(f->flags & ORT_FRAME_INHERITED)) s->total->at_exit++;
    if (unlikely(f->flags & ORT_FRAME_INHERITED)) {
        f->flags = 0;
        if (ort_steps_on(t)) ort_steps_skip(t, f);
        ort_thread_raw(t)->frames = (uint64_t)(uintptr_t)below;
        goto pop;
    }
    context = ort_context_count(t, f, id, inclusive, self, &due); /* may move the slots */
    s = &t->slots[id];
    if (unlikely(!s->total))
        goto pop; /* in a fork's child, if the handler that forked interrupted
                     this */
    ort_total_add(t, s->total, inclusive, self, plain ? 0 : f->iterations, outermost, ended.unit);
    if (ended.depth) s->total->recurred |= ORDO_RECURRED;
    if (unlikely(f->flags & ORT_FRAME_INCOMPLETE)) {
        below->flags |= ORT_FRAME_INCOMPLETE;
        if (f->children) ort_child_costs_drop(t, f);
        goto counted;
    }
    if (!plain && s->n_args) ort_total_negative(s->total, f->args, s->n_args);
    if (!plain && unlikely(f->flags & ORT_FRAME_EVENTS) && s->kind == ORDO_KIND_LOOP)
        ort_events_keep(f, accesses, inclusive, self);
    uint64_t weight =
        likely(context) ? ort_settling_weigh(t, f, context - 1, inclusive, &dearest) : 1;
    if (likely(weight)) {
        ort_ended_points_add(t, s, f, &ended, weight);
        if (!plain && unlikely(t->extras)) ort_extra_tally(t, s, f, ended.unit, inclusive, self);
        if (f->children)
            ort_child_costs_settle(t, f, id, ort_points_key(&s->points, (uint64_t)f->rms), weight);
    } else {
        ort_ended_points_note(t, s, f, &ended, dearest);
        if (f->children) ort_child_costs_drop(t, f);
    }

counted:
    ort_settling_note_child(t, below, id, inclusive);
    if (unlikely(due | (uint32_t)ort_is_mark(below))) { /* not in structure or sampled builds */
        t->hot.top = below;
        ort_observe_ended(t, f, due ? context : 0, inclusive, self, ended.depth);
        return;
    }
pop:
    if (unlikely(ort_structure_on)) ort_structure_ended(t, f, context);
    t->hot.top = below;
    if (unlikely(ort_sampler_on)) ort_sampler_ended(t, f, inclusive, ended.depth);
}

#endif
