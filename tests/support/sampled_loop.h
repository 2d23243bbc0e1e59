/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_loop.h: executions of a loop whose cells are known, sampled like in the runtime: the
 * samples' data, and the truth.
 *
 * Memory:  sampled_loop_run() allocates `samples`; sampled_loop_done() frees it
 * Threads: pure except for the caller's struct
 */
#ifndef SAMPLED_LOOP_H
#define SAMPLED_LOOP_H

#include "production/estimate.h"

/* The cells that execution i of E reads. w: number of cells per execution; p: size of the
 * population, or step. */
enum loop_shape {
    LOOP_IDENTICAL,   /* w cells, always the same */
    LOOP_DISJOINT,    /* w cells of its own */
    LOOP_PREFIX,      /* cells 0 to i: the nested loop of MySQL#27287 */
    LOOP_SUFFIX,      /* cells i to E */
    LOOP_SLIDING,     /* w cells from p * i on */
    LOOP_RING,        /* w cells from i on, modulo p */
    LOOP_RANDOM,      /* w of p cells, uniformly */
    LOOP_BLOCKS,      /* w consecutive cells of p, at a random place */
    LOOP_SKEWED,      /* w draws from p cells; the r-th has probability ~ 1/r */
    LOOP_ALTERNATING, /* two arrays of w cells, alternately */
    LOOP_WALK,        /* w consecutive cells, moved by up to p in either direction each time */
    LOOP_FILLING,     /* w of w + i cells, uniformly: a table that grows */
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
    double paper;       /* mean of N1 N2 / M over the pairs, as in the paper; INFINITY: an M is 0 */
};

/* Runs the loop and samples one of `rate` executions. At most `most` cells of the union are
 * tracked; then the level rises. Returns false if memory runs out. */
bool sampled_loop_run(const struct loop_case *c, uint32_t rate, uint32_t most, uint64_t seed,
                      struct sampled_loop *out);
/* Sets the sums of an unthinned series; partial samples are in none of them. */
void sampled_loop_sum_up(struct ordo_execution_sample *s, size_t n);

void sampled_loop_done(struct sampled_loop *l);

#endif
