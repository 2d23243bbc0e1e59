/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production.h: the vocabulary of sampled executions: a part of a profile, of programs built with
 * `ordo cc --production`. Plain data.
 *
 * A gate is a loop, or a routine that enters a recursion, whose executions were counted, and some
 * of them recorded: samples. What a sample measured is exact; scopes, points and contexts of such a
 * profile are those of samples, in steps (bodies of loops entered, recursive activations).
 *
 * Shapes:  scopes and processes are indices of the profile; arrays are sorted as stated beside them
 *          in profile.h
 * Units:   sizes in cells (depth: activations), costs in steps
 */
#ifndef ORDO_PRODUCTION_H
#define ORDO_PRODUCTION_H

#include <stdint.h>

/* How one process sampled. */
struct ordo_sampling {
    uint32_t process;
    uint64_t key;        /* ordo_sample.process of its samples */
    uint64_t rate;       /* one of so many executions was to be sampled; 0: by the budget alone */
    uint64_t budget;     /* share of CPU time for sampling, in millionths; 0: no bound */
    uint64_t log_bytes;  /* that records of samples may take; 0: no bound */
    uint64_t sampled_ns; /* spent in samples, all threads */
    uint64_t unsampled;  /* executions that were due and not sampled, the budget being spent */
    uint64_t samples;    /* taken, with a record or not */
    uint64_t unlogged;   /* samples without a record of their own, the log being full */
};

/* The executions of one gate's scope, copies of it together. All of them: `executions`, those of
 * plain code, and the scope's recorded activations. */
struct ordo_gated_scope {
    uint32_t scope;
    uint64_t executions, iterations; /* of plain code: exact */
    uint64_t
        samples; /* taken at its own gates; of those that are not whole the ones with a record */
    uint64_t incomplete; /* of these: called code that records nothing */
    uint64_t abandoned;  /* took longer than the budget could pay */
    uint64_t left;       /* by an exception, longjmp or exit */
};

enum ordo_sample_mark {
    ORDO_SAMPLED_SECOND = 1, /* the execution right after the sample before, in its thread */
};

/* Of all samples of a scope in its process up to one, whether they were kept or not. All 0: not
 * known (files written before there were sums). */
struct ordo_sample_sums {
    uint64_t own, cost, n;
};

/* One sampled execution, whole: not incomplete, abandoned or left. A cell is tracked when a fixed
 * hash of its address is below 2^(64 - level): one of 2^level is. Counts of cells are of those
 * accessed first by a read. */
struct ordo_sample {
    uint32_t scope;
    uint32_t flags;   /* ordo_sample_mark */
    uint64_t process; /* ordo_sampling.key of its process */
    uint64_t number;  /* among the whole samples of the scope in its process, from 1 */
    uint64_t time_ns; /* of its end, since the process began */
    uint64_t executions, iterations; /* of the scope before it, all threads; recursions: 0
                                        iterations */
    uint64_t own;                    /* loops: bodies entered in it; recursions: activations */
    uint64_t cost;                   /* steps in it */
    uint64_t n;                      /* its size: rms of loops, depth of recursions */
    uint64_t rms;                    /* exact */
    uint32_t level;                  /* of the counts below */
    uint32_t tracked;                /* its cells that are tracked */
    uint32_t again;                  /* of these, those that the scope's sample before had too */
    uint32_t before;                 /* tracked cells of that sample */
    uint32_t all;                    /* distinct tracked cells of all samples of the scope so far */
    uint32_t once, twice;            /* of these, those that exactly one sample had, exactly two */
    struct ordo_sample_sums sums;    /* up to and with this one */
};

#define ORDO_SAMPLES_BOUND 2048u /* samples of one scope that a profile keeps */

#endif
