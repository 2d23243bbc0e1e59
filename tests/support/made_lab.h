/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * made_lab.h: a laboratory made without a compiler. The algorithms of a course are counted by hand,
 * by the stack rule of Figure 8 of the paper (with the caller's id restored), for sizes up to
 * `largest`.
 *
 *   0  bubble_sort/ordo_random_ints    30 repetitions with different counts
 *   1  bubble_sort/ordo_sorted_ints
 *   2  heap_sort/ordo_random_ints      two phases, and swap() in a header
 *   3  fibonacci/ordo_integers         sizes up to 20
 *   4  linear_search/ordo_random_ints  crashed after some sizes
 *   5  linear_search/own_input         timed out before its first size; has a hostile name
 *
 * Memory:  owned by lab->arena, which the caller frees
 */
#ifndef MADE_LAB_H
#define MADE_LAB_H

#include "lab/lab.h"

/* Makes the laboratory; `step` is the distance of sizes. Returns false if memory runs out. */
bool made_lab(struct ordo_lab *lab, unsigned largest, unsigned step);

#endif
