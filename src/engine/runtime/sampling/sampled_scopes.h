/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_scopes.h: what all threads together know of scopes whose executions are sampled: how many
 * executions there were, what the sampled ones cost in all, which cells they read, and their
 * records.
 *
 * Threads: any. Executions are told without a lock; a sample is added under one, which waits for a
 * while only: a thread that does not get it loses the sample's record, which is counted.
 * Signal-safe: yes. A handler that interrupts ort_sampled_scope_add takes no sample (sampler.c);
 * where it ends by a jump, the lock is abandoned.
 */
#ifndef ORT_SAMPLED_SCOPES_H
#define ORT_SAMPLED_SCOPES_H

#include "cell_sketch.h"
#include "sample_log.h"

struct ort_sampled_scope {
    uint64_t executions, iterations; /* as far as told */
    uint64_t own, cost, n;           /* summed over its samples: ordo_raw_sample.sum_own ... */
    struct ort_sketch sketch;
    struct ort_log_share log;
};

/* Once. 0, or -1: no memory. */
int ort_sampled_scopes_init(void);

struct ort_sampled_scope *ort_sampled_scope(uint32_t id);

static inline void ort_sampled_scope_tell(struct ort_sampled_scope *s, uint64_t executions,
                                          uint64_t iterations) {
    if (executions) __atomic_fetch_add(&s->executions, executions, __ATOMIC_RELAXED);
    if (iterations) __atomic_fetch_add(&s->iterations, iterations, __ATOMIC_RELAXED);
}

/* A sample of scope `id` has ended: its record but for what is said of all samples so far, which is
 * filled in. Complete ones count; `cells` NULL: this is not one. */
void ort_sampled_scope_add(uint32_t id, const struct ort_cell_list *cells,
                           struct ordo_raw_sample *sample);

/* In a new raw file: no execution, no sample. No other thread may be in here: the lock is held. */
void ort_sampled_scopes_forget(void);

/* The lock, around fork. */
void ort_sampled_scopes_lock(void);
void ort_sampled_scopes_unlock(void);

/* Its holder is never going to unlock it: no sample is recorded any more, and nobody waits. */
void ort_sampled_scopes_abandon(void);

#endif
