/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_prediction.h: the cost of the whole run at larger sizes, if there is no series of runs.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_RUN_PREDICTION_H
#define ORDO_RUN_PREDICTION_H

#include "analysis/profile_models.h"

/* Predicts the cost of the run if all sizes are a->factor times as large: the sum over the entry
 * points. A scope whose cost follows its size costs what its model says; any other one costs what
 * its own code and its children do. */
double ordo_run_prediction(const struct ordo_analysis *a);

#endif
