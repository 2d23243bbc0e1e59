/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_workload.h: runs one workload of `ordo trend` and reads its block counts and features.
 *
 * Errors:  a failure of the workload is its outcome; the returned status is about Ordo's own
 *          environment (no disk space)
 * Memory:  ordo_trend_workload_done frees the contents of an outcome
 * Threads: reentrant: any number of workloads at a time
 */
#ifndef ORDO_TREND_WORKLOAD_H
#define ORDO_TREND_WORKLOAD_H

#include "trend/trend_store.h"
#include "workloads/trend_plan.h"

#include <signal.h>

struct ordo_trend_outcome {
    struct ordo_measurement measurement;
    struct ordo_profile *profile; /* has the strings of the measurement */
    struct ordo_arena *arena;     /* has the strings of the measurement with gcov */
    char *command, *why;
    const char **features;
    double *values;
    struct ordo_location *locations;
    uint64_t *counts;
    const char **roots;
    bool stopped; /* `stop` was set, and nothing was measured */
};

/* Runs a workload in a new folder below `folder`, or reads its data with gcov. *out is valid even
 * after an error. */
enum ordo_status ordo_trend_workload_run(const struct ordo_trend_plan *p, size_t workload,
                                         const char *folder, const volatile sig_atomic_t *stop,
                                         struct ordo_trend_outcome *out, struct ordo_error *error);
void ordo_trend_workload_done(struct ordo_trend_outcome *o);

/* A workload whose script another program runs, such as a batch system. */
struct ordo_trend_task;

/* Writes the script of a workload in a new folder below `folder`. */
enum ordo_status ordo_trend_task_begin(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_task **out,
                                       struct ordo_error *error);

/* Returns the path of the script. */
const char *ordo_trend_task_script(const struct ordo_trend_task *t);

/* Returns whether the script left a status. */
bool ordo_trend_task_has_ended(const struct ordo_trend_task *t);

/* Returns whether an ended task was killed by SIGTERM or SIGKILL, which batch systems send. */
bool ordo_trend_task_was_killed(const struct ordo_trend_task *t);

/* Reads the outcome, like ordo_trend_workload_run, and frees the task. why: NULL, or why the task
 * did not run to its end; its status is then `lost`. */
enum ordo_status ordo_trend_task_end(struct ordo_trend_task *t, enum ordo_workload_status lost,
                                     const char *why, const volatile sig_atomic_t *stop,
                                     struct ordo_trend_outcome *out, struct ordo_error *error);

/* Frees the task without reading anything. NULL is allowed. */
void ordo_trend_task_drop(struct ordo_trend_task *t);

#endif
