/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * added_features.h: adds features to a trend that has been measured.
 *
 * A workload without a value for a new feature gets the status ORDO_WORKLOAD_NO_FEATURE. The file
 * of the trend stays as it is.
 *
 * Errors:  those of feature_table.h and feature_formula.h; ORDO_BAD_INPUT: the trend has a feature
 *          of that name, or lacks a workload of the table. The trend can then only be freed
 * Memory:  the trend's
 * Source:  Goldsmith, Aiken, Wilkerson, Measuring Empirical Computational Complexity, 2007,
 *          section 6.2.3
 */
#ifndef ORDO_ADDED_FEATURES_H
#define ORDO_ADDED_FEATURES_H

#include "base/status.h"
#include "trend/trend.h"

/* Adds the features of a CSV file (feature_table.h). */
enum ordo_status ordo_added_features_read(struct ordo_trend *t, const char *file,
                                          struct ordo_error *error);

/* Adds the feature FORMULA or NAME=FORMULA, computed from those that the trend has; without a name,
 * the formula is the name. */
enum ordo_status ordo_added_features_compute(struct ordo_trend *t, const char *text,
                                             struct ordo_error *error);

#endif
