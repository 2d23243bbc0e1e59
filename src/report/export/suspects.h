/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * suspects.h: the loops and recursions that a production build should look at, as a list for
 * `ordo cc --production --focus=@FILE`: what grows faster than linear, in each execution or over
 * the run, and what takes much of the run when inputs grow.
 *
 * Shapes:  one item a line, most of the run at ten times the size first, its reason as a comment
 * Errors:  ORDO_ENVIRONMENT when writing to `out` fails; ORDO_NO_MEMORY
 * Threads: reentrant, but for `out`
 */
#ifndef ORDO_SUSPECTS_H
#define ORDO_SUSPECTS_H

#include "base/status.h"
#include "model/analysis.h"
#include "report/choice/scope_filter.h"

#include <stdio.h>

/* limit: items at most, 0: what a focus list can hold. *n: how many were written. */
enum ordo_status ordo_suspects_write(FILE *out, const struct ordo_analysis *a,
                                     const struct ordo_scope_filter *filter, uint32_t limit,
                                     uint32_t *n, struct ordo_error *error);

#endif
