/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ranges.h: which elements of an input's arrays were accessed (section 2.4 of Zaparanuks and
 * Hauswirth, Algorithmic Profiling: elements used).
 *
 * An own fact has the range of its input's first array. The ranges of further arrays are facts of
 * their own until the home ends. Ranges of arrays whose indices are on one scale are joined; the
 * lengths of others are added.
 *
 * Errors:  recording has been stopped.   Threads: the owner of the facts, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_RANGES_H
#define ORT_RANGES_H

#include "structure_state.h"

/* Returns the key of the range of array v. */
static inline uint64_t ort_range_key(ort_vertex v, uint32_t age) {
    return ORT_KEY_RANGE | (uint64_t)age << 43 | v;
}

static inline void ort_range_take(struct ort_fact *f, const struct ort_fact *from) {
    f->low = from->low;
    f->high = from->high;
    f->each = from->each;
    f->row = from->row;
    f->scale = from->scale;
}

/* Joins the range of `from` with that of `into`, or adds its length. */
void ort_range_join(struct ort_fact *into, const struct ort_fact *from);

/* Makes the range of f's first array a fact of the home and context, where the input may have
 * another first array. Returns 0 if nothing was done. */
int ort_range_part(struct ort_structure *s, const struct ort_fact *f, uint32_t home,
                   uint32_t context);
/* Joins the range of `from`, a fact of the same home and context, with that of `into`, or parts
 * it. */
void ort_range_unite(struct ort_structure *s, struct ort_fact *into, const struct ort_fact *from);

/* Moves the ranges of the home's further arrays to the own facts of their inputs, and drops their
 * facts. */
void ort_ranges_add(struct ort_structure *s, uint32_t home);

#endif
