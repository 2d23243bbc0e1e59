/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spans.h: which elements several invocations used together (section 2.6 of Zaparanuks and
 * Hauswirth, Algorithmic Profiling, for elements used).
 *
 * Of an input an invocation has the range of the array that it accessed first, and what it used of
 * others beside it. Ranges of invocations that began with the same array are one range; what all
 * have used is the most that one array's have. A fact has its first array's range itself, of others
 * a list of spans: the order in which invocations end or inputs become one makes no difference, up
 * to MOST_SPANS further arrays.
 *
 * Errors:  without memory recording has been stopped.
 * Threads: the owner of the facts, in the graph. Signal-safe: yes.
 */
#ifndef ORT_SPANS_H
#define ORT_SPANS_H

#include "fact.h"

struct ort_span {
    uint64_t low, high, beside; /* as of a fact */
    uint32_t each, scale;
    uint32_t next; /* of the fact's, or of the free ones: index + 1 */
};

/* What `from`, which will be dropped, has used goes to `into`: what an own fact has `used` is
 * beside its range. */
void ort_spans_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from);

/* Arrays of the fact's spans may have become one: `used` is what they say now. */
void ort_spans_settle(struct ort_facts *t, struct ort_fact *f);

/* The fact has no spans. */
void ort_spans_drop(struct ort_facts *t, struct ort_fact *f);

#endif
