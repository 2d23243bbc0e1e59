/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bootstrap.h: 95 % intervals of the coefficients of trend lines and of their predictions, by the
 * bootstrap percentile method.
 *
 * Workloads are drawn with replacement, as many as there are, and each draw is fitted. The
 * interval is what remains of the fitted values without the lowest and the highest 2.5 %. Draws
 * through which no line can be fitted (one distinct size) are left out. All costs share the same
 * draws.
 *
 * Shapes:  x[n_features * n], one row per feature; y[n_costs * n], one row per cost; at[n_features
 *          * n_at]: sizes to predict at, NaN: none; out[n_costs * n_features]
 * Threads: pure, reentrant; the same input and seed give the same bits
 * Cost:    about 8 n_costs n_features n draws operations
 * Source:  Efron, Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13 (percentile
 *          intervals); Goldsmith, Aiken, Wilkerson, Measuring Empirical Computational Complexity,
 *          2007, section 4.2 (1,000 draws)
 */
#ifndef ORDO_BOOTSTRAP_H
#define ORDO_BOOTSTRAP_H

#include "trend/trend_line.h"

#include <stdint.h>

#define ORDO_BOOTSTRAP_DRAWS 1000
#define ORDO_BOOTSTRAP_SEED 2007
#define ORDO_BOOTSTRAP_AT 16 /* greatest number of predictions */

struct ordo_trend_interval {
    double low, high; /* NaN: not known */
};

struct ordo_trend_intervals {
    struct ordo_trend_interval a, b, at[ORDO_BOOTSTRAP_AT];
    uint32_t n_draws; /* draws through which a line could be fitted */
};

struct ordo_bootstrap_input {
    const double *x, *y, *at;
    size_t n, n_features, n_costs, n_at;
    uint32_t draws;
    uint64_t seed;
};

void ordo_bootstrap(enum ordo_trend_form form, const struct ordo_bootstrap_input *in,
                    struct ordo_trend_intervals *out);

#endif
