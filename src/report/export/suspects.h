/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * suspects.h: the loops and recursions worth a gate in a production build, as a list for `ordo cc
 * --production --focus=@FILE`: those that grow faster than linear, in each execution or over the
 * run, and those that take much of the run when inputs grow.
 *
 * Shapes:  one item per line, those with most of the predicted run first; the reason is
 *          a comment
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_SUSPECTS_H
#define ORDO_SUSPECTS_H

#include "analysis/analysis.h"
#include "base/status.h"
#include "report/choice/scope_filter.h"

#include <stdio.h>

/* Writes the list. limit: items at most; 0: as many as a focus list can hold. *n: items written. */
enum ordo_status ordo_suspects_write(FILE *out, const struct ordo_analysis *a,
                                     const struct ordo_scope_filter *filter, uint32_t limit,
                                     uint32_t *n, struct ordo_error *error);

#endif
