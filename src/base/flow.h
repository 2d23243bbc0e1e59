/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * flow.h: the amounts on all edges of a flow graph from those on some.
 *
 * What enters a node leaves it, so the edges of a spanning tree follow from the others, leaf by
 * leaf (D. E. Knuth and F. R. Stevenson, Optimal measurement points for program frequency counts,
 * BIT 13, 1973). Node 0 is the outside, where nothing is conserved.
 *
 * Memory:  linear in nodes and edges, freed before it returns
 * Threads: any
 */
#ifndef ORDO_FLOW_H
#define ORDO_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef __int128 ordo_flow_amount; /* sums of 2^63 numbers of 64 bits fit */

struct ordo_flow_edge {
    uint32_t from, to; /* nodes, below n_nodes */
    bool is_known;
    ordo_flow_amount amount; /* set where it was not known; may come out negative */
};

enum ordo_flow_result { ORDO_FLOW_SOLVED, ORDO_FLOW_OPEN, ORDO_FLOW_NO_MEMORY };

/* OPEN: some edges do not follow from the others. entered[n_nodes]: what enters each node, set when
 * solved. */
enum ordo_flow_result ordo_flow_solve(struct ordo_flow_edge *edges, size_t n_edges, size_t n_nodes,
                                      ordo_flow_amount *entered);

#endif
