/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_view.h: one algorithm for a terminal: its inputs, its cost functions, and a plot of the
 * one that explains its steps best.
 *
 * Errors:  ORDO_BAD_INPUT if no algorithm has that number; ORDO_ENVIRONMENT if writing to `out`
 *          fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_ALGORITHM_VIEW_H
#define ORDO_ALGORITHM_VIEW_H

#include "base/status.h"
#include "report/terminal/algorithm_table.h"

/* number: as printed by the table, from 1. */
enum ordo_status ordo_algorithm_view_write(FILE *out, const struct ordo_profile *p,
                                           const struct ordo_repetition_tree *t,
                                           const struct ordo_algorithms *a, uint64_t number,
                                           const struct ordo_algorithm_options *options,
                                           struct ordo_error *error);

#endif
