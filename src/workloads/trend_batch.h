/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_batch.h: runs workloads as Slurm job arrays.
 *
 * A task that Slurm ended before its script ended is submitted again.
 *
 * Errors:  ORDO_ENVIRONMENT if Slurm's commands fail or folders cannot be made
 * Threads: one session at a time
 */
#ifndef ORDO_TREND_BATCH_H
#define ORDO_TREND_BATCH_H

#include "workloads/trend_workload.h"

/* Receives the outcome of each workload when it is known. Returns false to end the session. */
typedef bool ordo_trend_keep(void *context, const struct ordo_trend_outcome *o,
                             enum ordo_status status, struct ordo_error *error);

/* Runs the workloads that are not done. folder: has the same path on all machines. */
enum ordo_status ordo_trend_batch_run(const struct ordo_trend_plan *p, const bool *done,
                                      const char *folder, const volatile sig_atomic_t *stop,
                                      ordo_trend_keep *keep, void *context,
                                      struct ordo_error *error);

#endif
