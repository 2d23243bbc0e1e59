/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_plan.h: what `ordo trend` is asked to do, from its options: the workloads, each with what
 * replaces the placeholders of the command, and where each feature comes from.
 *
 * Errors:  ORDO_BAD_INPUT names the wrong option, file or value; ORDO_ENVIRONMENT a file or folder
 *          that cannot be read
 * Memory:  the plan is the caller's storage; ordo_trend_plan_done frees what it holds
 * Threads: read-only once it is made
 */
#ifndef ORDO_TREND_PLAN_H
#define ORDO_TREND_PLAN_H

#include "base/status.h"
#include "base/words.h"

#include <stdbool.h>
#include <stdint.h>

/* As given on the command line. */
struct ordo_trend_request {
    const char *output, *workloads, *input, *jobs, *timeout, *memory, *table, *launcher, *gcov;
    struct ordo_words scans, features, printed, lines;
    bool any_status, link, quiet, restart;
};

enum ordo_feature_source {
    ORDO_FEATURE_SCAN,    /* a value of the workload */
    ORDO_FEATURE_COMMAND, /* what a command prints */
    ORDO_FEATURE_BYTES,
    ORDO_FEATURE_LINES,
    ORDO_FEATURE_WORDS,
    ORDO_FEATURE_ARGS,    /* arguments of the program */
    ORDO_FEATURE_PRINTED, /* on a line of its own in the program's output */
    ORDO_FEATURE_LINE,    /* executions of a source line */
    ORDO_FEATURE_TABLE,   /* a column of a CSV file: a value of the workload */
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
    char *file;     /* absolute; of gcov a folder; NULL: none */
    char **texts;   /* [n_scans]: what replaces {NAME} */
    double *values; /* [n_features]: scans' and the table's; NaN: not known before the run */
};

struct ordo_trend_plan {
    char **argv; /* the command, its placeholders in place; argv[0] is absolute if it is a path */
    struct ordo_words scan_names;
    struct ordo_plan_feature *features;
    size_t n_features;
    struct ordo_plan_workload *workloads;
    size_t n_workloads;
    char *input;                /* --stdin, absolute unless it has a placeholder; or NULL */
    struct ordo_words launcher; /* what runs a workload's script; empty: it is run directly */
    bool slurm;                 /* `launcher` are options of sbatch */
    bool gcov;                  /* workloads are folders of .gcda files: nothing is run */
    char *notes;                /* where their .gcno files may be; NULL: none */
    size_t jobs;
    bool jobs_given;
    uint64_t timeout_ms, memory_bytes;
    bool any_status, link;
};

/* argv: NULL-terminated, borrowed like the request. */
enum ordo_status ordo_trend_plan_make(const struct ordo_trend_request *r, char **argv,
                                      struct ordo_trend_plan *out, struct ordo_error *error);
void ordo_trend_plan_done(struct ordo_trend_plan *p);

/* `word` with the workload's values for its placeholders; file: what {} stands for, or NULL. */
char *ordo_trend_plan_fill(const struct ordo_trend_plan *p, const struct ordo_plan_workload *w,
                           const char *word, const char *file);

/* The command with its placeholders, quoted for a shell. */
char *ordo_trend_plan_command(const struct ordo_trend_plan *p);

/* A text that two plans share exactly if their results would be the same. */
char *ordo_trend_plan_key(const struct ordo_trend_plan *p);

#endif
