/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scratch_dir.h: private folders for programs to run in.
 *
 * Errors:  ORDO_ENVIRONMENT, naming the file or folder
 * Memory:  paths belong to the caller
 * Threads: reentrant
 */
#ifndef ORDO_SCRATCH_DIR_H
#define ORDO_SCRATCH_DIR_H

#include "base/status.h"

/* A new folder BESIDE.NAME-XXXXXX for this user only; *path is absolute, the caller frees it. */
enum ordo_status ordo_scratch_dir_new(const char *beside, const char *name, char **path,
                                      struct ordo_error *error);

/* Copies a regular file, permissions included; the copy may be written to by its owner. */
enum ordo_status ordo_scratch_dir_copy(const char *from, const char *to, struct ordo_error *error);

/* Removes a folder and everything in it, never following links; says nothing when it cannot. */
void ordo_scratch_dir_remove(const char *path);

#endif
