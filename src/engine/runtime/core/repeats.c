/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repeats.c: the tables stay consistent if the process is killed. While a record is being added to
 * the tables, `settling` in the THREAD block has its offset, and the high bits of `undo` count the
 * updates that are done. The store that ends the undo of an update also increments this count.
 * Readers add a record that still has a count, except the updates already done.
 *
 * Scopes whose activations seldom repeat (because an argument is a position, for example) bypass
 * the cache for a while: their activations go through a separate record at its end. So do
 * activations with more input than a record's flags have bits for. The cache grows with the number
 * of misses.
 */
#include "repeats.h"
#include "engine/runtime/system/raw_file.h"
#include "input_size.h"
#include "points.h"
#include "slots.h"

#define FIRST_LOG2 4u
#define LAST_LOG2 12u
#define MISSES_TO_GROW 4u /* times its capacity */
#define SINGLES_MOST 128  /* a scope's records in a row that left with a count of 1 */
#define BYPASS 8192u      /* activations */

static int make(struct ort_thread *t, uint32_t log2) {
    uint32_t capacity = (1u << log2) + 1; /* the last one for scopes that bypass the cache */
    struct ordo_raw_repeats *b =
        ort_raw_block(t->number, sizeof *b + (uint64_t)capacity * sizeof(struct ordo_raw_repeat),
                      ORT_RAW_ANYWHERE);
    if (!b) return -1;
    b->capacity = capacity;
    t->repeats = (struct ordo_raw_repeat *)(b + 1);
    t->repeats_shift = 64 - log2;
    t->repeats_misses = 0;
    ort_raw_publish(b, ORDO_RAW_REPEATS);
    return 0;
}

int ort_repeats_init(struct ort_thread *t) {
    return make(t, FIRST_LOG2);
}

int ort_repeats_forget(struct ort_thread *t) {
    t->settled = 0;
    return make(t, FIRST_LOG2);
}

static struct ordo_raw_repeats *block_of(struct ort_thread *t) {
    return (struct ordo_raw_repeats *)((char *)t->repeats - sizeof(struct ordo_raw_repeats));
}

static void add_total(struct ort_thread *t, const struct ort_slot *s,
                      const struct ordo_raw_repeat *r, uint64_t negative) {
    struct ordo_raw_total *total = s->total;
    ort_undo_begin(t, total);
    total->calls += r->count;
    total->self += r->self * r->count;
    total->iterations += r->iterations * r->count;
    total->negative_args += negative * r->count;
    if (r->flags & ORDO_REPEAT_OUTERMOST) total->cost += r->cost * r->count;
    if (r->flags & ORDO_REPEAT_UNIT) total->units += r->count;
    if (r->depth && s->recursive) total->recurred |= ORDO_RECURRED;
    ort_undo_end(t);
}

/* Adds a record to the tables. The order of the updates is part of the raw format: total; rms;
 * depth; outermost activations by rms and by depth; each argument, for all activations and then for
 * outermost ones; events; input, for all activations and then for outermost ones. */
static void settle(struct ort_thread *t, struct ordo_raw_repeat *r) {
    struct ort_slot *s = &t->slots[r->scope];
    struct ort_more *m = s->more;
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    const uint64_t count = r->count;
    if (!s->total) return; /* in a fork's child, if the handler that forked interrupted this */
    int unit = (r->flags & ORDO_REPEAT_UNIT) != 0;
    uint64_t negative = 0;
    for (uint32_t i = 0; i < s->n_args; i++) negative += r->args[i] < 0;
    raw->undo = t->settled = 0;
    ort_barrier();
    raw->settling = ort_raw_offset(r);
    add_total(t, s, r, negative);
    ort_points_add(t, &s->points, r->n, r->cost, r->self, count);
    if (s->recursive) ort_points_add(t, &m->depth, r->depth, r->cost, r->self, count);
    if (unit) {
        ort_points_add(t, &m->unit_rms, r->n, r->cost, r->self, count);
        ort_points_add(t, &m->unit_depth, r->depth, r->cost, r->self, count);
    }
    for (uint32_t i = 0; i < s->n_args; i++) {
        if (r->args[i] < 0) continue;
        uint64_t n = (uint64_t)r->args[i];
        ort_points_add(t, &m->args[i], n, r->cost, r->self, count);
        if (unit) ort_points_add(t, &m->unit_args[i], n, r->cost, r->self, count);
    }
    if (r->flags & ORDO_REPEAT_EVENTS && m)
        ort_points_add(t, &m->events, r->n, (uint64_t)r->args[ORT_EVENTS_ALL],
                       (uint64_t)r->args[ORT_EVENTS_OWN], count);
    if ((m = ort_input_size_tables(s))) {
        uint64_t n = ordo_raw_repeat_input(block_of(t), r);
        ort_points_add(t, &m->input, n, r->cost, r->self, count);
        if (unit) ort_points_add(t, &m->unit_input, n, r->cost, r->self, count);
    }
    r->count = 0;
    ort_barrier();
    raw->settling = 0;
}

