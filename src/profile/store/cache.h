/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cache.h: results computed from a profile and kept in its file, as records of bytes that this
 * folder does not interpret. docs/profile-format.md describes the section.
 *
 * A cache is valid only for the exact contents of the profile's tables and for one version of the
 * computation; otherwise it is ignored. It never makes a profile unreadable.
 *
 * Errors:  none that matter: without a cache, everything is computed again
 * Memory:  a record's bytes are borrowed during the call
 * Threads: reentrant; if two threads write to one path, the last rename wins and both files are
 *          whole
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

/* Passes every record to take(), by kind and item. Returns false if there is no valid cache or
 * take() returned false; the caller must then discard what it took. */
bool ordo_cache_read(const char *path, uint32_t version,
                     bool (*take)(void *context, const struct ordo_cache_record *record),
                     void *context);

/* Replaces the file by a copy with these records. next() fills a record and returns false after
 * the last. Returns false on failure (read-only directory, full disk); the file is then
 * unchanged. */
bool ordo_cache_write(const char *path, uint32_t version,
                      bool (*next)(void *context, struct ordo_cache_record *record), void *context);

#endif
