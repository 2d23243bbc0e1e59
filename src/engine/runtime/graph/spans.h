/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spans.h: which elements several invocations used together (section 2.6 of Zaparanuks and
 * Hauswirth, Algorithmic Profiling, for elements used).
 *
 * For an input, an invocation has the range of the array that it accessed first, and what it used
 * of other arrays. The ranges of invocations that began with the same array are joined. What all
 * invocations used is the greatest value that one array gives. A fact has the range of its first
 * array itself, and a list of spans for other arrays. Up to MOST_SPANS further arrays, it makes no
 * difference in which order invocations end or inputs become one.
 *
 * Errors:  without memory recording has been stopped.
 * Threads: the owner of the facts, in the graph. Signal-safe: yes.
 */
#ifndef ORT_SPANS_H
#define ORT_SPANS_H

#include "fact.h"

struct ort_span {
    uint64_t low, high, beside; /* as in a fact */
    uint32_t each, row, scale;
    uint32_t next; /* next one of the fact, or next free one: index + 1 */
};

/* Adds what `from`, which will be dropped, has used to `into`. In an own fact, `used` counts what
 * is outside its range. */
void ort_spans_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from);

/* Computes `used` again, because arrays of the fact's spans may have become one. */
void ort_spans_settle(struct ort_facts *t, struct ort_fact *f);

/* Removes the fact's spans. */
void ort_spans_drop(struct ort_facts *t, struct ort_fact *f);

#endif
