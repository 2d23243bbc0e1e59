/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend.h: the vocabulary of many runs of one program: the workloads, the executions of each basic
 * block on each workload, and the features of workloads.
 *
 * Canonical: workloads in the order of the plan, locations by file, line, column, routine and
 * ordinal, features by first mention. So the same measurements give the same trend, in whatever
 * order and on whatever machine they were made.
 *
 * Shapes:  values[n_features * n_workloads], counts[n_locations * n_workloads], row-major; values
 *          of workloads that are not ORDO_WORKLOAD_OK are meaningless
 * Memory:  everything belongs to the trend; ordo_trend_free frees it at once
 * Threads: a finished trend is read-only
 */
#ifndef ORDO_TREND_H
#define ORDO_TREND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_arena;

enum ordo_workload_status {
    ORDO_WORKLOAD_OK = 0,
    ORDO_WORKLOAD_FAILED = 1,     /* exit status not 0, could not be run, or no counts */
    ORDO_WORKLOAD_KILLED = 2,     /* ended by a signal */
    ORDO_WORKLOAD_TIMEOUT = 3,    /* ran longer than its limit */
    ORDO_WORKLOAD_MEMORY = 4,     /* used more memory than its limit */
    ORDO_WORKLOAD_NO_FEATURE = 5, /* a feature has no number */
};

struct ordo_workload {
    const char *name;
    const char *command; /* quoted for a shell; after a failure, the command that failed */
    enum ordo_workload_status status;
    const char *why;  /* the reason, one line; "" if ok */
    uint64_t total;   /* cost in blocks; 0 unless ok */
    uint64_t wall_ns; /* time of the program */
};

/* A basic block. */
struct ordo_location {
    const char *routine; /* for people */
    const char *file;    /* "": unknown */
    uint64_t routine_id; /* hash of its routine's identity */
    uint32_t line, column, ordinal;
};

struct ordo_trend {
    const char *command; /* command of the plan with its placeholders, quoted for a shell */
    const char *source;  /* "blocks": counted by Ordo; "gcov": by code of gcc */
    struct ordo_workload *workloads;
    uint32_t n_workloads;
    const char **features; /* names */
    uint32_t n_features;
    double *values;
    struct ordo_location *locations;
    uint32_t n_locations;
    uint64_t *counts;
    const char **roots; /* folders that relative file names refer to, sorted */
    uint32_t n_roots;
    struct ordo_arena *arena; /* owns all of the above, including this structure */
};

void ordo_trend_free(struct ordo_trend *t); /* NULL is allowed */

/* Returns "ok", "failed", "killed", "timeout", "memory" or "no-feature". */
const char *ordo_workload_status_name(enum ordo_workload_status s);

#endif
