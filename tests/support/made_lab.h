/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * made_lab.h: a laboratory made without a compiler: a course's algorithms counted by hand, by the
 * stack rule of Figure 8 of the paper (with the caller's id restored), sizes up to `largest`.
 *
 *   0  bubble_sort/ordo_random_ints    30 repetitions that differ
 *   1  bubble_sort/ordo_sorted_ints
 *   2  heap_sort/ordo_random_ints      two phases, and swap() in a header
 *   3  fibonacci/ordo_integers         sizes to 20 at most
 *   4  linear_search/ordo_random_ints  crashed after some sizes
 *   5  linear_search/own_input         out of time before its first size, its name hostile
 *
 * Memory:  all belongs to lab->arena, which the caller frees
 */
#ifndef MADE_LAB_H
#define MADE_LAB_H

#include "lab/lab.h"

/* step: of the sizes; false when memory is out. */
bool made_lab(struct ordo_lab *lab, unsigned largest, unsigned step);

#endif
