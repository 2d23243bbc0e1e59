/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure.h: a picture of one scope's cost against its size, for documents: worst, average and best
 * cost, the model with the interval of its exponent, the prediction to the factor, and the
 * worst case's model.
 *
 * Shapes:  the profile's own cost metric; axes are logarithmic if sizes span more than a decade
 * Errors:  ORDO_BAD_INPUT: no scope of that name, no points of that metric, or an unknown kind of
 *          picture; ORDO_ENVIRONMENT: no drawing library, or writing failed
 * Threads: one call at a time
 */
#ifndef ORDO_FIGURE_H
#define ORDO_FIGURE_H

#include "analysis/analysis.h"
#include "base/status.h"
#include <stdio.h>

enum ordo_figure_kind { ORDO_FIGURE_SVG, ORDO_FIGURE_PNG };

/* Finds the kind by the ending of a file's name. */
enum ordo_status ordo_figure_kind_of(const char *path, enum ordo_figure_kind *kind,
                                     struct ordo_error *error);

/* Writes the figure. metric NULL: the size that explains the cost best. */
enum ordo_status ordo_figure_write(FILE *out, enum ordo_figure_kind kind,
                                   const struct ordo_analysis *a, uint32_t scope,
                                   const char *metric, struct ordo_error *error);

#endif
