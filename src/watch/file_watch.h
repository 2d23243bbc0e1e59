/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_watch.h: notices that files were saved.
 *
 * The folders are watched, not the files: an editor that writes a new file and renames it over the
 * old one leaves nothing of the old one to watch. A save is noticed when the file is there and is
 * not what it was: another inode, size or time of change.
 *
 * Errors:  ORDO_ENVIRONMENT when the system gives no watch, with the folder's name; ORDO_NO_MEMORY
 * Threads: one watch, one thread
 */
#ifndef ORDO_FILE_WATCH_H
#define ORDO_FILE_WATCH_H

#include "base/status.h"

#include <stdbool.h>

struct ordo_file_watch;

enum ordo_status ordo_file_watch_open(struct ordo_file_watch **out, struct ordo_error *error);

/* Its state now is what later ones are compared with. A file that is watched already stays as it
 * is; one that is not there yet is a save when it comes. */
enum ordo_status ordo_file_watch_add(struct ordo_file_watch *w, const char *file,
                                     struct ordo_error *error);

/* Can be read when something happened in one of the folders. */
int ordo_file_watch_descriptor(const struct ordo_file_watch *w);

/* Takes what happened until now: the file that was saved, the first of them, or NULL; it lives as
 * long as the watch. Called now and then without an event too, it finds a folder again that was
 * removed and made anew. */
const char *ordo_file_watch_take(struct ordo_file_watch *w);

void ordo_file_watch_close(struct ordo_file_watch *w); /* NULL is allowed */

#endif
