/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * facts.h: what the open invocations of repetitions have done so far, per calling context and input
 * (Zaparanuks and Hauswirth, Algorithmic Profiling, sections 2.2, 2.6 and 3.3).
 *
 *   home     the invocation that a fact belongs to: the number of its frame on the thread's stack.
 *            0 is the root, which is not an invocation
 *   context  node of the calling context tree + 1
 *   key      0: the fact counts activations (as reads) and steps (as writes)
 *            a number: that of an input (graph.h)
 *            ORT_KEY_STREAM with a stream's number (streams.c)
 *            ORT_KEY_MANY with a form and type: all inputs of these, if there were too many
 *            ORT_KEY_RANGE with a vertex: not an input, but which elements of an array were
 * accessed
 *
 * The facts of a home form a list. Each of them is found by home, context, key and type.
 *
 * Errors:  0, -1: recording has been stopped.   Threads: the owner of the table only.
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

/* Prefetches fact i (index + 1; 0: none), because walks along lists mostly wait for memory. */
static inline void ort_fact_soon(const struct ort_facts *t, uint32_t i) {
    if (i) __builtin_prefetch(&t->facts[i - 1]);
}

/* Returns the fact's index + 1, or 0. */
uint32_t ort_fact_find(const struct ort_facts *t, uint32_t home, uint32_t context, uint64_t key,
                       uint32_t type);
/* Prefetch for a search of the fact of another home with the context, key and type of fact i: its
 * place in the table and, once that has been loaded, the fact that is found there. */
void ort_fact_soon_place(const struct ort_facts *t, uint32_t i, uint32_t home);
void ort_fact_soon_found(const struct ort_facts *t, uint32_t i, uint32_t home);
/* Reserves room for all facts, whose addresses never change. Returns 0, or -1. */
int ort_facts_init(struct ort_facts *t);

/* Adds a fact at the head of the home's list `*list`, with all other fields 0. Returns its index +
 * 1, or 0. */
uint32_t ort_fact_add(struct ort_facts *t, uint32_t *list, uint32_t home, uint32_t context,
                      uint64_t key, uint32_t type);
/* Gives the fact another home, context and key, which no other fact has together. Its place
 * stays. */
void ort_fact_rename(struct ort_facts *t, uint32_t fact, uint32_t home, uint32_t context,
                     uint64_t key);
/* Removes the fact from the table. The caller has removed it from its list. */
void ort_fact_drop(struct ort_facts *t, uint32_t fact);

/* Returns the number of elements from the first to the last one accessed of the fact's range; 0:
 * none. */
static inline uint64_t ort_fact_range(const struct ort_fact *f) {
    return f->each && f->low <= f->high ? ort_elements_between(f->low, f->high, f->each, f->row)
                                        : 0;
}

/* Ends the fact's period (graph_population.h), if it has one. */
void ort_fact_end_period(struct ort_fact *f);

/* Merges `from`, which will be dropped, into `into`: counts are added, of sizes the greater is
 * kept. */
void ort_fact_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from);

#endif
