/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_place.h: the folder FOLDER/N in which workload N of `ordo trend` runs.
 *
 * `run` is the program's working directory, with its copy of the workload's file. `raw` gets the
 * counts. Files beside them have the program's output and a script that runs the program.
 *
 * Memory:  ordo_trend_place_leave frees the strings and removes the folder
 * Threads: reentrant
 */
#ifndef ORDO_TREND_PLACE_H
#define ORDO_TREND_PLACE_H

#include "run/job.h"
#include "workloads/trend_plan.h"

struct ordo_trend_place {
    char *scratch, *directory, *raw, *output, *errors;
    char *file;                       /* the copy of the workload's file, or NULL */
    char *script, *status, *launcher; /* launcher: output of --launcher */
};

/* Makes the folder for a workload. After an error, ordo_trend_place_leave must still be called. */
enum ordo_status ordo_trend_place_make(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_place *out,
                                       struct ordo_error *error);
void ordo_trend_place_leave(struct ordo_trend_place *at);

/* Variables of an enclosing recording, which a workload must not see; NULL-terminated. */
extern const char *const ordo_trend_place_unset[];

/* Writes a shell script that runs the program and leaves its status in a file. Returns false, with
 * errno set, if it cannot be written. */
bool ordo_trend_place_write_script(const struct ordo_trend_place *at, const char *input,
                                   char *const *argv);

/* Reads the status that the script left, and the duration if the machine's `date` supports
 * nanoseconds. Returns false if the script did not run to its end. */
bool ordo_trend_place_read_status(const struct ordo_trend_place *at, struct ordo_job_result *r);

#endif
