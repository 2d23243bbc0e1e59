/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One record a node, in a block of the raw file beside the block of the nodes. A loop's activation
 * brings its iterations. For recursions the thread counts, per routine and per group, the
 * activations that have ended; the outermost one ends last, takes what is there as its steps and
 * leaves 0. `invocations` is stored last, so that what a killed process leaves is never used
 * half-filled.
 */
#include "steps.h"
#include "contexts.h"
#include "private_memory.h"
#include "raw_file.h"
#include "settings.h"

int ort_steps_make(struct ort_thread *t, uint32_t k, uint32_t first, uint32_t capacity) {
    if (!ort_settings.tree) return 0;
    struct ordo_raw_steps *b =
        ort_raw_block(t->number, sizeof *b + (uint64_t)capacity * sizeof(struct ordo_raw_step), 0);
    if (!b) return -1;
    b->first = first;
    b->capacity = capacity;
    ort_raw_publish(b, ORDO_RAW_STEPS);
    t->steps[k] = (struct ordo_raw_step *)(b + 1);
    return 0;
}

struct ordo_raw_step *ort_steps_of(const struct ort_thread *t, uint32_t context) {
    uint32_t at = context + (1u << ORT_CONTEXT_FIRST_CHUNK_LOG2);
    uint32_t k = 31u - (uint32_t)__builtin_clz(at) - ORT_CONTEXT_FIRST_CHUNK_LOG2;
    return t->steps[k] + (at - (1u << (ORT_CONTEXT_FIRST_CHUNK_LOG2 + k)));
}

static void add(uint64_t *invocations, uint64_t *sum, uint64_t *least, uint64_t *greatest,
                uint64_t steps) {
    if (!*invocations || steps < *least) *least = steps;
    if (steps > *greatest) *greatest = steps;
    *sum += steps;
    ort_barrier();
    ++*invocations;
}

static void add_own(struct ordo_raw_step *s, uint64_t steps) {
    add(&s->invocations, &s->sum, &s->least, &s->greatest, steps);
}

/* Counters of all scopes up to `id`: 0, or -1. */
static int make_recursions(struct ort_thread *t, uint32_t id) {
    if (id < t->n_recursions) return 0;
    uint32_t n = t->n_recursions ? t->n_recursions : 512;
    while (n <= id) n *= 2;
    struct ort_recursion_steps *moved =
        ort_private_array(t->recursions, t->n_recursions, n, sizeof *moved);
    if (!moved) return -1;
    t->recursions = moved;
    t->n_recursions = n;
    return 0;
}

/* f, which has ended, was the outermost activation of its routine, or of its group: the counter
 * begins anew. Returns what it was. */
static uint64_t take(uint64_t *counter) {
    uint64_t n = *counter;
    *counter = 0;
    return n;
}

void ort_steps_add_loop(struct ort_thread *t, uint32_t context, uint64_t steps) {
    add_own(ort_steps_of(t, context), steps);
}

void ort_steps_add_routine(struct ort_thread *t, const struct ordo_frame *f, uint32_t context) {
    const struct ordo_scope *s = f->scope;
    uint32_t group = ort_group_of(s);
    if (make_recursions(t, s->id > group ? s->id : group) < 0) return;
    struct ordo_raw_step *step = ort_steps_of(t, context);
    uint64_t *own = &t->recursions[s->id].own, *all = &t->recursions[group].group;
    ++*own;
    ++*all;
    if (!t->hot.nest[s->id].open) add_own(step, take(own));
    if (!f->depth_level)
        add(&step->group_invocations, &step->group_sum, &step->group_least, &step->group_greatest,
            take(all));
}

void ort_steps_skip(struct ort_thread *t, const struct ordo_frame *f) {
    const struct ordo_scope *s = f->scope;
    uint32_t group = ort_group_of(s);
    if (!ort_may_recur(s) || make_recursions(t, s->id > group ? s->id : group) < 0) return;
    if (!t->hot.nest[s->id].open) take(&t->recursions[s->id].own);
    if (!f->depth_level) take(&t->recursions[group].group);
}
