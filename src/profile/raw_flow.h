/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_flow.h: the counts of blocks from those of some edges (`ordo cc --blocks=only`).
 *
 * What enters a node leaves it (D. E. Knuth and F. R. Stevenson, Optimal measurement points for
 * program frequency counts, BIT 13, 1973): the edges without a counter are a spanning tree, and
 * follow from the others leaf by leaf.
 */
#ifndef ORDO_PROFILE_RAW_FLOW_H
#define ORDO_PROFILE_RAW_FLOW_H

#include "abi/raw.h"

/* Sets counts[i] of `n_blocks` blocks. NULL, or what is wrong with the edges; "" when there is no
 * memory. A count that came out negative, of a process that was killed in between, is 0. */
const char *ordo_raw_flow_solve(const struct ordo_raw_code_edge *edges, uint32_t n_edges,
                                const uint64_t *counters, uint32_t n_counters, uint32_t n_blocks,
                                uint64_t *counts);

#endif
