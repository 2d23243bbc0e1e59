/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ranges.h: which elements of its arrays an input's accesses reached (section 2.4 of Zaparanuks and
 * Hauswirth, Algorithmic Profiling: elements used).
 *
 * An own fact has the range of its input's first array; those of further ones are facts of their
 * own until the home ends. Ranges of arrays whose indices are on one scale are one, those of others
 * add up.
 *
 * Errors:  recording has been stopped.   Threads: the owner of the facts, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_RANGES_H
#define ORT_RANGES_H

#include "structure_state.h"

/* The range of `from` joins that of `into`, or is added. */
void ort_range_join(struct ort_fact *into, const struct ort_fact *from);

/* Ranges of the home's further arrays go to their inputs' own facts, and are no more. */
void ort_ranges_add(struct ort_structure *s, uint32_t home);

#endif
