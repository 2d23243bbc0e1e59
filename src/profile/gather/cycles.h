/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles.h: finds the strongly connected components of a directed graph.
 *
 * Shapes:  nodes 0 .. n-1; arcs (from[i], to[i]), i < m, all ends < n; duplicates are allowed
 * Memory:  writes component[n], which the caller owns
 * Threads: pure, reentrant
 * Cost:    O(n + m) time and memory, no recursion
 * Source:  R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972
 */
#ifndef ORDO_CYCLES_H
#define ORDO_CYCLES_H

#include <stddef.h>
#include <stdint.h>

/* Sets component[v] to the number of the component of node v. */
void ordo_cycles_find(uint32_t n, const uint32_t *from, const uint32_t *to, size_t m,
                      uint32_t *component);

#endif
