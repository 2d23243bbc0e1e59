/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_dir.h: the private folder in which each process of a recording writes its raw file.
 *
 * ordo_scratch_dir_new makes it. Raw files are named PID-START.raw. With Valgrind, the folder also
 * has its logs (valgrind_log.h).
 *
 * Errors:  ORDO_ENVIRONMENT; the message names the folder
 * Memory:  the caller frees lists and paths
 * Threads: reentrant
 */
#ifndef ORDO_RAW_DIR_H
#define ORDO_RAW_DIR_H

#include "base/status.h"
#include "base/words.h"
#include <stddef.h>
#include <stdint.h>

/* Adds the raw files in the folder to *files, sorted by name. */
enum ordo_status ordo_raw_dir_find(const char *path, struct ordo_words *files,
                                   struct ordo_error *error);

/* Returns the process id in the name of a raw file, or 0 if the name has none. */
uint32_t ordo_raw_dir_pid(const char *file);

/* Returns 1 if that process still has the file mapped, or if its mappings cannot be read. */
int ordo_raw_dir_is_running(const char *file);

/* Removes the folder and the files in it. Ignores errors. */
void ordo_raw_dir_remove(const char *path);

#endif
