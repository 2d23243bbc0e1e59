/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * points.h: tables of points {size -> count, min, max, sum, sum of squares, own cost}.
 *
 * One table per scope, metric and thread state. The points are dense in the raw file, in the order
 * in which their sizes first came; a hash index of 2 bytes a slot is private to the runtime, so
 * that what is touched most stays small. Up to ORDO_RAW_EXACT_POINTS sizes are kept exactly, then
 * the keys become buckets (ordo_raw_bucket), each with the exact sum of its sizes.
 *
 * Killed at any instruction, a table reads whole: see points.c.
 * Errors:  a table that cannot grow drops the point and recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes (handlers have states of their own).
 */
#ifndef ORT_POINTS_H
#define ORT_POINTS_H

#include "raw_file.h"
#include "thread.h"

/* `to` becomes a table of the same contents for the outermost activations. */
void ort_points_copy_as_unit(struct ort_thread *t, struct ort_points *to,
                             const struct ort_points *from);

static inline uint64_t ort_points_key(const struct ort_points *p, uint64_t n) {
    return unlikely(p->bucketed) ? ordo_raw_bucket(n) : n;
}

static inline uint32_t ort_points_hash(const struct ort_points *p, uint64_t key) {
    return (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> p->shift);
}

static inline uint64_t *ort_points_sums(const struct ort_points *p) {
    return (uint64_t *)(p->points + p->capacity);
}

typedef uint64_t ort_pair __attribute__((vector_size(16), may_alias));

/* ort_points_add for a table of buckets, or one without a point of that size. */
void ort_points_add_slow(struct ort_thread *t, struct ort_points *p, uint64_t n, uint64_t cost,
                         uint64_t self);

/* Adds an activation to the point q, and n to *n_sum unless that is NULL; q is saved first. */
static inline __attribute__((always_inline)) void ort_point_update(struct ort_thread *t,
                                                                   struct ordo_raw_point *q,
                                                                   uint64_t cost, uint64_t self,
                                                                   uint64_t *n_sum, uint64_t n) {
    ort_pair *to = (ort_pair *)q, *undo = (ort_pair *)t->undo_point;
    ort_pair n_count = to[0], min_max = to[1], sum_low = to[2], high_self = to[3];
    undo[0] = n_count;
    undo[1] = min_max;
    undo[2] = sum_low;
    undo[3] = high_self;
    ort_barrier();
    ort_thread_raw(t)->undo_offset = ort_raw_offset(q);
    ort_barrier();
    if (n_sum) *n_sum += n;
    to[0] = n_count + (ort_pair){0, 1};
    if (unlikely(cost < q->min)) q->min = cost;
    if (unlikely(cost > q->max)) q->max = cost;
    unsigned __int128 square = (unsigned __int128)cost * cost;
    uint64_t low = sum_low[1] + (uint64_t)square;
    uint64_t carry = (uint64_t)(square >> 64) + (low < (uint64_t)square);
    to[2] = (ort_pair){sum_low[0] + cost, low};
    to[3] = high_self + (ort_pair){carry, self};
    ort_barrier();
    ort_thread_raw(t)->undo_offset = 0;
}

/* One ended activation of size n. */
static inline __attribute__((always_inline)) void ort_points_add(struct ort_thread *t,
                                                                 struct ort_points *p, uint64_t n,
                                                                 uint64_t cost, uint64_t self) {
    if (likely(p->plain)) {
        uint32_t i = ort_points_hash(p, n), found;
        while (likely((found = p->index[i]) != 0)) {
            struct ordo_raw_point *q = &p->points[found - 1];
            if (likely(q->n == n)) {
                ort_point_update(t, q, cost, self, NULL, 0);
                return;
            }
            i = (i + 1) & (uint32_t)(~0ull >> p->shift);
        }
    }
    ort_points_add_slow(t, p, n, cost, self);
}

#endif
