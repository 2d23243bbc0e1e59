/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_runs.h: profiles from wherever they are: a stored one, or raw files that programs left by
 * themselves (ORDO_RATE=1/100 ./server), a folder of them or one alone.
 *
 * Of a folder each process that no other process of the folder has started is a run of its own, so
 * that a profile says how many runs it stands on. Files that cannot be read are left out, and their
 * run says so; one that is named alone is an error.
 *
 * Errors:  those of profile/store.h and profile/build.h; ORDO_BAD_INPUT when a folder has no raw
 *          file
 * Memory:  *out is new, ended by ordo_profile_free
 */
#ifndef ORDO_RAW_RUNS_H
#define ORDO_RAW_RUNS_H

#include "profile/store/store.h"

#include <stdbool.h>

enum ordo_status ordo_any_profile_load(const char *path, enum ordo_load what,
                                       struct ordo_profile **out, struct ordo_error *error);

/* Is there a raw file or a folder of that name? */
bool ordo_profile_is_raw(const char *path);

/* Is there a raw file, or a folder with some, of that name? What is not may be a command. */
bool ordo_profile_has_raw(const char *path);

#endif
