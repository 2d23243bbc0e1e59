/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_batch.h: workloads as job arrays of Slurm: submitted, waited for, gathered. A task that the
 * batch system ended before its script did is tried again.
 *
 * Errors:  ORDO_ENVIRONMENT: Slurm's commands fail, folders cannot be made
 * Threads: one session at a time
 */
#ifndef ORDO_TREND_BATCH_H
#define ORDO_TREND_BATCH_H

#include "workloads/trend_workload.h"

/* What becomes of a workload, as it comes; false: no more is wanted. */
typedef bool ordo_trend_keep(void *context, const struct ordo_trend_outcome *o,
                             enum ordo_status status, struct ordo_error *error);

/* Runs those that are not done. folder: seen at the same path on all machines. */
enum ordo_status ordo_trend_batch_run(const struct ordo_trend_plan *p, const bool *done,
                                      const char *folder, const volatile sig_atomic_t *stop,
                                      ordo_trend_keep *keep, void *context,
                                      struct ordo_error *error);

#endif
