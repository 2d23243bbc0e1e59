/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mixture.h: the mean cost of calls that follow one of two cost functions, such as an insertion
 * sort of data that are sorted or not (docs/models.md, "Two courses").
 *
 * Noise of the mean is then far greater than that of either function: it depends on how many calls
 * of each size followed which. But each function is seen clearly, as the greatest and the least
 * costs, and so is the part of all calls that followed the upper one.
 *
 * Threads: pure, reentrant
 * Cost:    that of one more fit
 */
#ifndef ORDO_MIXTURE_H
#define ORDO_MIXTURE_H

#include "model/fit/model.h"

/* Replaces *mean, which has no class, by the mean of the two functions if the points are such a
 * mixture. `worst` is the model of the greatest costs. Returns whether it did. */
bool ordo_mixture_fit(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                      const struct ordo_model *worst, struct ordo_model *mean);

#endif
