/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * loop_argument.h: the cost of a loop that works in registers, by an argument of its routine or by
 * the depth of the recursion.
 *
 * Such a loop reads no memory, so that no size of its own explains its cost. Its points have only
 * sizes of its own; its observed calls have the arguments.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_LOOP_ARGUMENT_H
#define ORDO_LOOP_ARGUMENT_H

#include "analysis/scope_calls.h"

/* Finds the argument that explains the cost of the calls best, with a model that predicts for
 * `factor` times the largest one. Returns false if none does. */
bool ordo_loop_argument_find(const struct ordo_scope_calls *c, enum ordo_cost_unit unit,
                             double factor, struct ordo_loop_argument *out);

#endif
