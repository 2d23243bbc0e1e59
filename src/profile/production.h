/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production.h: the part of a profile that describes sampling, of programs built with `ordo cc
 * --production`. Plain data.
 *
 * A gate belongs to a loop, or to a routine that enters a recursion. It counted all executions and
 * sampled some of them. What a sample measured is exact. Scopes, points and contexts of such a
 * profile come from samples; costs are in steps (iterations of loops and activations of recursive
 * routines).
 *
 * Shapes:  scopes and processes are indices of the profile; profile.h states the order of each
 *          array
 * Units:   sizes in cells (depth: activations), costs in steps
 */
#ifndef ORDO_PRODUCTION_H
#define ORDO_PRODUCTION_H

#include <stdint.h>

/* The sampling of one process. */
struct ordo_sampling {
    uint32_t process;
    uint64_t key;        /* ordo_sample.process of its samples */
    uint64_t rate;       /* one in so many executions was to be sampled; 0: only the budget
                            decides */
    uint64_t budget;     /* share of CPU time for sampling, in millionths; 0: no limit */
    uint64_t log_bytes;  /* limit of the memory for sample records; 0: no limit */
    uint64_t sampled_ns; /* time spent in samples, all threads */
    uint64_t unsampled;  /* executions that were due but not sampled, because the budget was
                            spent */
    uint64_t samples;    /* with and without a record */
    uint64_t unlogged;   /* samples without a record, because the log was full */
};

/* The executions of one scope, over all copies of its gate. `executions` are those of the plain
 * version; the recorded activations of the scope come on top of them. */
struct ordo_gated_scope {
    uint32_t scope;
    uint64_t executions, iterations; /* of the plain version; exact. `iterations` of a routine in a
                                        recursion are its activations; 0: not counted, or none */
    uint64_t samples;    /* at its own gates: whole ones, and others if they have a record */
    uint64_t incomplete; /* of these: called code that is not recorded */
    uint64_t given_up;   /* of these: took longer than the budget allowed */
    uint64_t left;       /* of these: left by an exception, longjmp or exit */
};

enum ordo_sample_mark {
    ORDO_SAMPLED_SECOND = 1, /* the execution right after the previous sample of its thread */
};

/* Sums over all samples of a scope in its process up to one of them, kept or not. All 0: not known
 * (files written before sums were stored). */
struct ordo_sample_sums {
    uint64_t own, cost, n;
};

/* One whole sample: neither incomplete, given up nor left. A cell is tracked if a fixed hash of
 * its address is below 2^(64 - level), so one cell in 2^level is tracked. Counts of cells include
 * only cells that were read before they were written. */
struct ordo_sample {
    uint32_t scope;
    uint32_t flags;   /* ordo_sample_mark */
    uint64_t process; /* ordo_sampling.key of its process */
    uint64_t number;  /* from 1, among the whole samples of the scope in its process */
    uint64_t time_ns; /* when it ended, since the start of the process */
    uint64_t executions, iterations; /* of the scope before it, all threads; iterations are 0 for
                                        recursions */
    uint64_t own;                    /* loops: iterations in it; recursions: activations */
    uint64_t cost;                   /* steps in it */
    uint64_t n;                      /* its size: rms of loops, depth of recursions */
    uint64_t rms;                    /* exact */
    uint32_t level;                  /* tracking level of the counts below */
    uint32_t tracked;                /* its tracked cells */
    uint32_t again;                  /* of these, cells that the scope's previous sample had too */
    uint32_t before;                 /* tracked cells of the previous sample */
    uint32_t all;                    /* distinct tracked cells of all samples of the scope so far */
    uint32_t once, twice;            /* of these, cells that exactly one sample had, exactly two */
    struct ordo_sample_sums sums;    /* up to and including this one */
};

#define ORDO_SAMPLES_BOUND 2048u /* limit of the samples of one scope in a profile */

#endif
