/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_population.h: how many elements each input has. What a search can reach belongs to one
 * input, so no search finds more than live in it. If a search finds as many as ever lived at once
 * in a period, no search in that period could have found more (known_sizes.h).
 *
 * Errors:  none; without memory recording has been stopped.
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_POPULATION_H
#define ORT_GRAPH_POPULATION_H

#include "graph.h"

/* The most that lived at once: elements with links; these and the room of arrays together, without
 * arrays that are contents (ort_array_is_content); and with them. */
struct ort_peak {
    uint64_t structs, table, all;
};

/* Begins a period for the input of v. Returns the input's peak in the period around it so far.
 * Periods of one input nest; each must be ended. */
struct ort_peak ort_population_begin(ort_vertex v);
/* Returns the input's peak since the latest begin. When inputs become one, their peaks are added
 * up. All ones: not known. */
struct ort_peak ort_population_peak(uint32_t input);
/* Ends a period that began with `before`, which belongs to the period around it. */
void ort_population_end(uint32_t input, struct ort_peak before);

/* Called by the graph: v, which had no input, now has that of `other`. */
void ort_population_add(ort_vertex v, ort_vertex other);
/* Called by the graph: v dies. */
void ort_population_remove(ort_vertex v);
/* Called by the graph: the array v had room for `was` elements until now, and was content or not.
 */
void ort_population_room(ort_vertex v, uint64_t was, bool content);
/* Called by the graph: the inputs of a and b are about to become one, and have become one. */
void ort_population_join(ort_vertex a, ort_vertex b);
void ort_population_joined(uint32_t stays, uint32_t gone);

#endif
