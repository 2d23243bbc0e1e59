/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording.h: what `ordo record` and `ordo run` share: a command run under Ordo, its raw files
 * made into a profile and saved.
 *
 * Errors:  reported here; the exit status is 125 (Ordo failed), 126 (the command cannot be run),
 *          127 (not found), and the last line on stderr then begins "ordo:"; else the command's,
 *          128 + N when signal N killed it
 * Memory:  *profile, when asked for and made, belongs to the caller
 */
#ifndef ORDO_RECORDING_H
#define ORDO_RECORDING_H

#include "cli/option_table.h"
#include "profile/profile.h"

enum {
    ORDO_RECORDING_FAILED = 125,
    ORDO_RECORDING_CANNOT_RUN = 126,
    ORDO_RECORDING_NOT_FOUND = 127
};

/* As given on the command line. */
struct ordo_recording {
    const char *output, *cell, *limit, *engine, *wait;
    const char *rate, *budget, *log;
    struct ordo_words costs, features, inside;
    bool drms, loops, per_process, quiet;
    bool tree; /* steps for the repetition tree */
    bool production;
};

/* The options that fill it, for the subcommand's table. */
#define ORDO_RECORDING_OPTIONS(r)                                                                  \
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES,                                         \
               "the profile (default: ordo.data); %p: the process id", &(r).output),               \
        ORDO_VALUE("cell", 0, "BYTES", "1|2|4|8|16",                                               \
                   "unit of memory sizes: 1, 2, 4, 8 (default) or 16", &(r).cell),                 \
        ORDO_LIST("cost", 0, "LIST", "iterations|allocs|io|instructions",                          \
                  "more costs: iterations, allocs, io, instructions", &(r).costs),                 \
        ORDO_FLAG("drms", 0, "sizes count input from the kernel and other threads", &(r).drms),    \
        ORDO_LIST("inside", 0, "NAME", NULL, "only what runs inside of these routines (Valgrind)", \
                  &(r).inside),                                                                    \
        ORDO_FLAG("loops", 0, "loops of unmodified programs too (slower)", &(r).loops),            \
        ORDO_LIST("feature", 0, "NAME=VALUE", NULL, "a number that goes with this run",            \
                  &(r).features),                                                                  \
        ORDO_VALUE("engine", 0, "NAME", "auto|compiled|valgrind",                                  \
                   "auto, compiled or valgrind (default: auto)", &(r).engine),                     \
        ORDO_VALUE("limit", 0, "SIZE", NULL,                                                       \
                   "recorded data per process at most, like 512M (default: 2G)", &(r).limit),      \
        ORDO_FLAG("production", 0, "a program built with `ordo cc --production`",                  \
                  &(r).production),                                                                \
        ORDO_VALUE("rate", 0, "RATE", "1|1/10|1/100|1/1000",                                       \
                   "production: sample 1/N of the executions, whatever it takes", &(r).rate),      \
        ORDO_VALUE("budget", 0, "SHARE", "0.1%|0.5%|1%|5%",                                        \
                   "production: CPU time for sampling (default: 0.5%; with --rate none)",          \
                   &(r).budget),                                                                   \
        ORDO_VALUE("log", 0, "SIZE", NULL,                                                         \
                   "production: records of samples per process, like 16M (default: 4M)",           \
                   &(r).log),                                                                      \
        ORDO_VALUE("wait", 0, "SECONDS", NULL,                                                     \
                   "wait so long for processes that outlive the command (default: 0.2)",           \
                   &(r).wait),                                                                     \
        ORDO_FLAG("quiet", 'q', "say nothing about the recording", &(r).quiet)

/* Runs argv (NULL-terminated) and returns the exit status. profile: NULL, or where to leave the
 * profile (NULL when none was made). */
int ordo_recording_run(const struct ordo_recording *r, char **argv, struct ordo_profile **profile);

/* The profile of the raw files that a failed recording kept. Exit status 0 or 125. */
int ordo_recording_recover(const struct ordo_recording *r, const char *raw_dir);

void ordo_recording_done(struct ordo_recording *r);

#endif
