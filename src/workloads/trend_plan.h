/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_plan.h: makes a plan from the options of `ordo trend`: the workloads with the values of the
 * command's placeholders, and the source of each feature.
 *
 * Errors:  ORDO_BAD_INPUT names the wrong option, file or value; ORDO_ENVIRONMENT names a file or
 *          folder that cannot be read
 * Memory:  ordo_trend_plan_done frees the contents of a plan
 * Threads: a plan is read-only after it was made
 */
#ifndef ORDO_TREND_PLAN_H
#define ORDO_TREND_PLAN_H

#include "base/status.h"
#include "workloads/workload_plan.h"

/* Makes a plan. argv (NULL-terminated) and the request are only read. After an error there is
 * nothing to free. */
enum ordo_status ordo_trend_plan_make(const struct ordo_trend_request *r, char **argv,
                                      struct ordo_trend_plan *out, struct ordo_error *error);
void ordo_trend_plan_done(struct ordo_trend_plan *p);

/* Returns the command with its placeholders, quoted for a shell. The caller frees it. */
char *ordo_trend_plan_command(const struct ordo_trend_plan *p);

/* Returns a text that is equal for two plans exactly if their results would be the same. The caller
 * frees it. */
char *ordo_trend_plan_key(const struct ordo_trend_plan *p);

#endif
