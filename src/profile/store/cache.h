/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cache.h: what was computed from a profile, kept in its file: records of bytes that this folder
 * does not look into. docs/profile-format.md describes the section.
 *
 * A cache is valid for the exact content of the profile's tables and for one version of what
 * computed it; in any other case there is none. It never makes a profile unreadable.
 *
 * Errors:  none that matter: without a cache everything is computed again
 * Memory:  a record's bytes are borrowed, for the call only
 * Threads: reentrant; two writers of one path: the last rename wins, both files are whole
 */
#ifndef ORDO_CACHE_H
#define ORDO_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORDO_CACHE_VERSION 1 /* of the section "cache" */

struct ordo_cache_record {
    uint32_t kind, item; /* unique together */
    const void *bytes;
    size_t n;
};

/* Gives every record to take(), by kind and item. False if there is no valid cache or take()
 * returned false; what was taken is then to be forgotten. */
bool ordo_cache_read(const char *path, uint32_t version,
                     bool (*take)(void *context, const struct ordo_cache_record *record),
                     void *context);

/* Replaces the file by a copy with these records; next() fills a record and returns false after the
 * last. False: the file is as before (a directory that cannot be written to, a full disk). */
bool ordo_cache_write(const char *path, uint32_t version,
                      bool (*next)(void *context, struct ordo_cache_record *record), void *context);

#endif
