/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whole under kill: while a record is being added to the tables the THREAD block names it
 * (`settling`) and counts the updates that are done in the high bits of `undo`, in the same store
 * that ends an update's undo. Readers add a record that is still counted, less those updates.
 *
 * Scopes whose activations seldom repeat (an argument that is a position, say) go past the cache
 * for a while, through a record of their own at its end. The cache grows with the misses.
 */
#include "repeats.h"
#include "engine/runtime/system/raw_file.h"
#include "points.h"
#include "slots.h"

#define FIRST_LOG2 4u
#define LAST_LOG2 12u
#define MISSES_TO_GROW 4u /* times its capacity */
#define BAD_LUCK 128      /* records that left with a count of 1, those that repeated deducted */
#define GO_PAST 8192u     /* activations */

static int make(struct ort_thread *t, uint32_t log2) {
    uint32_t capacity = (1u << log2) + 1; /* the last one for those that go past */
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

/* The order of the updates is part of the raw format: total; rms; depth; units by rms and by depth;
 * each argument, then it by units; events. */
static void settle(struct ort_thread *t, struct ordo_raw_repeat *r) {
    struct ort_slot *s = &t->slots[r->scope];
    struct ort_more *m = s->more;
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    const uint64_t count = r->count;
    if (!s->total) return; /* a fork's child, from a handler that interrupted this */
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

static struct ordo_raw_repeats *block_of(struct ort_thread *t) {
    return (struct ordo_raw_repeats *)((char *)t->repeats - sizeof(struct ordo_raw_repeats));
}

void ort_repeats_settle(struct ort_thread *t) {
    uint32_t capacity = block_of(t)->capacity;
    for (uint32_t i = 0; i < capacity; i++)
        if (t->repeats[i].count) settle(t, &t->repeats[i]);
}

static void fill(struct ordo_raw_repeat *r, const struct ort_slot *s, const struct ort_ended *e) {
    r->scope = (uint32_t)e->key;
    r->flags = (uint32_t)(e->key >> 32);
    r->n = e->n;
    r->cost = e->cost;
    r->self = e->self;
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

struct ordo_raw_repeat *ort_repeats_add_slow(struct ort_thread *t, struct ort_slot *s,
                                             const struct ort_ended *e,
                                             struct ordo_raw_repeat *at) {
    uint32_t log2 = 64 - t->repeats_shift;
    if (!at->count) {
        fill(at, s, e);
        return at;
    }
    if (unlikely(s->go_past)) {
        s->go_past--;
        at = &t->repeats[1u << log2];
        fill(at, s, e);
        settle(t, at);
        return at;
    }
    struct ort_slot *was = &t->slots[at->scope];
    if (at->count > 1) {
        was->luck = 0;
    } else if (++was->luck == BAD_LUCK) {
        was->luck = 0;
        was->go_past = GO_PAST;
    }
    settle(t, at);
    if (++t->repeats_misses >> log2 >= MISSES_TO_GROW && log2 < LAST_LOG2) {
        grow(t);
        at = &t->repeats[ort_repeats_hash(e, ort_repeats_args(s, e->key)) >> t->repeats_shift];
    }
    fill(at, s, e);
    return at;
}
