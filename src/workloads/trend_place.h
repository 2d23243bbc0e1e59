/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_place.h: where a workload of `ordo trend` runs: FOLDER/N holds `run`, where the program
 * runs beside its copy of the workload's file, `raw` for the counts, what the program printed, and
 * the script that others can run it by.
 *
 * Memory:  the structure is the caller's storage; leave frees what it holds and removes the folder
 * Threads: reentrant
 */
#ifndef ORDO_TREND_PLACE_H
#define ORDO_TREND_PLACE_H

#include "run/job.h"
#include "workloads/trend_plan.h"

struct ordo_trend_place {
    char *scratch, *directory, *raw, *output, *errors;
    char *file;                       /* the workload's, here; NULL: none */
    char *script, *status, *launcher; /* launcher: what the one who runs the script printed */
};

enum ordo_status ordo_trend_place_make(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_place *out,
                                       struct ordo_error *error);
void ordo_trend_place_leave(struct ordo_trend_place *at);

/* Settings of a recording around this one, which a workload must not see; NULL at the end. */
extern const char *const ordo_trend_place_unset[];

/* A shell script that runs the program and leaves its status in a file. False, with errno: it
 * cannot be written. */
bool ordo_trend_place_write_script(const struct ordo_trend_place *at, const char *input,
                                   char *const *argv);

/* The program's status as its script's shell saw it, and the time that it took if the machine's
 * date tells; false: the script did not come to its end. */
bool ordo_trend_place_read_status(const struct ordo_trend_place *at, struct ordo_job_result *r);

#endif
