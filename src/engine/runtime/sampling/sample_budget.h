/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_budget.h: how much time a thread may spend in samples: a bucket that a share of its CPU
 * time flows into, and that samples are paid from.
 *
 * Units:   nanoseconds; shares in millionths. The caller reads the clocks and passes the times.
 * Threads: the owner of the bucket. Pure. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_BUDGET_H
#define ORT_SAMPLE_BUDGET_H

#include <stdint.h>

#define ORT_BUDGET_START_NS 250000  /* a process's credit at its start, for short runs */
#define ORT_BUDGET_MOST_NS 20000000 /* the most credit, kept for long executions */
#define ORT_BUDGET_LEAST_NS 2000    /* the least credit that a sample begins with */
#define ORT_BUDGET_LONG_NEED 10     /* of samples of two milliseconds */
#define ORT_BUDGET_MOST_NEED 12 /* the most that a sample waits for is the least << this: 8 ms */

struct ort_budget {
    int64_t credit_ns; /* negative: more was spent than earned */
    uint64_t cpu_ns;   /* the thread's CPU time for which credit was added; 0 in a new bucket */
};

/* Adds credit for the CPU time since the last call. If cpu_ns is below that of the last call, which
 * was a guess, takes back the credit that was added too early. */
void ort_budget_earn(struct ort_budget *b, uint64_t cpu_ns, uint64_t share);

/* Returns how long a sample may last if it begins now, at a gate that has had `samples` samples; 0:
 * none may begin. Gates that have had many samples leave some credit for gates that have had few.
 * Gates whose samples were given up wait for more credit (2^need times the least). One sample gets
 * at most half of a large credit, so that an execution that is too long does not ruin all
 * others. Only with the most need it gets all, and as much again as the thread earns in a second,
 * which it has to earn before the next sample. */
uint64_t ort_budget_allowance(const struct ort_budget *b, uint64_t share, uint32_t samples,
                              uint32_t need);

/* Returns the CPU time until ort_budget_allowance allows a sample if nothing is spent until then;
 * 0: it does now. */
uint64_t ort_budget_wait(const struct ort_budget *b, uint64_t share, uint32_t samples,
                         uint32_t need);

/* Returns the need of samples that take `ns`, at most ORT_BUDGET_MOST_NEED. */
uint32_t ort_budget_need(uint64_t ns);

/* Returns what a sample that took `ns` costs in all. What it brings into the caches displaces data
 * that plain code has to fetch again afterwards. For a short sample this costs about as much as the
 * sample itself, because a sample that takes no time finds everything in the caches. For a long
 * sample it costs no more than for others (bench/results/production_overhead.md, What it is made
 * of). */
uint64_t ort_budget_price(uint64_t ns);

/* Subtracts what a sample cost, or the decision against one. */
void ort_budget_spend(struct ort_budget *b, uint64_t ns);

#endif
