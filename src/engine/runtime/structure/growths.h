/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growths.h: arrays that grew by copying while the old array remains: leaked, kept or freed later.
 *
 * Within an invocation an array and the one that it was copied to are the same input if
 *   - the new one is larger and of the same type, and a quarter of the old one's room or more was
 *     copied to it, as is required when the old one ends (graph.h: ort_graph_copied),
 *   - the new one was accessed beyond the end of the old one, and
 *   - the old one was not accessed after it was copied.
 *
 * So an array and its copy are two inputs as long as both are used. In other invocations they are
 * what they were: this concerns only the home's facts, and the identity of vertices does not
 * change.
 *
 * Errors:  none: without memory nothing is found.   Threads: the owner of the facts, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_GROWTHS_H
#define ORT_GROWTHS_H

#include "structure_state.h"

/* Finds the home's inputs that are such arrays, by its present facts. Returns their number. */
uint32_t ort_growths_find(struct ort_structure *s, uint32_t home);
/* Returns the input that `input` is according to the last search. */
uint32_t ort_growths_input(const struct ort_structure *s, uint32_t input);

#endif
