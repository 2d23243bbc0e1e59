/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording.h: runs a command under Ordo, makes a profile of its raw files and saves it; for `ordo
 * record`, `ordo run` and `ordo tree`.
 *
 * Errors:  printed here. The exit status is 125 (Ordo failed), 126 (the command cannot be run) or
 *          127 (not found), and the last line on stderr begins with "ordo:". Otherwise it is the
 *          command's, or 128 + N if signal N killed it
 * Memory:  the caller frees *profile
 */
#ifndef ORDO_RECORDING_H
#define ORDO_RECORDING_H

#include "cli/recording_options.h"
#include "profile/profile.h"

enum {
    ORDO_RECORDING_FAILED = 125,
    ORDO_RECORDING_CANNOT_RUN = 126,
    ORDO_RECORDING_NOT_FOUND = 127
};

/* Runs argv (NULL-terminated) and returns the exit status. Sets *profile, unless `profile` is NULL,
 * to the profile or to NULL if none was made. */
int ordo_recording_run(const struct ordo_recording *r, char **argv, struct ordo_profile **profile);

/* Records the process r->pid, which is running already, and what it forks. Returns exit status 0 or
 * 125. */
int ordo_recording_attach(const struct ordo_recording *r);

/* Makes the profile of the raw files that a failed recording kept. Returns exit status 0 or 125. */
int ordo_recording_recover(const struct ordo_recording *r, const char *raw_dir);

void ordo_recording_done(struct ordo_recording *r);

#endif
