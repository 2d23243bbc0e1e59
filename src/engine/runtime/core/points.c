/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * points.c: tables stay consistent if the process is killed. An update saves the old point in the
 * THREAD block (undo_copy, then the offset in `undo`), stores the new fields, and clears the offset
 * in `undo`. Processors of this family make stores visible in program order, and the page cache
 * outlives the process. A table that grows is filled in a new block before the block's kind is set,
 * which makes the old block void.
 *
 * A table becomes bucketed as soon as it would have one size too many. Its contents therefore
 * depend only on the multiset of activations, not on their order.
 */
#include "points.h"
#include "child_costs.h"
#include "engine/runtime/system/private_memory.h"

#define FIRST_CAPACITY 4u
#define FIRST_INDEX 32u
#define BUCKETED_CAPACITY 4096u

static struct ordo_raw_points *block_of(const struct ort_points *p) {
    return (struct ordo_raw_points *)((char *)p->points - sizeof(struct ordo_raw_points));
}

static struct ordo_raw_points *make_block(struct ort_thread *t, const struct ort_points *p,
                                          uint32_t capacity, int bucketed) {
    uint64_t size = sizeof(struct ordo_raw_points) +
                    (uint64_t)capacity * (sizeof(struct ordo_raw_point) + (bucketed ? 8 : 0));
    struct ordo_raw_points *b = ort_raw_block(t->number, size, ORT_RAW_ANYWHERE);
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
    uint32_t i = ort_points_hash(p, key), mask = (uint32_t)(~0ull >> p->shift);
    while (p->index[i] && p->points[p->index[i] - 1].n != key) i = (i + 1) & mask;
    return i;
}

/* Makes an index of the table's points, with at least two slots per point: 0, or -1; recording has
 * then been stopped. */
static int make_index(struct ort_points *p) {
    uint32_t size = p->index ? (uint32_t)(~0ull >> p->shift) + 1 : FIRST_INDEX;
    while (size < 2u * p->capacity) size *= 2;
    uint16_t *index = ort_private_take(size * sizeof *index);
    if (!index) {
        p->points = NULL; /* recording has been stopped */
        return -1;
    }
    p->index = index;
    p->shift = (uint8_t)(64 - __builtin_ctz(size));
    for (uint32_t i = 0; i < p->used; i++)
        p->index[find_slot(p, p->points[i].n)] = (uint16_t)(i + 1);
    return 0;
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

/* Publishes the table's new block in place of the old one. */
static void replace(struct ordo_raw_points *b, struct ordo_raw_points *old) {
    if (old) b->supersedes = ort_raw_offset(old);
    ort_raw_publish(b, ORDO_RAW_POINTS);
    if (!old) return;
    ort_raw_release(old);
    ort_barrier();
    b->supersedes = 0; /* the old block's room may be used for another table */
}

static int grow(struct ort_thread *t, struct ort_points *p) {
    uint32_t capacity = p->points ? 2u * p->capacity : FIRST_CAPACITY;
    struct ordo_raw_points *b = make_block(t, p, capacity, p->bucketed);
    if (!b) return -1;
    struct ort_points old = *p;
    p->points = (struct ordo_raw_point *)(b + 1);
    p->capacity = (uint16_t)capacity;
    for (uint32_t i = 0; i < old.used; i++) p->points[i] = old.points[i];
    for (uint32_t i = 0; p->bucketed && i < old.used; i++)
        ort_points_sums(p)[i] = ort_points_sums(&old)[i];
    replace(b, old.points ? block_of(&old) : NULL);
    return p->index && 2 * capacity <= (uint32_t)(~0ull >> p->shift) + 1 ? 0 : make_index(p);
}

static int make_buckets(struct ort_thread *t, struct ort_points *p) {
    struct ordo_raw_points *b = make_block(t, p, BUCKETED_CAPACITY, 1);
    if (!b) return -1;
    struct ort_points old = *p;
    p->points = (struct ordo_raw_point *)(b + 1);
    p->capacity = BUCKETED_CAPACITY;
    p->bucketed = 1;
    p->used = 0;
    if (make_index(p) < 0) return -1;
    for (uint32_t i = 0; i < old.used; i++) {
        const struct ordo_raw_point *from = &old.points[i];
        uint64_t key = ordo_raw_bucket(from->n);
        uint32_t slot = find_slot(p, key);
        if (!p->index[slot]) p->index[slot] = ++p->used;
        uint32_t to = p->index[slot] - 1u;
        merge_point(&p->points[to], from, key);
        ort_points_sums(p)[to] += from->n * from->count;
    }
    replace(b, block_of(&old));
    return 0;
}

static int make_room(struct ort_thread *t, struct ort_points *p) {
    if (!p->bucketed && p->used == ORDO_RAW_EXACT_POINTS) {
        if (make_buckets(t, p) < 0) return -1;
        if (p->metric == ORDO_METRIC_RMS && !p->unit && p->cost == ORDO_COST_BLOCKS)
            ort_child_costs_bucket(t, p->scope);
    }
    return p->used < p->capacity ? 0 : grow(t, p);
}

void ort_points_insert(struct ort_thread *t, struct ort_points *p, uint64_t n, uint64_t cost,
                       uint64_t self, uint64_t count) {
    if (ort_raw_header()->stop) return; /* the table may be half built */
    uint16_t was_bucketed = p->bucketed;
    if (make_room(t, p) < 0) return;
    if (p->bucketed != was_bucketed) { /* the conversion may have made the point */
        ort_points_add(t, p, n, cost, self, count);
        return;
    }
    uint64_t key = ort_points_key(p, n);
    struct ordo_raw_point *q = &p->points[p->used];
    ort_undo_begin(t, q);
    unsigned __int128 squares = (unsigned __int128)cost * cost * count;
    if (p->bucketed) ort_points_sums(p)[p->used] = n * count;
    q->n = key;
    q->min = q->max = cost;
    q->sum = cost * count;
    q->sumsq_low = (uint64_t)squares;
    q->sumsq_high = (uint64_t)(squares >> 64);
    q->self = self * count;
    q->count = count;
    ort_undo_end(t);
    p->index[find_slot(p, key)] = ++p->used;
}

void ort_points_copy_as_unit(struct ort_thread *t, struct ort_points *to,
                             const struct ort_points *from) {
    if (!from->points) return;
    struct ordo_raw_points *b;
    *to = *from;
    to->unit = 1;
    to->points = NULL;
    if (!(b = make_block(t, to, from->capacity, from->bucketed))) return;
    to->points = (struct ordo_raw_point *)(b + 1);
    for (uint32_t i = 0; i < from->used; i++) to->points[i] = from->points[i];
    for (uint32_t i = 0; from->bucketed && i < from->used; i++)
        ort_points_sums(to)[i] = ort_points_sums(from)[i];
    ort_raw_publish(b, ORDO_RAW_POINTS);
    if (make_index(to) < 0) to->points = NULL;
}

int ort_points_join(struct ort_thread *t, struct ort_points *to, const struct ort_points *from) {
    struct ordo_raw_points *b = make_block(t, to, FIRST_CAPACITY, 0);
    if (!b) return -1;
    struct ordo_raw_point *all = (struct ordo_raw_point *)(b + 1);
    for (uint32_t i = 0; from->points && i < from->used; i++) merge_point(all, &from->points[i], 0);
    to->points = all;
    to->capacity = FIRST_CAPACITY;
    to->used = all->count != 0;
    ort_raw_publish(b, ORDO_RAW_POINTS);
    return make_index(to);
}
