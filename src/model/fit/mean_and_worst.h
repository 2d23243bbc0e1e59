/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mean_and_worst.h: the models of the mean cost and of the worst case of the same points.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_MEAN_AND_WORST_H
#define ORDO_MEAN_AND_WORST_H

#include "model/fit/model.h"

/* Fits both; cheaper if each size has only one cost. A mean without a class may be that of a
 * mixture (mixture.h). If the mean would overtake the worst case within ten times the sizes, the
 * worst case is "none" (ambiguous): at the observed sizes neither is wrong, but one of the two
 * cannot continue. Predictions are for `factor` times the largest size; factor > 1. */
void ordo_model_fit_both(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                         enum ordo_points are, double factor, struct ordo_model *mean,
                         struct ordo_model *worst);

#endif
