/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * points.h: tables of points {size -> count, min, max, sum, sum of squares, own cost}.
 *
 * There is one table per scope, metric and thread state. Points are dense in the raw file, in the
 * order in which their sizes first occurred. A hash index with 2 bytes per slot is private to the
 * runtime, so that the memory that is touched most stays small. Up to ORDO_RAW_EXACT_POINTS sizes
 * are kept exactly. Beyond that the keys become buckets (ordo_raw_bucket), each with the exact sum
 * of its sizes.
 *
 * If the process is killed at any instruction, readers find a consistent table (points.c).
 * Errors:  if a table cannot grow, the point is dropped and recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes (handlers have states of their own).
 */
#ifndef ORT_POINTS_H
#define ORT_POINTS_H

#include "engine/runtime/system/raw_file.h"
#include "thread_state.h"

/* Sets what a table that has no points yet is about. */
static inline void ort_points_name(struct ort_points *p, uint32_t scope, uint32_t metric,
                                   uint32_t unit, uint32_t cost) {
    p->scope = scope;
    p->metric = (uint16_t)metric;
    p->unit = (uint8_t)unit;
    p->cost = (uint8_t)cost;
}

/* Makes `to` a table for outermost activations with the contents of `from`. */
void ort_points_copy_as_unit(struct ort_thread *t, struct ort_points *to,
                             const struct ort_points *from);

/* Makes `to`, which has no points yet, with one point of size 0 for all activations of `from`: 0,
 * or -1; recording has then been stopped. */
int ort_points_join(struct ort_thread *t, struct ort_points *to, const struct ort_points *from);

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

/* Saves the 64 bytes at `at`, a point or a total, which are about to change. */
static inline __attribute__((always_inline)) void ort_undo_begin(struct ort_thread *t,
                                                                 const void *at) {
    const ort_pair *from = at;
    ort_pair *copy = (ort_pair *)t->undo_copy;
    ort_pair a = from[0], b = from[1], c = from[2], d = from[3];
    copy[0] = a;
    copy[1] = b;
    copy[2] = c;
    copy[3] = d;
    ort_barrier();
    ort_thread_raw(t)->undo = ort_raw_offset(at);
    ort_barrier();
}

/* Ends the update that ort_undo_begin began. */
static inline __attribute__((always_inline)) void ort_undo_end(struct ort_thread *t) {
    ort_barrier();
    ort_thread_raw(t)->undo = 0;
}

/* Returns the point of size n, or NULL. */
static inline struct ordo_raw_point *ort_points_find(const struct ort_points *p, uint64_t n) {
    if (!p->points) return NULL;
    uint64_t key = ort_points_key(p, n);
    for (uint32_t i = ort_points_hash(p, key), found; (found = p->index[i]);) {
        if (p->points[found - 1].n == key) return &p->points[found - 1];
        i = (i + 1) & (uint32_t)(~0ull >> p->shift);
    }
    return NULL;
}

/* ort_points_add for a size that has no point yet. */
void ort_points_insert(struct ort_thread *t, struct ort_points *p, uint64_t n, uint64_t cost,
                       uint64_t self, uint64_t count);

/* Adds `count` activations to the point q, and their sizes to *n_sum unless that is NULL. */
static inline __attribute__((always_inline)) void
ort_point_update(struct ort_thread *t, struct ordo_raw_point *q, uint64_t cost, uint64_t self,
                 uint64_t count, uint64_t *n_sum, uint64_t n) {
    if (n_sum) {
        ort_thread_raw(t)->undo_n = *n_sum;
        ort_thread_raw(t)->undo_n_offset = ort_raw_offset(n_sum);
    }
    ort_undo_begin(t, q);
    if (n_sum) *n_sum += n * count;
    unsigned __int128 squares = (unsigned __int128)cost * cost * count;
    uint64_t low = q->sumsq_low + (uint64_t)squares;
    q->sumsq_high += (uint64_t)(squares >> 64) + (low < (uint64_t)squares);
    q->sumsq_low = low;
    q->count += count;
    q->sum += cost * count;
    q->self += self * count;
    if (unlikely(cost < q->min)) q->min = cost;
    if (unlikely(cost > q->max)) q->max = cost;
    ort_undo_end(t);
    if (n_sum) ort_thread_raw(t)->undo_n_offset = 0;
}

/* Adds `count` ended activations of size n, each with these costs. */
static inline __attribute__((always_inline)) void ort_points_add(struct ort_thread *t,
                                                                 struct ort_points *p, uint64_t n,
                                                                 uint64_t cost, uint64_t self,
                                                                 uint64_t count) {
    if (likely(p->points != NULL)) {
        uint64_t key = ort_points_key(p, n);
        uint32_t i = ort_points_hash(p, key), found;
        while (likely((found = p->index[i]) != 0)) {
            struct ordo_raw_point *q = &p->points[found - 1];
            if (likely(q->n == key)) {
                ort_point_update(t, q, cost, self, count,
                                 unlikely(p->bucketed) ? ort_points_sums(p) + (found - 1) : NULL,
                                 n);
                return;
            }
            i = (i + 1) & (uint32_t)(~0ull >> p->shift);
        }
    }
    ort_points_insert(t, p, n, cost, self, count);
}

#endif
