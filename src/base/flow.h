/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * flow.h: computes the amounts on all edges of a flow graph from the amounts on some of them.
 *
 * The amount that enters a node equals the amount that leaves it. Therefore the edges of a
 * spanning tree follow from the other edges, leaf by leaf (D. E. Knuth and F. R. Stevenson,
 * Optimal measurement points for program frequency counts, BIT 13, 1973). Node 0 is the outside;
 * nothing is conserved there.
 *
 * Memory:  linear in nodes and edges, freed before the function returns
 * Threads: any
 */
#ifndef ORDO_FLOW_H
#define ORDO_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef __int128 ordo_flow_amount; /* holds sums of 2^63 numbers of 64 bits */

struct ordo_flow_edge {
    uint32_t from, to; /* nodes, below n_nodes */
    bool is_known;
    ordo_flow_amount amount; /* an output if it was not known; may be negative */
};

/* Sets the amounts of the unknown edges, and entered[n_nodes]: the amount that enters each node.
 * Returns false if some edges do not follow from the others. */
bool ordo_flow_solve(struct ordo_flow_edge *edges, size_t n_edges, size_t n_nodes,
                     ordo_flow_amount *entered);

#endif
