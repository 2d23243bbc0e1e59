/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scratch_dir.h: private folders in which programs run.
 *
 * Errors:  ORDO_ENVIRONMENT; the message names the file or folder
 * Memory:  the caller frees paths
 * Threads: reentrant
 */
#ifndef ORDO_SCRATCH_DIR_H
#define ORDO_SCRATCH_DIR_H

#include "base/status.h"

/* Creates the folder BESIDE.NAME-XXXXXX, for this user only. Sets *path to its absolute path. */
enum ordo_status ordo_scratch_dir_new(const char *beside, const char *name, char **path,
                                      struct ordo_error *error);

/* Copies a regular file and its permissions. The owner can write to the copy. */
enum ordo_status ordo_scratch_dir_copy(const char *from, const char *to, struct ordo_error *error);

/* Removes a folder and everything in it without following links. Ignores errors. */
void ordo_scratch_dir_remove(const char *path);

#endif
