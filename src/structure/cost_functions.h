/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cost_functions.h: the cost functions of one algorithm: every size of its inputs with every cost,
 * their points, and the models of these.
 *
 * Left out: sizes that never change, and costs that do not. Steps come first. An invocation in
 * which nothing of an input was accessed has size 0 of it; one in which its size was not measured
 * is left out of the points and counted.
 *
 * The best function is, of those of steps whose sizes above 0 have most of the steps, the one whose
 * model and size leave least of the single costs unexplained; of those within a half of each other
 * the first: inputs in the order of their first accesses, elements before elements used, references
 * and capacity, all elements before those of one type.
 *
 * Steps are bodies of loops and activations of recursions: what a library routine does in one step
 * (strlen, memmove) is none. A function of reads or writes by the best one's size outgrows the
 * steps when its exponent is surely greater, and there are more of them than steps.
 *
 * Memory:  caller's storage; ordo_cost_functions_done frees what it holds
 * Errors:  ORDO_NO_MEMORY
 * Threads: reentrant
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.7 and 3.5, whose
 *          functions were fitted by hand
 */
#ifndef ORDO_COST_FUNCTIONS_H
#define ORDO_COST_FUNCTIONS_H

#include "structure/costs.h"

#define ORDO_COST_FUNCTIONS_MOST                                                                   \
    64u /* of one algorithm; those of steps are never too many to keep */

struct ordo_cost_functions {
    struct ordo_cost_function *list;
    size_t n, capacity;
    struct ordo_point *points;
    size_t n_points, points_capacity;
};

/* Appends the functions of the invocations in *c; *best and *outgrowing: indices into f->list, or
 * ORDO_FUNCTION_NONE when no function of steps can be told, when nothing outgrows it. */
enum ordo_status ordo_cost_functions_add(struct ordo_cost_functions *f, const struct ordo_costs *c,
                                         uint32_t *best, uint32_t *outgrowing,
                                         struct ordo_error *error);
void ordo_cost_functions_done(struct ordo_cost_functions *f);

#endif
