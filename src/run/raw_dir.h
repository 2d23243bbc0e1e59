/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_dir.h: the private folder that a recording's processes write their raw files to, one each,
 * named PID-START.raw, and, under Valgrind, for what that has to say (valgrind_log.h).
 *
 * Errors:  ORDO_ENVIRONMENT, naming the folder
 * Memory:  lists and paths belong to the caller
 * Threads: reentrant
 */
#ifndef ORDO_RAW_DIR_H
#define ORDO_RAW_DIR_H

#include "base/status.h"
#include "base/words.h"
#include <stddef.h>
#include <stdint.h>

/* A new folder `OUTPUT.raw-XXXXXX`, for this user only; *path is absolute, the caller frees it. */
enum ordo_status ordo_raw_dir_new(const char *output, char **path, struct ordo_error *error);

/* The raw files in it, sorted by name, added to *files. */
enum ordo_status ordo_raw_dir_find(const char *path, struct ordo_words *files,
                                   struct ordo_error *error);

/* The process that wrote a raw file, by the file's name; 0 when it is no such name. */
uint32_t ordo_raw_dir_pid(const char *file);

/* 1 while that process still has the file mapped (or exists and cannot be looked into). */
int ordo_raw_dir_is_running(const char *file);

/* Removes the folder and the files in it; says nothing when it cannot. */
void ordo_raw_dir_remove(const char *path);

#endif
