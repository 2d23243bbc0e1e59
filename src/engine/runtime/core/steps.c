/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * steps.c: every node has one record, in a block of the raw file that belongs to the block of the
 * nodes. A loop's activation adds its iterations. For recursions the thread counts the activations
 * that have ended, per routine and per group. The outermost activation ends last: it takes the
 * count as its steps and resets it to 0. `invocations` is stored last, so that a record that a
 * killed process left half-filled is not used.
 */
#include "steps.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"

int ort_steps_make(struct ort_thread *t, uint32_t k, const struct ordo_raw_contexts *beside) {
    if (!ort_settings.tree && !ort_settings.structure) return 0;
    uint64_t n = beside->capacity, tallies = ort_settings.structure ? n : 0;
    struct ordo_raw_steps *b = ort_raw_block(t->number,
                                             sizeof *b + n * sizeof(struct ordo_raw_step) +
                                                 tallies * sizeof(struct ordo_raw_tally),
                                             ORT_RAW_ANYWHERE);
    if (!b) return -1;
    b->first = beside->first;
    b->capacity = beside->capacity;
    b->tallied = tallies != 0;
    b->contexts = ort_raw_offset(beside);
    ort_raw_publish(b, ORDO_RAW_STEPS);
    t->steps[k] = (struct ordo_raw_step *)(b + 1);
    if (tallies) t->tallies[k] = (struct ordo_raw_tally *)(t->steps[k] + n);
    return 0;
}

struct ordo_raw_step *ort_steps_of(const struct ort_thread *t, uint32_t context) {
    uint32_t at, k = ort_context_chunk(context, &at);
    return t->steps[k] + at;
}

/* Returns 1 if `steps` is the greatest number so far. */
static int add(uint64_t *invocations, uint64_t *sum, uint64_t *least, uint64_t *greatest,
               uint64_t steps) {
    int grown = steps > *greatest;
    if (!*invocations || steps < *least) *least = steps;
    if (grown) *greatest = steps;
    *sum += steps;
    ort_barrier();
    ++*invocations;
    return grown;
}

static int add_own(struct ordo_raw_step *s, uint64_t steps) {
    return add(&s->invocations, &s->sum, &s->least, &s->greatest, steps);
}

/* Makes counters for all scopes up to `id`: 0, or -1. */
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

/* Resets the counter of a routine or group whose outermost activation has ended. Returns its old
 * value. */
static uint64_t take(uint64_t *counter) {
    uint64_t n = *counter;
    *counter = 0;
    return n;
}

void ort_steps_add_loop(struct ort_thread *t, uint32_t context, uint64_t steps) {
    add_own(ort_steps_of(t, context), steps);
}

int ort_steps_add_routine(struct ort_thread *t, const struct ordo_frame *f, uint32_t context) {
    const struct ordo_scope *s = f->scope;
    uint32_t group = ort_group_of(s);
    int grown = 0;
    if (make_recursions(t, s->id > group ? s->id : group) < 0) return 0;
    struct ordo_raw_step *step = ort_steps_of(t, context);
    uint64_t *own = &t->recursions[s->id].own, *all = &t->recursions[group].group;
    ++*own;
    ++*all;
    if (!t->hot.nest[s->id].open) grown = add_own(step, take(own));
    if (!f->depth_level)
        grown |= add(&step->group_invocations, &step->group_sum, &step->group_least,
                     &step->group_greatest, take(all));
    return grown;
}

void ort_steps_skip(struct ort_thread *t, const struct ordo_frame *f) {
    const struct ordo_scope *s = f->scope;
    uint32_t group = ort_group_of(s);
    if (!ort_may_recur(s) || make_recursions(t, s->id > group ? s->id : group) < 0) return;
    if (!t->hot.nest[s->id].open) take(&t->recursions[s->id].own);
    if (!f->depth_level) take(&t->recursions[group].group);
}
