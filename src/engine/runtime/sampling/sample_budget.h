/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_budget.h: how much time a thread may spend in samples: a bucket that a share of its CPU
 * time flows into and that samples are paid from.
 *
 * Units:   nanoseconds; shares in millionths. Times are parameters: the caller reads the clocks.
 * Threads: the owner of the bucket. Pure. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_BUDGET_H
#define ORT_SAMPLE_BUDGET_H

#include <stdint.h>

#define ORT_BUDGET_START_NS 250000  /* credit of a process at its start, for short lives */
#define ORT_BUDGET_MOST_NS 20000000 /* credit that is kept for large executions */
#define ORT_BUDGET_LEAST_NS 2000    /* less does not pay for a sample */
#define ORT_BUDGET_MOST_NEED 12     /* the least << so much is the most to wait for: 8 ms */

struct ort_budget {
    int64_t credit_ns; /* below 0: spent more than there was */
    uint64_t cpu_ns; /* the thread's CPU time up to which credit has flowed in; a new one's is 0 */
};

/* Credit for the CPU time since the last call. A cpu_ns below the last one, which was a guess then,
 * takes back what came of it too early. */
void ort_budget_earn(struct ort_budget *b, uint64_t cpu_ns, uint64_t share);

/* How long a sample may last that begins now, of a gate that has had so many samples; 0: none may
 * begin. Gates that have had many leave some credit for those that have had few, and those whose
 * samples were abandoned wait for more (2^need times the least). One sample gets no more than half
 * of a large credit, so that an execution that is too long does not ruin all others. */
uint64_t ort_budget_allowance(const struct ort_budget *b, uint32_t samples, uint32_t need);

/* The need of samples that take `ns`, at most ORT_BUDGET_MOST_NEED. */
uint32_t ort_budget_need(uint64_t ns);

/* What a sample that took `ns` costs in all. What it brings into the caches displaces what plain
 * code has to fetch again afterwards: of a short sample about as much as it took itself, for one
 * that takes no time finds everything there; of a long one no more than of others
 * (bench/results/production_overhead.md, What it is made of). */
uint64_t ort_budget_price(uint64_t ns);

/* A sample costs so much, or the decision against one. */
void ort_budget_spend(struct ort_budget *b, uint64_t ns);

#endif
