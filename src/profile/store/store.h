/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store.h: saves and loads profiles as files (ordo.data), SQLite databases described in
 * docs/profile-format.md.
 *
 * Saving is atomic: a temporary file beside the target is written, synced and renamed. On any
 * failure, an older profile at `path` is unchanged and no temporary file remains.
 *
 * Errors:  ORDO_BAD_INPUT: not a profile, corrupt, or of another schema version (names the file
 *          and the table or byte); ORDO_ENVIRONMENT: cannot open, read or write (disk full, file
 *          size limit, read-only directory, not a regular file)
 * Memory:  *out is new; free it with ordo_profile_free
 * Threads: reentrant; if two threads save to one path, the last rename wins and both files are
 *          whole
 * Signals: SIGXFSZ is blocked in the calling thread while saving, so that exceeding a file size
 *          limit is an error and does not end the process
 */
#ifndef ORDO_STORE_H
#define ORDO_STORE_H

#include "base/status.h"
#include "profile/profile.h"

#define ORDO_STORE_APPLICATION_ID 0x4f52444f /* "ORDO" */
#define ORDO_STORE_VERSION 1                 /* of the file: PRAGMA user_version */
#define ORDO_STORE_PROFILE_VERSION 9         /* of the section "profile"; 1 to 8 are read too */
#define ORDO_STORE_INPUT_VERSION 1           /* of the section "input", which has no tables */
#define ORDO_STORE_TREE_VERSION 1            /* of the section "tree"; it has the steps */
#define ORDO_STORE_STRUCTURE_VERSION 2  /* of the section "structure": invocations and choices */
#define ORDO_STORE_PRODUCTION_VERSION 1 /* of the section "production": gates and samples */

/* Saves the profile. With keep_old, an older regular file at `path` is kept as PATH.old. */
enum ordo_status ordo_profile_save(const struct ordo_profile *profile, const char *path,
                                   bool keep_old, struct ordo_error *error);

enum ordo_load {
    ORDO_LOAD_ALL,
    ORDO_LOAD_SUMMARY, /* without points, children, contexts, lines: enough for the terminal's
                          table */
};

enum ordo_status ordo_profile_load(const char *path, enum ordo_load what, struct ordo_profile **out,
                                   struct ordo_error *error);

#endif
