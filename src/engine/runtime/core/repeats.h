/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repeats.h: ended activations, before they are added to the totals and points.
 *
 * Most activations equal a recent one in every number: scope, size, cost, own cost, iterations,
 * depth and arguments. They are counted in a direct-mapped cache of such records in the raw file
 * (ordo_raw_repeat). A record is added to the tables when another one replaces it. Nothing needs to
 * be written at the end of the process: readers add the records that are still in the cache.
 *
 * Errors:  none; if a table cannot grow, recording stops.
 * Threads: the owner of `t` only. Signal-safe: yes (handlers have states of their own).
 */
#ifndef ORT_REPEATS_H
#define ORT_REPEATS_H

#include "events.h"
#include "thread_state.h"

/* The numbers of an ended activation. ort_repeats_args returns how many `args` there are. */
struct ort_ended {
    uint64_t key; /* scope's id, ordo_raw_repeat_flag << 32 */
    uint64_t n, cost, self, iterations, depth;
    const int64_t *args;
};

/* Returns how many args an ended activation has: as many as its scope, or ORT_EVENTS_ARGS if the
 * key has ORDO_REPEAT_EVENTS. */
static inline uint32_t ort_repeats_args(const struct ort_slot *s, uint64_t key) {
    return key >> 32 & ORDO_REPEAT_EVENTS ? ORT_EVENTS_ARGS : s->n_args;
}

int ort_repeats_init(struct ort_thread *t); /* 0, or -1 */

/* Slow path of ort_repeats_add: `e` does not equal the record `at` in its place. */
struct ordo_raw_repeat *ort_repeats_add_slow(struct ort_thread *t, struct ort_slot *s,
                                             const struct ort_ended *e, struct ordo_raw_repeat *at);

/* Adds an ended activation to the totals at once, and to no points. */
void ort_repeats_skip(struct ort_thread *t, struct ort_slot *s, struct ort_ended e);

/* Adds all records to the tables. */
void ort_repeats_settle(struct ort_thread *t);

/* Begins an empty cache in a fork's child: 0, or -1. */
int ort_repeats_forget(struct ort_thread *t);

/* Computes the hash as a sum of products, whose terms do not wait for each other. */
static inline __attribute__((always_inline)) uint64_t ort_repeats_hash(const struct ort_ended *e,
                                                                       uint32_t n_args) {
    uint64_t h = e->key * 0x9E3779B97F4A7C15ull + e->n * 0xD6E8FEB86659FD93ull +
                 e->cost * 0xC2B2AE3D27D4EB4Full + e->self * 0xA0761D6478BD642Full +
                 (e->depth + (e->iterations << 24)) * 0xE7037ED1A0B428DBull;
    for (uint32_t i = 0; i < n_args; i++) h = (h ^ (uint64_t)e->args[i]) * 0x9FB21C651E98DF25ull;
    return h;
}

static inline __attribute__((always_inline)) int
ort_repeats_equal(const struct ordo_raw_repeat *r, const struct ort_ended *e, uint32_t n_args) {
    uint64_t key;
    __builtin_memcpy(&key, r, sizeof key);
    uint64_t other = (key ^ e->key) | (r->n ^ e->n) | (r->cost ^ e->cost) | (r->self ^ e->self) |
                     (r->iterations ^ e->iterations) | (r->depth ^ e->depth);
    for (uint32_t i = 0; i < n_args; i++) other |= (uint64_t)(r->args[i] ^ e->args[i]);
    return !other;
}

/* Counts an ended activation, of which the first `n_args` args are read. Returns its record. The
 * caller may use the record's field `children`, which is 0 in a new record. */
static inline __attribute__((always_inline)) struct ordo_raw_repeat *
ort_repeats_add(struct ort_thread *t, struct ort_slot *s, struct ort_ended e, uint32_t n_args) {
    struct ordo_raw_repeat *r = &t->repeats[ort_repeats_hash(&e, n_args) >> t->repeats_shift];
    if (likely(ort_repeats_equal(r, &e, n_args))) {
        r->count++;
        return r;
    }
    struct ort_ended in_memory = e; /* only here: the fast path keeps the numbers in registers */
    return ort_repeats_add_slow(t, s, &in_memory, r);
}

#endif
