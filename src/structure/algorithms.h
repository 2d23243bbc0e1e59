/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithms.h: the algorithms of a program, the inputs they work on, and how their costs grow with
 * the inputs' sizes, from the repetition tree of a profile and its recorded invocations.
 *
 * An algorithm is a connected part of the repetition tree (grouping.h), named after its root. Its
 * invocations are those of its root; what all its nodes did in one of them is added up (costs.h).
 * Inputs of different invocations are matched to classes (input_classes.h), each with one operation
 * (classify.h). Each size of a class and each cost make a cost function (cost_functions.h).
 *
 * Shapes:  algorithms are in the order of their roots; spans and indices refer to the arrays below
 * Memory:  freed by ordo_algorithms_free; refers to profile and tree, which must outlive it
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012
 */
#ifndef ORDO_ALGORITHMS_H
#define ORDO_ALGORITHMS_H

#include "structure/algorithm.h"

struct ordo_algorithms *ordo_algorithms_new(const struct ordo_profile *p,
                                            const struct ordo_repetition_tree *t,
                                            enum ordo_identity identity);
void ordo_algorithms_free(struct ordo_algorithms *a); /* NULL is allowed */

#endif
