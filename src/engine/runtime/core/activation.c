/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whatever way activations end, they end from the top downwards, each by ort_activation_end.
 */
#include "activation.h"
#include "activation_end.h"
#include "engine/runtime/core/tally.h"
#include "engine/runtime/system/stop.h"
#include "signal.h"

static inline void end(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    if (unlikely(ort_structure_on || f->scope->flags & ORDO_SCOPE_REPETITIONS) &&
        ort_structure_ends(t, f, at_exit))
        return;
    ort_activation_end(t, f, at_exit, 0);
}

void ort_activation_end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    for (struct ordo_frame *top; (top = t->hot.top) > f;) {
        /* Steps of a loop are added where it ends by itself (__ordo_end). */
        if (top->scope->flags & ORDO_SCOPE_SAMPLED && top->scope->kind == ORDO_KIND_LOOP)
            t->hot.cost += top->iterations;
        end(t, top, at_exit);
    }
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
        if (ort_sampler_on) ort_sampler_unrecorded(hot, f);
        return;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(hot->top != f) && !settle_above(t, f)) return;
    end(t, f, 0);
    if (unlikely(ort_sampler_on)) ort_sampler_tired(t);
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
    uint32_t caller = f->context ? f->context : ort_context_of(t, f); /* it may move slots */
    struct ort_slot *s = ort_slot_get(t, library);
    if (!s) return;
    uint32_t context = caller ? ort_context_find(t, caller, library->id) : 0;
    if (context && unlikely(ort_structure_on)) {
        struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
        ort_tally_costs(y, blocks, blocks, 1);
        ort_tally_call(y, 1);
        return;
    }
    s->total->calls++;
    s->total->cost += blocks;
    s->total->self += blocks;
    if (context) {
        struct ordo_raw_context *node = ort_context_node(t, context - 1);
        node->calls++;
        node->cost += blocks;
        node->self += blocks;
    }
    if (f != t->frames && t->children && f == t->hot.top)
        ort_child_costs_note(t, f, library->id, blocks);
}
