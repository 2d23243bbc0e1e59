/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fit_data.h: prepares points for fitting: cleans them, drops outliers, estimates their noise, and
 * averages them into at most ORDO_BINS bins.
 *
 * Everything is relative: sizes are u = n / n_max and costs y = cost / reference, so that neither
 * the unit of size nor that of cost can change a result.
 *
 * Shapes:  observations in any order, duplicates of n allowed; those with n, count or cost that is
 *          not finite, n <= 0, count <= 0 or cost < 0 are left out
 * Memory:  ordo_fit_data_done frees what ordo_fit_data_init allocated
 * Threads: pure, reentrant
 * Cost:    O(n log n), O(n) for sorted input
 */
#ifndef ORDO_FIT_DATA_H
#define ORDO_FIT_DATA_H

#include <stdbool.h>
#include <stddef.h>

#define ORDO_BINS 24
#define ORDO_NOISE_FLOOR 0.004 /* relative; even exact counts are not taken to be better */

/* The columns that cost functions are made of, functions of u. */
enum ordo_term {
    ORDO_TERM_1,
    ORDO_TERM_LOG, /* ln u */
    ORDO_TERM_SQRT,
    ORDO_TERM_N,
    ORDO_TERM_N_LOG,
    ORDO_TERM_N_SQRT,
    ORDO_TERM_N2,
    ORDO_TERM_N2_LOG,
    ORDO_TERM_N3,
    ORDO_TERMS
};

void ordo_terms_get(double u, double out[ORDO_TERMS]);

struct ordo_observation {
    double n, count, mean;
    double max;             /* greatest single cost; mean if unknown */
    double variance;        /* of single costs, sample variance; < 0: unknown (count 1) */
    double log_n, log_mean; /* set by ordo_fit_data_init */
};

struct ordo_bin {
    double u, y; /* weighted means */
    double log_u, log_y;
    double at[ORDO_TERMS];   /* the columns at u */
    double smooth;           /* mean of y and of its neighbours' line, in log-log space */
    double term[ORDO_TERMS]; /* means of the columns, with the weights of y */
    double variance;         /* squared relative error of y; includes the noise floor */
    double slack;            /* this bin's part of a curve's lack of fit; 1 on average */
    double weight;           /* number of activations */
    size_t first, n;         /* observations */
};

struct ordo_fit_data {
    struct ordo_observation *o; /* n, sorted by n, distinct, cost > 0 */
    size_t n, n_dropped;        /* n_dropped: outliers */
    size_t n_distinct;          /* distinct n before outliers were dropped, with zero costs */
    size_t n_zero;              /* distinct n > 0 whose cost is 0 */
    double n_min, n_max, span;  /* span: ln(n_max / n_min) */
    double reference;           /* cost at y = 1 */
    double within;  /* pooled relative variance of single costs at one n; < 0: unknown */
    double between; /* robust relative variance of means between n, beyond `within` */
    bool in_blocks; /* costs are executed basic blocks; set by the caller */
    size_t n_bins;
    struct ordo_bin bin[ORDO_BINS];
};

/* Returns whether a sample accepts the observation: it is finite, n and count are above 0. */
bool ordo_observation_is_sound(const struct ordo_observation *o);

void ordo_fit_data_init(struct ordo_fit_data *s, const struct ordo_observation *o, size_t n);
void ordo_fit_data_done(struct ordo_fit_data *s);

/* Sets the bins' slack proportional to u^-power over the upper two decades of u, constant below. */
void ordo_fit_data_set_slack(struct ordo_fit_data *s, double power);

#endif