void ort_repeats_skip(struct ort_thread *t, struct ort_slot *s, struct ort_ended e) {
    const struct ordo_raw_repeat r = {.flags = (uint32_t)(e.key >> 32),
                                      .cost = e.cost,
                                      .self = e.self,
                                      .iterations = e.iterations,
                                      .depth = e.depth,
                                      .count = 1};
    t->settled = 0;
    add_total(t, s, &r, 0);
}

void ort_repeats_settle(struct ort_thread *t) {
    uint32_t capacity = block_of(t)->capacity;
    for (uint32_t i = 0; i < capacity; i++)
        if (t->repeats[i].count) settle(t, &t->repeats[i]);
}

static void fill(struct ordo_raw_repeat *r, const struct ort_slot *s, const struct ort_ended *e) {
    r->scope = (uint32_t)e->key;
    r->flags = (uint32_t)(e->key >> 32);
    /* The numbers were just stored one by one: read in pairs, they would not be there yet. */
    r->n = e->n;
    ort_barrier();
    r->cost = e->cost;
    ort_barrier();
    r->self = e->self;
    ort_barrier();
    r->iterations = e->iterations;
    r->depth = e->depth;
    r->children = 0;
    for (uint32_t i = 0; i < ort_repeats_args(s, e->key); i++) r->args[i] = e->args[i];
    ort_barrier();
    r->count = 1;
}

static void grow(struct ort_thread *t) {
    ort_repeats_settle(t);
    struct ordo_raw_repeats *old = block_of(t);
    if (make(t, 64 - t->repeats_shift + 1) == 0) ort_raw_release(old);
}

/* Adds an activation to the tables at once. Returns the record of such activations. */
static struct ordo_raw_repeat *add_alone(struct ort_thread *t, struct ort_slot *s,
                                         const struct ort_ended *e) {
    struct ordo_raw_repeat *r = &t->repeats[1u << (64 - t->repeats_shift)];
    fill(r, s, e);
    settle(t, r);
    return r;
}

struct ordo_raw_repeat *ort_repeats_add_slow(struct ort_thread *t, struct ort_slot *s,
                                             const struct ort_ended *e,
                                             struct ordo_raw_repeat *at) {
    uint32_t log2 = 64 - t->repeats_shift;
    if (unlikely(e->key >> 32 & ORDO_REPEAT_INPUT)) {
        ort_input_size_begin(t, s, (uint32_t)e->key);
        if (!(e->key >> 32 >> ORDO_REPEAT_INPUT_SHIFT)) {
            block_of(t)->input = t->ended_input;
            return add_alone(t, s, e);
        }
    }
    if (!at->count) {
        fill(at, s, e);
        return at;
    }
    if (unlikely(s->bypass)) {
        s->bypass--;
        return add_alone(t, s, e);
    }
    struct ort_slot *was = &t->slots[at->scope];
    if (at->count > 1) {
        was->singles = 0;
    } else if (++was->singles == SINGLES_MOST) {
        was->singles = 0;
        was->bypass = BYPASS;
    }
    settle(t, at);
    if (++t->repeats_misses >> log2 >= MISSES_TO_GROW && log2 < LAST_LOG2) {
        grow(t);
        at = &t->repeats[ort_repeats_hash(e, ort_repeats_args(s, e->key)) >> t->repeats_shift];
    }
    fill(at, s, e);
    return at;
}
