/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording_options.h: the options of `ordo record`, `ordo run` and `ordo tree` about the
 * recording.
 */
#ifndef ORDO_RECORDING_OPTIONS_H
#define ORDO_RECORDING_OPTIONS_H

#include "cli/option_table.h"

/* Values as the command line has them. */
struct ordo_recording {
    const char *output, *cell, *limit, *engine, *wait;
    const char *rate, *budget, *log;
    const char *pid, *duration, *control; /* of a process that is running already */
    struct ordo_words costs, features, inside;
    bool all_points, drms, loops, per_process, quiet;
    bool tree; /* record the steps of the repetition tree */
    bool production;
    bool unsaved; /* do not write the profile to a file */
};

/* Options that fill a struct ordo_recording, for a subcommand's table. */
#define ORDO_RECORDING_OPTIONS(r)                                                                  \
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES,                                         \
               "write the profile to FILE (default: ordo.data; %p: process id)", &(r).output),     \
        ORDO_VALUE("cell", 0, "BYTES", "1|2|4|8|16",                                               \
                   "size of a cell, the unit of memory sizes: 1, 2, 4, 8 (default) or 16",         \
                   &(r).cell),                                                                     \
        ORDO_LIST("cost", 0, "LIST", "iterations|allocs|io|instructions",                          \
                  "also record the costs in LIST: iterations, allocs, io, instructions",           \
                  &(r).costs),                                                                     \
        ORDO_FLAG("all-points", 0, "keep the points of all calls, also of small ones (slower)",    \
                  &(r).all_points),                                                                \
        ORDO_FLAG("drms", 0, "also count cells that the kernel or other threads wrote",            \
                  &(r).drms),                                                                      \
        ORDO_LIST("inside", 0, "NAME", NULL,                                                       \
                  "record only what runs inside routine NAME (Valgrind only)", &(r).inside),       \
        ORDO_FLAG("loops", 0, "also record loops of unmodified programs (Valgrind only; slower)",  \
                  &(r).loops),                                                                     \
        ORDO_LIST("feature", 0, "NAME=VALUE", NULL, "store a number that describes this run",      \
                  &(r).features),                                                                  \
        ORDO_VALUE("engine", 0, "NAME", "auto|compiled|valgrind",                                  \
                   "how to measure: auto, compiled or valgrind (default: auto)", &(r).engine),     \
        ORDO_VALUE("limit", 0, "SIZE", NULL,                                                       \
                   "limit on recorded data per process, such as 512M (default: 2G)", &(r).limit),  \
        ORDO_FLAG("production", 0, "record a program built with `ordo cc --production`",           \
                  &(r).production),                                                                \
        ORDO_VALUE("rate", 0, "RATE", "1|1/10|1/100|1/1000",                                       \
                   "production: sample this share of the executions, such as 1/100", &(r).rate),   \
        ORDO_VALUE("budget", 0, "SHARE", "0.1%|0.5%|1%|5%",                                        \
                   "production: CPU time for samples (default: 0.5%; with --rate: no limit)",      \
                   &(r).budget),                                                                   \
        ORDO_VALUE("log", 0, "SIZE", NULL,                                                         \
                   "production: memory for sample records of a process (default: 4M)", &(r).log),  \
        ORDO_VALUE("wait", 0, "SECONDS", NULL,                                                     \
                   "wait for processes that outlive the command (default: 0.2)", &(r).wait),       \
        ORDO_FLAG("quiet", 'q', "print no messages about the recording", &(r).quiet)

#endif
