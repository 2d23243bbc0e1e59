/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growths.h: arrays that grew by copying while the old ones stay, leaked, kept or freed later.
 *
 * Within an invocation an array is the same input as the one that it was copied to, when
 *   - that one is larger and of the same type, and a quarter of the old one's room or more went
 *     there, as where the old one ends (graph.h: ort_graph_copied),
 *   - it was accessed beyond where the old one ends, and
 *   - the old one was not accessed any more since it was copied.
 * So two arrays of which one began as a copy of the other are two as long as both are used. In
 * other invocations they are what they were: this is said of what the home's facts have, and the
 * identity of vertices does not change.
 *
 * Errors:  none: without memory nothing is found.   Threads: the owner of the facts, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_GROWTHS_H
#define ORT_GROWTHS_H

#include "structure_state.h"

/* Inputs of the home that are such arrays, as its facts are now: their number. */
uint32_t ort_growths_find(struct ort_structure *s, uint32_t home);
/* The input that `input` is, by what was found last. */
uint32_t ort_growths_input(const struct ort_structure *s, uint32_t input);

#endif
