/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_workload.h: one workload of `ordo trend`: run in a folder of its own, its blocks and
 * features gathered.
 *
 * Errors:  what is wrong with the workload is its result; a status says what is wrong with Ordo's
 *          own surroundings (no disk space, no memory)
 * Memory:  *out is the caller's storage; ordo_trend_workload_done frees what it holds
 * Threads: reentrant: any number at a time
 */
#ifndef ORDO_TREND_WORKLOAD_H
#define ORDO_TREND_WORKLOAD_H

#include "trend/trend_store.h"
#include "workloads/trend_plan.h"

#include <signal.h>

struct ordo_trend_outcome {
    struct ordo_measurement measurement;
    struct ordo_profile *profile; /* strings of the measurement */
    struct ordo_arena *arena;     /* of gcov: the same */
    char *command, *why;
    const char **features;
    double *values;
    struct ordo_location *locations;
    uint64_t *counts;
    const char **roots;
    bool stopped; /* `stop` became not 0: nothing was measured */
};

/* folder: where to make the workload's own one. Of gcov nothing is run: the data are read. */
enum ordo_status ordo_trend_workload_run(const struct ordo_trend_plan *p, size_t workload,
                                         const char *folder, const volatile sig_atomic_t *stop,
                                         struct ordo_trend_outcome *out, struct ordo_error *error);
void ordo_trend_workload_done(struct ordo_trend_outcome *o);

/* A workload that somebody else runs: by its script, which is done with when it has ended. */
struct ordo_trend_task;

enum ordo_status ordo_trend_task_begin(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_task **out,
                                       struct ordo_error *error);
const char *ordo_trend_task_script(const struct ordo_trend_task *t);
bool ordo_trend_task_has_ended(const struct ordo_trend_task *t);
/* Of one that has ended: by SIGTERM or SIGKILL, the signals with which batch systems end jobs. */
bool ordo_trend_task_was_killed(const struct ordo_trend_task *t);

/* Its outcome, as ordo_trend_workload_run gives it; why: it did not come to its end (`lost`), or
 * NULL. Ends the task's life; drop does too, without reading anything (NULL is allowed). */
enum ordo_status ordo_trend_task_end(struct ordo_trend_task *t, enum ordo_workload_status lost,
                                     const char *why, const volatile sig_atomic_t *stop,
                                     struct ordo_trend_outcome *out, struct ordo_error *error);
void ordo_trend_task_drop(struct ordo_trend_task *t);

#endif
