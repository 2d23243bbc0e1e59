/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store.h: profiles as files (ordo.data), an SQLite database described in docs/profile-format.md.
 *
 * Saving is atomic: a temporary file beside the target, written, synced, renamed. Whatever fails,
 * an older profile at `path` stays as it is and no temporary file is left behind.
 *
 * Errors:  ORDO_BAD_INPUT: not a profile, corrupt, or of another schema version (names the file and
 *          the table or byte); ORDO_ENVIRONMENT: cannot open, read, write (disk full, file size
 *          limit, read-only directory, not a regular file); ORDO_NO_MEMORY
 * Memory:  *out is new, ended by ordo_profile_free
 * Threads: reentrant; two savers of one path: the last rename wins, both files are whole
 * Signals: SIGXFSZ is held back in the calling thread while saving, so that a file size limit is an
 *          error and not a death
 */
#ifndef ORDO_STORE_H
#define ORDO_STORE_H

#include "base/status.h"
#include "profile/profile.h"

#define ORDO_STORE_APPLICATION_ID 0x4f52444f /* "ORDO" */
#define ORDO_STORE_VERSION 1                 /* of the file: PRAGMA user_version */
#define ORDO_STORE_PROFILE_VERSION 2         /* of the section "profile"; older ones are read too */
#define ORDO_STORE_TREE_VERSION 1       /* of the section "tree"; without it there are no steps */
#define ORDO_STORE_STRUCTURE_VERSION 2  /* of the section "structure": invocations and choices */
#define ORDO_STORE_PRODUCTION_VERSION 1 /* of the section "production": gates and samples */

/* keep_old: an older regular file at `path` becomes PATH.old. */
enum ordo_status ordo_profile_save(const struct ordo_profile *profile, const char *path,
                                   bool keep_old, struct ordo_error *error);

enum ordo_load {
    ORDO_LOAD_ALL,
    ORDO_LOAD_SUMMARY, /* no points, children, contexts, lines: enough for the terminal table */
};

enum ordo_status ordo_profile_load(const char *path, enum ordo_load what, struct ordo_profile **out,
                                   struct ordo_error *error);

#endif
