/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An activation that ends gives its size and cost to the one below it (aprof, section 4.2, return),
 * and is counted: among its scope's repeats, in its calling context, and as a child of the
 * activation below. `top` moves last but for that, so that an activation of a killed process is
 * either open or counted.
 */
#include "activation.h"
#include "child_costs.h"
#include "contexts.h"
#include "extra.h"
#include "points.h"
#include "recursion.h"
#include "repeats.h"
#include "signal.h"
#include "slots.h"
#include "stop.h"

static inline __attribute__((always_inline)) void end(struct ort_thread *t, struct ordo_frame *f,
                                                      int at_exit) {
    uint64_t inclusive = t->hot.cost - f->cost_entry;
    uint64_t self = inclusive - f->cost_below;
    uint64_t depth = 0;
    uint32_t flags = ORDO_REPEAT_OUTERMOST;
    struct ordo_frame *below = f - 1;
    below->rms += f->rms;
    below->cost_below += inclusive;
    if (unlikely(t->extras)) ort_extra_leave(t, f);
    uint32_t id = f->scope->id;
    struct ort_slot *s = ort_slot_get(t, f->scope);
    if (unlikely(!s)) goto pop;
    if (s->nested) {
        if (--t->hot.nest[id].open) flags = 0;
        if (s->recursive) {
            depth = ort_recursion_leave(t, s, f);
            if (!f->depth_level && t->hot.nest[s->group].recurred) flags |= ORDO_REPEAT_UNIT;
        }
    }
    if (unlikely(f->flags & ORT_FRAME_INHERITED)) {
        f->flags = 0;
        ort_thread_raw(t)->frames = (uint64_t)(uintptr_t)below;
        goto pop;
    }
    if (unlikely(at_exit)) s->total->at_exit++;
    struct ordo_raw_repeat *r =
        ort_repeats_add(t, s,
                        (struct ort_ended){(uint64_t)flags << 32 | id, (uint64_t)f->rms, inclusive,
                                           self, f->iterations, depth, f->args});
    if (unlikely(t->extras)) ort_extra_tally(t, s, f, flags & ORDO_REPEAT_UNIT, inclusive, self);
    if (f->children)
        ort_child_costs_settle(t, f, id, ort_points_key(&s->points, (uint64_t)f->rms),
                               &r->children);

    uint32_t context = f->context;
    if (likely(!context)) {
        context = likely(below->context != 0) ? ort_context_find(t, below->context, id)
                                              : ort_context_of(t, f);
    }
    if (likely(context)) {
        struct ordo_raw_context *node = ort_context_node(t, context - 1);
        node->calls++;
        node->cost += inclusive;
        node->self += self;
    }
    if (likely(below != t->frames) && likely(t->children != NULL))
        ort_child_costs_note(t, below, id, inclusive);
pop:
    t->hot.top = below;
}

void ort_activation_end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    while (t->hot.top > f) end(t, t->hot.top, at_exit);
}

/* The frame is not on top: what was left without a word ends first. A frame that is no longer on
 * the stack at all means that the machine stack was switched unseen. */
static __attribute__((noinline, cold)) int settle_above(struct ort_thread *t,
                                                        struct ordo_frame *f) {
    if (&t->hot != __ordo_self) ort_state_return(t);
    if (f > t->hot.top || f <= t->frames) {
        ort_stop(ORDO_STOP_STACK_SWITCH, 0);
        return 0;
    }
    ort_activation_end_above(t, f, 0);
    return 1;
}

__attribute__((visibility("default"))) void __ordo_leave(struct ordo_thread *hot,
                                                         struct ordo_frame *f) {
    if (unlikely(!hot->tick)) {
        hot->top = f - 1;
        return;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(hot->top != f) && !settle_above(t, f)) return;
    end(t, f, 0);
}

__attribute__((visibility("default"))) void __ordo_unwind(struct ordo_thread *hot,
                                                          struct ordo_frame *f) {
    if (hot != __ordo_self) ort_state_return((struct ort_thread *)hot);
    if (!hot->tick) {
        hot->top = f;
        return;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (f > hot->top ||
        f < t->frames) /* a folded routine at the bottom has the root for its frame */
        ort_stop(ORDO_STOP_STACK_SWITCH, 0);
    else
        ort_activation_end_above(t, f, 0);
}

void ort_activation_library(struct ort_thread *t, struct ordo_frame *f,
                            const struct ordo_scope *library, uint64_t blocks) {
    t->hot.cost += blocks;
    f->cost_below += blocks;
    struct ort_slot *s = ort_slot_get(t, library);
    if (!s) return;
    s->total->calls++;
    s->total->cost += blocks;
    s->total->self += blocks;
    uint32_t caller = f->context ? f->context : ort_context_of(t, f);
    uint32_t context = caller ? ort_context_find(t, caller, library->id) : 0;
    if (context) {
        struct ordo_raw_context *node = ort_context_node(t, context - 1);
        node->calls++;
        node->cost += blocks;
        node->self += blocks;
    }
    if (f != t->frames && t->children && f == t->hot.top)
        ort_child_costs_note(t, f, library->id, blocks);
}
