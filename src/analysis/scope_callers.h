/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_callers.h: cost functions of the calls of one scope by the routine that they come from.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_SCOPE_CALLERS_H
#define ORDO_SCOPE_CALLERS_H

#include "analysis/scope_calls.h"

/* Finds the functions by caller. Returns false if they do not explain the calls much better than
 * one function of all calls does, or are all of one degree. `alone` is the error of the best
 * function of one size of all calls, `whole_cost` the cost of the scope; `more` is for `factor`
 * times the sizes. */
bool ordo_scope_callers_find(const struct ordo_scope_calls *c, enum ordo_cost_unit unit,
                             double alone, double whole_cost, double factor,
                             struct ordo_scope_callers *out);

#endif
