/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * facts.h: what the open invocations of repetitions have done so far, per calling context and input
 * (Zaparanuks and Hauswirth, Algorithmic Profiling, sections 2.2, 2.6 and 3.3).
 *
 *   home     the invocation that a fact belongs to: the number of its frame on the thread's stack.
 *            0, the root's, is no invocation
 *   context  node of the calling context tree + 1
 *   key      0: the fact has activations (reads) and steps (writes)
 *            a number: that of an input (graph.h)
 *            ORT_KEY_STREAM with a stream's (streams.h)
 *            ORT_KEY_MANY with a form and type: all inputs of it, where there were too many
 *            ORT_KEY_RANGE with a vertex: no input, but which elements of an array were accessed
 *
 * A home's facts are a list; any of them is found by home, context, key and type.
 *
 * Errors:  NULL: recording has been stopped.   Threads: the owner of the table only.
 * Signal-safe: yes.
 */
#ifndef ORT_FACTS_H
#define ORT_FACTS_H

#include "fact.h"

static inline uint64_t ort_fact_hash(uint32_t home, uint32_t context, uint64_t key, uint32_t type) {
    uint64_t h = key * 0x9E3779B97F4A7C15ull;
    h = (h ^ ((uint64_t)context << 32 | home)) * 0xD6E8FEB86659FD93ull;
    return (h ^ (h >> 32) ^ type) * 0x9E3779B97F4A7C15ull;
}

/* Fact i (index + 1; 0: none) is looked at soon: walks along lists mostly wait for memory. */
static inline void ort_fact_soon(const struct ort_facts *t, uint32_t i) {
    if (i) __builtin_prefetch(&t->facts[i - 1]);
}

/* The fact, or 0: index + 1. */
uint32_t ort_fact_find(const struct ort_facts *t, uint32_t home, uint32_t context, uint64_t key,
                       uint32_t type);
/* The fact of another home with the names of fact i is looked for soon: its place in the table;
 * once that is there, what stands in it. */
void ort_fact_soon_place(const struct ort_facts *t, uint32_t i, uint32_t home);
void ort_fact_soon_found(const struct ort_facts *t, uint32_t i, uint32_t home);
/* Room for all facts; their addresses never change. 0, or -1. */
int ort_facts_init(struct ort_facts *t);

/* A new one at the head of the home's list `*list`, all else zero: index + 1, or 0. */
uint32_t ort_fact_add(struct ort_facts *t, uint32_t *list, uint32_t home, uint32_t context,
                      uint64_t key, uint32_t type);
/* The fact gets other names, which no fact has; its place stays. */
void ort_fact_rename(struct ort_facts *t, uint32_t fact, uint32_t home, uint32_t context,
                     uint64_t key);
/* Takes the fact out of the table; the caller has taken it off its list. */
void ort_fact_drop(struct ort_facts *t, uint32_t fact);

/* Elements from the first to the last accessed one of the fact's range; 0: none. */
static inline uint64_t ort_fact_range(const struct ort_fact *f) {
    return f->each && f->low <= f->high ? f->high / f->each - f->low / f->each + 1 : 0;
}

/* Adds what `from`, which will be dropped, counts to `into`: sums of counts, maxima of sizes. */
void ort_fact_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from);

#endif
