/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tally.h: what the end of an activation writes of its node while data structures are recorded
 * (counted_end.h): one cache line, in the raw file beside the node's steps. Totals of scopes are
 * not kept then; the reader adds the tallies of their nodes to them.
 *
 *   due   the calls from which on the node's next invocation has to be decided on (watch.h), or,
 *         with ORT_TALLY_BY_COST, the blocks of its cost, in units; less than they are: it is
 *         decided on each time
 *   home  the home (activities.h) that the node's ends count for now: number of its frame, 0: none,
 *         and ORT_TALLY_PARTIAL when the home was not told all that was accessed in these
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_TALLY_H
#define ORT_TALLY_H

#include "engine/runtime/core/contexts.h"

#define ORT_TALLY_PARTIAL (1u << 31)
#define ORT_TALLY_BY_COST (1u << 31)
#define ORT_TALLY_COST_UNIT_LOG2 8

/* Of the node of that index. */
static inline struct ordo_raw_tally *ort_tally_of(const struct ort_thread *t, uint32_t context) {
    uint32_t at, k = ort_context_chunk(context, &at);
    return t->tallies[k] + at;
}

static inline void ort_tally_costs(struct ordo_raw_tally *y, uint64_t inclusive, uint64_t self,
                                   int outermost) {
    y->cost += inclusive;
    y->self += self;
    if (outermost) y->outermost += inclusive;
}

/* The call of so many steps: last, so that what a killed process leaves is whole. */
static inline void ort_tally_call(struct ordo_raw_tally *y, uint64_t steps) {
    y->steps += steps;
    ort_barrier();
    y->calls++;
}

/* A loop's. 1: more steps than any before. */
static inline int ort_tally_loop(struct ordo_raw_tally *y, uint64_t steps) {
    int grown = steps > y->greatest;
    if (unlikely(grown)) y->greatest = steps;
    if (unlikely(steps < y->least) || unlikely(!y->calls)) y->least = steps;
    ort_tally_call(y, steps);
    return grown;
}

static inline int ort_tally_is_due(const struct ordo_raw_tally *y) {
    uint32_t due = y->due;
    uint64_t now = due & ORT_TALLY_BY_COST ? y->cost >> ORT_TALLY_COST_UNIT_LOG2 : y->calls;
    return now >= (due & ~ORT_TALLY_BY_COST);
}

/* Nothing is to be decided before so many calls, or before so much cost. */
static inline void ort_tally_wait_calls(struct ordo_raw_tally *y, uint64_t calls) {
    y->due = calls < ORT_TALLY_BY_COST ? (uint32_t)calls : ~ORT_TALLY_BY_COST;
}

static inline void ort_tally_wait_cost(struct ordo_raw_tally *y, uint64_t cost) {
    uint64_t units = cost >> ORT_TALLY_COST_UNIT_LOG2;
    y->due = ORT_TALLY_BY_COST | (units < ORT_TALLY_BY_COST ? (uint32_t)units : ~ORT_TALLY_BY_COST);
}

/* Activations of the node that have ended, and their inclusive cost, wherever they are counted. */
static inline uint64_t ort_tally_all_calls(const struct ort_thread *t, uint32_t context) {
    return ort_tally_of(t, context)->calls + ort_context_node(t, context)->calls;
}

static inline uint64_t ort_tally_all_cost(const struct ort_thread *t, uint32_t context) {
    return ort_tally_of(t, context)->cost + ort_context_node(t, context)->cost;
}

#endif
