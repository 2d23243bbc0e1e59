/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * size_grid.h: which sizes a case has, and how many calls of each.
 */
#ifndef BENCH_MODELS_SIZE_GRID_H
#define BENCH_MODELS_SIZE_GRID_H

#include "model/cases.h"

enum size_grid {
    GRID_POWERS,    /* of two */
    GRID_ALL,       /* of a range */
    GRID_GEOMETRIC, /* equal ratios */
    GRID_EQUAL,     /* equal differences */
    GRID_LOG,       /* random, uniform in log n */
    GRID_UNIFORM,   /* random, uniform in n */
    GRID_FEW,       /* three to six */
    GRID_MANY,      /* hundreds to thousands */
    GRID_FAR,       /* a cluster, and one far size */
    GRID_NARROW,    /* a range of 2 to 10 */
    GRIDS
};

enum call_counts { CALLS_ONE, CALLS_SAME, CALLS_RANDOM, CALLS_ZIPF, CALLS_MANY, CALL_COUNTS };

const char *size_grid_name(enum size_grid grid);

/* Makes distinct integer sizes from `least` to `most`, ascending. `n` has room for
 * LABELLED_POINTS; returns how many there are, at least one. */
size_t size_grid_make(struct random_numbers *r, enum size_grid grid, double least, double most,
                      double *n);

/* Makes the number of calls at each of `n` sizes. */
void call_counts_make(struct random_numbers *r, enum call_counts kind, size_t n, double *count);

double log_uniform(struct random_numbers *r, double low, double high);

#endif
