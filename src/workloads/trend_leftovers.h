/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_leftovers.h: the folder of a session, and what killed sessions leave behind.
 *
 * A session locks its folder, FILE.work-XXXXXX beside its output, for as long as it lives. So a
 * folder that is not locked belongs to a session that was killed: its job array is cancelled and
 * the folder is removed.
 *
 * Errors:  ORDO_ENVIRONMENT names the folder, or says that another session writes the output
 * Threads: one thread at a time
 */
#ifndef ORDO_TREND_LEFTOVERS_H
#define ORDO_TREND_LEFTOVERS_H

#include "base/status.h"

/* Removes what killed sessions with this output left, then creates and locks a folder. Sets *path,
 * which the caller frees, and *lock, a descriptor that the caller closes after removing the folder;
 * -1 if the file system has no locks. */
enum ordo_status ordo_trend_folder_new(const char *output, char **path, int *lock,
                                       struct ordo_error *error);

/* The file in the folder of a job array that holds the array's id. */
#define ORDO_TREND_ARRAY_ID "id"

#endif
