/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tally.h: the counts of a calling context that the end of an activation updates while data
 * structures are recorded (counted_end.h). A tally is one cache line in the raw file, after the
 * steps of the nodes. Totals of scopes are not kept then; readers add the tallies of their nodes to
 * them.
 *
 *   due   When the node's next invocation must be decided on (watch.h): a number of calls or, with
 *         ORT_TALLY_BY_COST, a cost in units of 2^ORT_TALLY_COST_UNIT_LOG2 blocks. Once the node
 *         has reached it, every invocation is decided on.
 *   home  The home (activities.h) that the node's ending activations count for at present: the
 *         number of its frame, or 0; and ORT_TALLY_PARTIAL if not all accesses of these
 *         activations were reported to the home.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_TALLY_H
#define ORT_TALLY_H

#include "engine/runtime/core/contexts.h"

#define ORT_TALLY_PARTIAL (1u << 31)
#define ORT_TALLY_BY_COST (1u << 31)
#define ORT_TALLY_COST_UNIT_LOG2 8

/* Returns the tally of the node with that index. */
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

/* Counts a call with so many steps. Must be the last update of the tally, so that a killed process
 * leaves it complete. */
static inline void ort_tally_call(struct ordo_raw_tally *y, uint64_t steps) {
    y->steps += steps;
    ort_barrier();
    y->calls++;
}

/* Counts a call of a loop. Returns 1 if it has more steps than any before. */
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

/* Set `due`, so that nothing is decided before so many calls, or before so much cost. */
static inline void ort_tally_wait_calls(struct ordo_raw_tally *y, uint64_t calls) {
    y->due = calls < ORT_TALLY_BY_COST ? (uint32_t)calls : ~ORT_TALLY_BY_COST;
}

static inline void ort_tally_wait_cost(struct ordo_raw_tally *y, uint64_t cost) {
    uint64_t units = cost >> ORT_TALLY_COST_UNIT_LOG2;
    y->due = ORT_TALLY_BY_COST | (units < ORT_TALLY_BY_COST ? (uint32_t)units : ~ORT_TALLY_BY_COST);
}

/* Return the number of the node's ended activations, and their inclusive cost, from the tally and
 * the node together. */
static inline uint64_t ort_tally_all_calls(const struct ort_thread *t, uint32_t context) {
    return ort_tally_of(t, context)->calls + ort_context_node(t, context)->calls;
}

static inline uint64_t ort_tally_all_cost(const struct ort_thread *t, uint32_t context) {
    return ort_tally_of(t, context)->cost + ort_context_node(t, context)->cost;
}

#endif
