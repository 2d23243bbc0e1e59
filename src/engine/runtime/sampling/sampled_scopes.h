/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_scopes.h: what all threads together know of scopes whose executions are sampled: how many
 * executions there were, what the sampled ones cost in all, which cells they read, and their
 * records.
 *
 * Threads: any. Executions are added without a lock. A sample is added under a lock, for which a
 *          thread waits for a limited time: if it does not get the lock, the sample's record is
 *          lost, and that is counted. Signal-safe: yes. A handler that interrupts
 *          ort_sampled_scope_add takes no sample (sampler.c). If the handler ends by a jump, the
 *          lock is abandoned.
 */
#ifndef ORT_SAMPLED_SCOPES_H
#define ORT_SAMPLED_SCOPES_H

#include "engine/runtime/core/cell_sketch.h"
#include "sample_log.h"

struct ort_sampled_scope {
    uint64_t executions, iterations; /* as far as threads have added them */
    uint64_t own, cost, n;           /* summed over its samples: ordo_raw_sample.sum_own ... */
    struct ort_sketch sketch;
    struct ort_log_share log;
};

/* Allocates the tables, once. Returns 0, or -1: no memory. */
int ort_sampled_scopes_init(void);

struct ort_sampled_scope *ort_sampled_scope(uint32_t id);

static inline void ort_sampled_scope_count(struct ort_sampled_scope *s, uint64_t executions,
                                           uint64_t iterations) {
    if (executions) __atomic_fetch_add(&s->executions, executions, __ATOMIC_RELAXED);
    if (iterations) __atomic_fetch_add(&s->iterations, iterations, __ATOMIC_RELAXED);
}

/* Adds a sample of scope `id` that has ended, and logs it. Fills in the fields of *sample that
 * describe all samples so far. `cells`: of a complete sample; NULL for others, which are logged but
 * not summed. */
void ort_sampled_scope_add(uint32_t id, const struct ort_cell_list *cells,
                           struct ordo_raw_sample *sample);

/* Forgets all executions and samples, for a new raw file. The caller holds the lock, so that no
 * other thread is in here. */
void ort_sampled_scopes_forget(void);

/* Take and release the lock around a fork or a change of the raw file. */
void ort_sampled_scopes_lock(void);
void ort_sampled_scopes_unlock(void);

/* Abandons the lock, because its holder is never going to release it: no sample is recorded any
 * more, and nobody waits. */
void ort_sampled_scopes_abandon(void);

#endif
