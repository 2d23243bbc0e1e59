/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure.h: cost against size of one scope as a picture for a document: worst, average and best
 * cost, the model with the interval of its exponent, the prediction to ten times the size, and the
 * worst case's model.
 *
 * Shapes:  the profile's own cost metric; sizes over more than a decade get logarithmic axes
 * Errors:  ORDO_BAD_INPUT: no scope of that name, no points of that metric, or no such kind of
 *          picture; ORDO_ENVIRONMENT: no drawing library, or writing failed
 * Threads: one at a time
 */
#ifndef ORDO_FIGURE_H
#define ORDO_FIGURE_H

#include "base/status.h"
#include "model/analysis.h"
#include <stdio.h>

enum ordo_figure_kind { ORDO_FIGURE_SVG, ORDO_FIGURE_PNG };

/* By the ending of a file's name. */
enum ordo_status ordo_figure_kind_of(const char *path, enum ordo_figure_kind *kind,
                                     struct ordo_error *error);

/* The scope of that name: a routine before a recursion before a loop (FILE:LINE), of several the
 * costliest. */
enum ordo_status ordo_figure_find(const struct ordo_profile *p, const char *name, uint32_t *scope,
                                  struct ordo_error *error);

/* metric NULL: the size that explains the cost best. */
enum ordo_status ordo_figure_write(FILE *out, enum ordo_figure_kind kind,
                                   const struct ordo_analysis *a, uint32_t scope,
                                   const char *metric, struct ordo_error *error);

#endif
