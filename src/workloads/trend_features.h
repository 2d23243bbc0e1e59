/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_features.h: features of `ordo trend`: reads the options, and the values after a run.
 *
 * Errors:  ORDO_BAD_INPUT; the message names the option, or the feature without a number and why
 * Threads: ordo_trend_feature_value is reentrant
 */
#ifndef ORDO_TREND_FEATURES_H
#define ORDO_TREND_FEATURES_H

#include "profile/profile.h"
#include "run/job.h"
#include "workloads/workload_plan.h"

/* Fills p->features and the values of every workload. */
enum ordo_status ordo_trend_features_make(const struct ordo_trend_request *r,
                                          struct ordo_trend_plan *p, struct ordo_error *error);

/* A run that has ended. */
struct ordo_trend_run {
    const struct ordo_trend_plan *plan;
    const struct ordo_plan_workload *workload;
    const struct ordo_profile *profile;
    const char *scratch; /* folder of the workload (trend_place.h) */
    const char *directory, *output, *errors;
    const volatile sig_atomic_t *stop;
};

/* Sets *value to the value of the plan's feature f. */
enum ordo_status ordo_trend_feature_value(const struct ordo_trend_run *run, size_t f, double *value,
                                          struct ordo_error *error);

#endif
