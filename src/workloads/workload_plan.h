/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * workload_plan.h: what `ordo trend` is asked to do, as plain data (trend_plan.h), and how a plan's
 * placeholders are filled.
 *
 * Memory:  the caller owns the text that ordo_trend_plan_fill returns
 * Threads: read-only once it is made
 */
#ifndef ORDO_WORKLOAD_PLAN_H
#define ORDO_WORKLOAD_PLAN_H

#include "base/words.h"

#include <stdbool.h>
#include <stdint.h>

/* Values as the command line has them. */
struct ordo_trend_request {
    const char *output, *workloads, *input, *jobs, *timeout, *memory, *table, *launcher, *gcov;
    struct ordo_words scans, features, printed, lines;
    bool any_status, link, quiet, restart;
};

enum ordo_feature_source {
    ORDO_FEATURE_SCAN,    /* a scanned value */
    ORDO_FEATURE_COMMAND, /* a number that a command prints */
    ORDO_FEATURE_BYTES,
    ORDO_FEATURE_LINES,
    ORDO_FEATURE_WORDS,
    ORDO_FEATURE_ARGS,    /* the number of the program's arguments */
    ORDO_FEATURE_PRINTED, /* a line of the program's output */
    ORDO_FEATURE_LINE,    /* executions of a source line */
    ORDO_FEATURE_TABLE,   /* a column of a CSV file */
};

struct ordo_plan_feature {
    char *name;
    enum ordo_feature_source source;
    struct ordo_words command; /* ORDO_FEATURE_COMMAND */
    char *file;                /* ORDO_FEATURE_LINE */
    uint32_t line;
};

struct ordo_plan_workload {
    char *name;
    char *file;     /* absolute path, with gcov of a folder; NULL if there is no file */
    char **texts;   /* [n_scans]: what replaces {NAME} */
    double *values; /* [n_features]: from scans and the table; NaN: known only after the run */
};

struct ordo_trend_plan {
    char **argv; /* the command with its placeholders; argv[0] is absolute if it is a path */
    struct ordo_words scan_names;
    struct ordo_plan_feature *features;
    size_t n_features;
    struct ordo_plan_workload *workloads;
    size_t n_workloads;
    char *input;                /* --stdin, absolute unless it has a placeholder; or NULL */
    struct ordo_words launcher; /* runs a workload's script; empty: no script is used */
    bool slurm;                 /* `launcher` has options of sbatch */
    bool gcov;                  /* workloads are folders of .gcda files; nothing is run */
    char *notes;                /* folder to search for .gcno files, or NULL */
    size_t jobs;
    bool jobs_given;
    uint64_t timeout_ms, memory_bytes;
    bool any_status, link;
};

/* Returns `word` with placeholders replaced by the workload's values. file: replaces {}, or NULL.
 * The caller frees the result. */
char *ordo_trend_plan_fill(const struct ordo_trend_plan *p, const struct ordo_plan_workload *w,
                           const char *word, const char *file);

#endif
