/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cost_functions.h: the cost functions of one algorithm: every size of its inputs with every cost,
 * their points, and their models.
 *
 * Sizes and costs that never change are left out. Functions of steps come first. An invocation that
 * accessed nothing of an input has size 0 of it. An invocation whose size was not measured is
 * counted and left out of the points.
 *
 * The best function is chosen among those of steps whose sizes above 0 have most of the steps. It
 * is the one whose model and size leave least of the single costs unexplained. Among functions
 * within a factor of 1.5 of each other, it is the first: inputs in the order of their first
 * accesses; elements before elements used, references and capacity; all elements before those of
 * one type.
 *
 * Steps are iterations of loops and activations of recursions; what a library routine does in one
 * step (strlen, memmove) does not count. A function of reads or writes by the best function's size
 * outgrows the steps if its exponent is greater beyond doubt and it has a larger total.
 *
 * Memory:  caller's storage; ordo_cost_functions_done frees what it holds
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.7 and 3.5, whose
 *          functions were fitted by hand there
 */
#ifndef ORDO_COST_FUNCTIONS_H
#define ORDO_COST_FUNCTIONS_H

#include "structure/costs.h"

#define ORDO_COST_FUNCTIONS_MOST 64u /* of one algorithm; those of steps are always kept */

struct ordo_cost_functions {
    struct ordo_cost_function *list;
    size_t n, capacity;
    struct ordo_point *points;
    size_t n_points, points_capacity;
};

/* Appends the functions of the invocations in *c. *best and *outgrowing are indices into f->list.
 * *best is ORDO_FUNCTION_NONE if there is not enough data to fit the steps; *outgrowing is
 * ORDO_FUNCTION_NONE if no function outgrows the best one. */
void ordo_cost_functions_add(struct ordo_cost_functions *f, const struct ordo_costs *c,
                             uint32_t *best, uint32_t *outgrowing);
void ordo_cost_functions_done(struct ordo_cost_functions *f);

#endif
