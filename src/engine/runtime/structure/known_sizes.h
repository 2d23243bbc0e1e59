/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * known_sizes.h: which sizes are known although not every repetition measured them.
 *
 * A repetition that is not observed itself is measured when its home first accesses the input
 * there, and not at each of its ends. It may have found more elements in between. But nothing finds
 * more elements than lived at once (graph_population.h). If some measurement in the home found as
 * many, that is the size of the input in the home, whatever was not measured. Otherwise the size
 * is not known.
 *
 * Errors:  without memory, what is not known stays so.   Threads: the owner, in the graph.
 * Signal-safe: yes.
 */
#ifndef ORT_KNOWN_SIZES_H
#define ORT_KNOWN_SIZES_H

#include "structure_state.h"

/* Completes what is known of the sizes of the home's facts, which have been measured for the last
 * time. `partial`: the home has not recorded all that happened in it. */
void ort_known_sizes_find(struct ort_structure *s, uint32_t home, int partial);

#endif
