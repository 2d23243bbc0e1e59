/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_store.h: trends as files: the section "trend" of an SQLite database described in
 * docs/profile-format.md.
 *
 * A journal is the same tables, filled workload by workload while they run, so that an interrupted
 * session can go on: every workload is in it whole or not at all, even after a power cut.
 *
 * Errors:  ORDO_BAD_INPUT: not a trend, corrupt, of another version (names file and table);
 *          ORDO_ENVIRONMENT: cannot open, read, write; ORDO_NO_MEMORY
 * Memory:  what load gives is new, ended by ordo_trend_free
 * Threads: one journal, one thread at a time; else reentrant
 */
#ifndef ORDO_TREND_STORE_H
#define ORDO_TREND_STORE_H

#include "trend/trend.h"

#define ORDO_TREND_STORE_VERSION 2 /* of the section "trend"; version 1 is read too */

/* What one run of one workload gave. */
struct ordo_measurement {
    uint32_t workload; /* its place in the plan */
    struct ordo_workload result;
    const char *const *features;
    const double *values;
    size_t n_features;
    const struct ordo_location *locations;
    const uint64_t *counts;
    size_t n_locations;
    const char *const *roots; /* folders that relative names of files are below */
    size_t n_roots;
};

struct ordo_trend_journal;

/* Opens the journal at `path` if it is of the same plan, else begins a new one. plan: a text that
 * is the same exactly if the results would be. done[n_workloads] (zeroed) tells which workloads are
 * in it. */
enum ordo_status ordo_trend_journal_open(const char *path, const char *plan, const char *command,
                                         const char *source, bool *done, size_t n_workloads,
                                         struct ordo_trend_journal **out, struct ordo_error *error);
enum ordo_status ordo_trend_journal_add(struct ordo_trend_journal *j,
                                        const struct ordo_measurement *m, struct ordo_error *error);
void ordo_trend_journal_close(struct ordo_trend_journal *j); /* NULL is allowed */

/* True if the file at `path` holds a trend; false for anything else, also if it cannot be read. */
bool ordo_trend_store_is(const char *path);

/* finished: a file that ordo_trend_save wrote, whose tables must be as they were noted; else a
 * journal. */
enum ordo_status ordo_trend_load(const char *path, bool finished, struct ordo_trend **out,
                                 struct ordo_error *error);

/* ORDO_ENVIRONMENT if there is something at `path` that is no regular file: a trend never takes the
 * place of a device. */
enum ordo_status ordo_trend_check_path(const char *path, struct ordo_error *error);

/* Atomic: whatever fails, an older file at `path` stays as it is. It becomes PATH.old. */
enum ordo_status ordo_trend_save(const struct ordo_trend *t, const char *path,
                                 struct ordo_error *error);

#endif
