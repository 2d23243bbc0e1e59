/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whole under kill: an update first saves the old point in the THREAD block (undo_point, then
 * undo_offset), stores the new fields, and clears undo_offset; processors of this family make
 * stores visible in program order, and the page cache outlives the process. A new point's count is
 * stored last. A grown table is filled before its kind is set, which voids the one it supersedes.
 *
 * The table with one size too many becomes bucketed at once, so that what it holds is a function of
 * the multiset of activations alone.
 */
#include "points.h"
#include "child_costs.h"

#define FIRST_CAPACITY 8u
#define BUCKETED_CAPACITY 8192u

static struct ordo_raw_points *block_of(const struct ort_points *p) {
    return (struct ordo_raw_points *)((char *)p->slots - sizeof(struct ordo_raw_points));
}

static struct ordo_raw_points *make_block(struct ort_thread *t, const struct ort_points *p,
                                          uint32_t capacity, int bucketed) {
    uint64_t size = sizeof(struct ordo_raw_points) +
                    (uint64_t)capacity * (sizeof(struct ordo_raw_point) + (bucketed ? 8 : 0));
    struct ordo_raw_points *b = ort_raw_block(t->number, size, 0);
    if (!b) return NULL;
    b->scope = p->scope;
    b->metric = p->metric;
    b->cost = p->cost;
    b->unit = p->unit;
    b->capacity = capacity;
    b->bucketed = (uint32_t)bucketed;
    return b;
}

static uint32_t find_slot(const struct ort_points *p, uint64_t key) {
    uint32_t i = ort_points_slot(p, key);
    while (p->slots[i].count && p->slots[i].n != key) i = (i + 1) & (p->capacity - 1);
    return i;
}

static void merge_point(struct ordo_raw_point *to, const struct ordo_raw_point *from,
                        uint64_t key) {
    if (!to->count) {
        *to = *from;
        to->n = key;
        return;
    }
    to->count += from->count;
    if (from->min < to->min) to->min = from->min;
    if (from->max > to->max) to->max = from->max;
    to->sum += from->sum;
    to->sumsq_low += from->sumsq_low;
    to->sumsq_high += from->sumsq_high + (to->sumsq_low < from->sumsq_low);
    to->self += from->self;
}

/* Moves the table to one of `capacity` slots, with buckets for keys if `bucketed`. */
static int rebuild(struct ort_thread *t, struct ort_points *p, uint32_t capacity, int bucketed) {
    struct ordo_raw_points *b = make_block(t, p, capacity, bucketed);
    if (!b) return -1;
    struct ort_points old = *p;
    p->slots = (struct ordo_raw_point *)(b + 1);
    p->capacity = capacity;
    p->shift = (uint8_t)(64 - __builtin_ctz(capacity));
    p->bucketed = (uint8_t)bucketed;
    p->used = 0;
    for (uint32_t i = 0; i < old.capacity; i++) {
        const struct ordo_raw_point *from = &old.slots[i];
        if (!from->count) continue;
        uint64_t key = ort_points_key(p, from->n);
        uint32_t to = find_slot(p, key);
        p->used += p->slots[to].count == 0;
        merge_point(&p->slots[to], from, key);
        if (bucketed)
            ort_points_sums(p)[to] += old.bucketed ? ort_points_sums(&old)[i]
                                                   : from->n * from->count;
    }
    if (old.slots) b->supersedes = ort_raw_offset(block_of(&old));
    ort_raw_publish(b, ORDO_RAW_POINTS);
    if (old.slots) {
        ort_raw_release(block_of(&old));
        ort_barrier();
        b->supersedes = 0; /* the old block's room may become another table */
    }
    return 0;
}

static int make_room(struct ort_thread *t, struct ort_points *p) {
    if (!p->slots) return rebuild(t, p, FIRST_CAPACITY, 0);
    if (!p->bucketed && p->used == ORDO_RAW_EXACT_POINTS) {
        if (rebuild(t, p, BUCKETED_CAPACITY, 1) < 0) return -1;
        if (p->metric == ORDO_METRIC_RMS && !p->unit && p->cost == ORDO_COST_BLOCKS)
            ort_child_costs_bucket(t, p->scope);
    }
    if (p->used + 1 > p->capacity / 4 * 3)
        return rebuild(t, p, p->capacity < 8192 ? p->capacity * 4 : p->capacity * 2, p->bucketed);
    return 0;
}

void ort_points_insert(struct ort_thread *t, struct ort_points *p, uint64_t n, uint64_t cost,
                       uint64_t self) {
    if (make_room(t, p) < 0) return;
    uint64_t key = ort_points_key(p, n);
    uint32_t i = find_slot(p, key);
    struct ordo_raw_point *q = &p->slots[i];
    if (q->count) { /* buckets: the conversion has brought the size's bucket */
        ort_points_add(t, p, n, cost, self);
        return;
    }
    unsigned __int128 square = (unsigned __int128)cost * cost;
    if (p->bucketed) ort_points_sums(p)[i] = n;
    q->n = key;
    q->min = q->max = q->sum = cost;
    q->sumsq_low = (uint64_t)square;
    q->sumsq_high = (uint64_t)(square >> 64);
    q->self = self;
    ort_barrier();
    q->count = 1;
    p->used++;
}

void ort_points_copy_as_unit(struct ort_thread *t, struct ort_points *to,
                             const struct ort_points *from) {
    if (!from->slots) return;
    uint32_t scope = from->scope;
    *to = *from;
    to->scope = scope;
    to->unit = 1;
    struct ordo_raw_points *b = make_block(t, to, from->capacity, from->bucketed);
    if (!b) {
        to->slots = NULL;
        return;
    }
    to->slots = (struct ordo_raw_point *)(b + 1);
    for (uint32_t i = 0; i < from->capacity; i++) to->slots[i] = from->slots[i];
    if (from->bucketed)
        for (uint32_t i = 0; i < from->capacity; i++)
            ort_points_sums(to)[i] = ort_points_sums(from)[i];
    ort_raw_publish(b, ORDO_RAW_POINTS);
}
