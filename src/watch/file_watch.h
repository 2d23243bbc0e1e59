/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_watch.h: detects that files were saved.
 *
 * Folders are watched instead of files, because editors often write a new file and rename it over
 * the old one. A file was saved if it exists and its inode, size or modification time has changed.
 *
 * Errors:  ORDO_ENVIRONMENT if a folder cannot be watched; the message names it
 * Threads: one watch, one thread
 */
#ifndef ORDO_FILE_WATCH_H
#define ORDO_FILE_WATCH_H

#include "base/status.h"

#include <stdbool.h>

struct ordo_file_watch;

/* Opens a watch without files. */
enum ordo_status ordo_file_watch_open(struct ordo_file_watch **out, struct ordo_error *error);

/* Adds a file; later states are compared with its current state. Does nothing if the file is
 * already watched. If the file does not exist yet, its creation counts as a save. */
enum ordo_status ordo_file_watch_add(struct ordo_file_watch *w, const char *file,
                                     struct ordo_error *error);

/* Returns a descriptor that becomes readable when something happens in one of the folders. */
int ordo_file_watch_descriptor(const struct ordo_file_watch *w);

/* Returns the first file that was saved since the last call, or NULL. The string is valid as long
 * as the watch. Should be called now and then even without an event, because it also watches
 * folders again that were removed and recreated. */
const char *ordo_file_watch_take(struct ordo_file_watch *w);

void ordo_file_watch_close(struct ordo_file_watch *w); /* NULL is allowed */

#endif
