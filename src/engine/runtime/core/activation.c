/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation.c: however activations end, they end one at a time, from the top of the stack
 * downwards, by ort_activation_end_top. This is a function of its own, so that the hooks that call
 * it save few registers when nothing is recorded.
 */
#include "activation.h"
#include "activation_end.h"
#include "engine/runtime/core/tally.h"
#include "observe.h"

void ort_activation_end_top(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    if (unlikely(ort_structure_on || f->scope->flags & ORDO_SCOPE_REPETITIONS) &&
        ort_structure_ends(t, f, at_exit))
        return;
    ort_activation_end(t, f, at_exit, 0);
}

/* Ends the activations above f; with keep_marks, not the marks directly above it. */
static void end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit, int keep_marks) {
    for (struct ordo_frame *top; (top = t->hot.top) > (keep_marks ? ort_marks_above(t, f) : f);) {
        /* __ordo_end adds a loop's steps if the loop ends normally. Here it does not. */
        if (ort_is_mark(top)) {
            uint32_t node = ort_marks_drop(t, top);
            if (node) ort_observe_not_again(t, node - 1);
            continue;
        }
        if (top->scope->flags & ORDO_SCOPE_SAMPLED && top->scope->kind == ORDO_KIND_LOOP)
            t->hot.cost += top->iterations;
        ort_activation_end_top(t, top, at_exit);
    }
}

void ort_activation_end_above(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    end_above(t, f, at_exit, 0);
}

void ort_activation_unwind(struct ort_thread *t, struct ordo_frame *f) {
    end_above(t, f, 0, 1);
}

void ort_activation_library(struct ort_thread *t, struct ordo_frame *f,
                            const struct ordo_scope *library, uint64_t blocks, uint64_t cells,
                            int counted) {
    t->hot.cost += blocks;
    f->cost_below += blocks;
    if (unlikely(ort_is_mark(f))) ort_marks_library(f);
    uint32_t caller = f->context ? f->context : ort_context_of(t, f); /* may move the slots */
    struct ort_slot *s = ort_slot_get(t, library);
    if (!s) return;
    uint32_t context = caller ? ort_context_find(t, caller, library->id) : 0;
    if (context && unlikely(ort_structure_on)) {
        struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
        ort_tally_costs(y, blocks, blocks, 1);
        ort_tally_call(y, 1);
        return;
    }
    if (likely(!counted)) {
        s->total->calls++;
        s->total->cost += blocks;
        s->total->self += blocks;
    }
    if (context) {
        struct ordo_raw_context *node = ort_context_node(t, context - 1);
        node->calls++;
        node->cost += blocks;
        node->self += blocks;
        node->sizes += cells;
        if (unlikely((uint32_t)node->calls == node->due))
            ort_observe_library(t, context - 1, blocks, cells);
    }
    if (f != t->frames && t->children && f == t->hot.top)
        ort_child_costs_note(t, f, library->id, blocks);
}
