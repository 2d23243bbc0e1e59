/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_runs.h: loads a stored profile, or makes one from raw files: a folder of them or a single
 * one.
 *
 * Programs that run without `ordo record` leave raw files (ORDO_RATE=1/100 ./server). In a folder,
 * each process that no other process of the folder started is a separate run, so that the profile
 * has the right number of runs. A file of a folder that cannot be read is left out, and its run
 * records that; a single file that cannot be read is an error.
 *
 * Errors:  those of profile/store/store.h and profile/raw/build.h; ORDO_BAD_INPUT if a folder
 *          has no raw file
 * Memory:  *out is new, ended by ordo_profile_free
 */
#ifndef ORDO_RAW_RUNS_H
#define ORDO_RAW_RUNS_H

#include "profile/store/store.h"

#include <stdbool.h>

/* Loads the profile, raw file or folder of raw files at `path`. what: for stored profiles. */
enum ordo_status ordo_any_profile_load(const char *path, enum ordo_load what,
                                       struct ordo_profile **out, struct ordo_error *error);

/* Returns whether `path` is a raw file or any folder. */
bool ordo_profile_is_raw(const char *path);

/* Returns whether `path` is a raw file or a folder with raw files; if not, it may be a command. */
bool ordo_profile_has_raw(const char *path);

#endif
