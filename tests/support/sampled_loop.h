/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_loop.h: executions of a loop whose cells are known, sampled as the runtime samples: what
 * the samples say, and the truth.
 *
 * Memory:  sampled_loop_run() allocates `samples`; sampled_loop_done() frees it
 * Threads: pure but for the caller's struct
 */
#ifndef SAMPLED_LOOP_H
#define SAMPLED_LOOP_H

#include "production/estimate.h"

/* Which cells execution i of E reads; w: cells an execution, p: of the population or the step. */
enum loop_shape {
    LOOP_IDENTICAL,   /* the same w */
    LOOP_DISJOINT,    /* w of its own */
    LOOP_PREFIX,      /* cells 0 to i: the nested loop of MySQL#27287 */
    LOOP_SUFFIX,      /* cells i to E */
    LOOP_SLIDING,     /* w from p i on */
    LOOP_RING,        /* w from i on, modulo p */
    LOOP_RANDOM,      /* w of p, each as likely */
    LOOP_BLOCKS,      /* w of p in a row, from anywhere */
    LOOP_SKEWED,      /* w draws of p, the r-th cell with a chance of 1/r */
    LOOP_ALTERNATING, /* two arrays of w by turns */
    LOOP_WALK,        /* w in a row, moved by up to p to either side each time */
    LOOP_FILLING,     /* w of the first w + i, each as likely: a table that grows */
};

struct loop_case {
    enum loop_shape shape;
    uint32_t executions, w, p;
};

struct sampled_loop {
    struct ordo_execution_sample *samples;
    size_t n;
    double executions, iterations;
    double union_cells; /* exact */
    double mean_rms;    /* exact */
    double paper; /* mean of N1 N2 / M over the pairs, as the paper has it; INFINITY: some M 0 */
};

/* rate: one of so many executions. most: tracked cells of the union, past which the level rises.
 * false: out of memory. */
bool sampled_loop_run(const struct loop_case *c, uint32_t rate, uint32_t most, uint64_t seed,
                      struct sampled_loop *out);
/* Fills in the sums of a series of which nothing was thinned out; partial samples are in none. */
void sampled_loop_sum_up(struct ordo_execution_sample *s, size_t n);

void sampled_loop_done(struct sampled_loop *l);

#endif
