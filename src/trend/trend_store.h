/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_store.h: saves and loads trends, as the section "trend" of an SQLite database described in
 * docs/profile-format.md.
 *
 * A journal has the same tables. It is filled workload by workload while they run, so that an
 * interrupted session can be continued: every workload is in it completely or not at all, even
 * after a power failure.
 *
 * Errors:  ORDO_BAD_INPUT: not a trend, corrupt, or of another version (names file and table);
 *          ORDO_ENVIRONMENT: cannot open, read or write
 * Memory:  a loaded trend is new; free it with ordo_trend_free
 * Threads: one thread at a time may use a journal; otherwise reentrant
 */
#ifndef ORDO_TREND_STORE_H
#define ORDO_TREND_STORE_H

#include "base/status.h"
#include "trend/trend.h"

#define ORDO_TREND_STORE_VERSION 2 /* of the section "trend"; version 1 is read too */

/* The result of one run of one workload. */
struct ordo_measurement {
    uint32_t workload; /* its place in the plan */
    struct ordo_workload result;
    const char *const *features;
    const double *values;
    size_t n_features;
    const struct ordo_location *locations;
    const uint64_t *counts;
    size_t n_locations;
    const char *const *roots; /* folders that relative file names refer to */
    size_t n_roots;
};

struct ordo_trend_journal;

/* Opens the journal at `path` if it belongs to the same plan; otherwise begins a new one, unless
 * the journal of another plan has results (ORDO_MISMATCH). `plan` is a text that is equal exactly
 * if the results would be. Sets the items of done[n_workloads], which is zeroed, for the workloads
 * in the journal. */
enum ordo_status ordo_trend_journal_open(const char *path, const char *plan, const char *command,
                                         const char *source, bool *done, size_t n_workloads,
                                         struct ordo_trend_journal **out, struct ordo_error *error);
enum ordo_status ordo_trend_journal_add(struct ordo_trend_journal *j,
                                        const struct ordo_measurement *m, struct ordo_error *error);
void ordo_trend_journal_close(struct ordo_trend_journal *j); /* NULL is allowed */

/* Returns whether the file at `path` contains a trend; false for anything else, also if it cannot
 * be read. */
bool ordo_trend_store_is(const char *path);

/* Loads a trend. `finished`: a file that ordo_trend_save wrote, whose tables must have their
 * stored hashes; otherwise a journal. */
enum ordo_status ordo_trend_load(const char *path, bool finished, struct ordo_trend **out,
                                 struct ordo_error *error);

/* Returns ORDO_ENVIRONMENT if `path` is empty, or exists and is not a regular file, so that a trend
 * never replaces a device. */
enum ordo_status ordo_trend_check_path(const char *path, struct ordo_error *error);

/* Saves the trend atomically: on any failure an older file at `path` is unchanged; otherwise it
 * becomes PATH.old. */
enum ordo_status ordo_trend_save(const struct ordo_trend *t, const char *path,
                                 struct ordo_error *error);

#endif
