/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cases.h: points of known cost functions: lower-order terms, noise, grids of sizes, counts.
 *
 * The same seed gives the same case on every machine. No case comes from a benchmark.
 */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "model/fit/model.h"
#include "support/random_profile.h"

#include <stddef.h>

#define CASE_POINTS 1200

enum case_noise { NOISE_NONE, NOISE_GAUSS, NOISE_UNIFORM, NOISE_LOGNORMAL, NOISE_SPIKES, NOISES };

struct model_case {
    enum ordo_growth truth;
    enum case_noise noise;
    double level;    /* approximate relative standard deviation of one call */
    double exponent; /* log-log slope of the true mean from sqrt(n_min n_max) to n_max */
    double at_10x;   /* true mean at 10 n_max */
    bool clear;      /* enough sizes, span and calls for an answer to be expected */
    struct ordo_model_point points[CASE_POINTS];
    size_t n;
};

double random_unit(struct random_numbers *r); /* [0, 1) */
double random_normal(struct random_numbers *r);
double random_between(struct random_numbers *r, double low, double high);

/* Makes a case of the class with the noise. */
void model_case_make(struct model_case *c, uint64_t seed, enum ordo_growth truth,
                     enum case_noise noise);

/* Makes calls that take one of two branches; the worst case grows as `upper`. */
void model_case_branches(struct model_case *c, uint64_t seed, enum ordo_growth lower,
                         enum ordo_growth upper);

/* Makes calls whose size is the number of elements that the cost grows with, plus some cells
 * that all calls read. The cost varies by a few steps, independent of the size. */
void model_case_cells(struct model_case *c, uint64_t seed, enum ordo_growth truth);

/* Makes costs unrelated to n, over several decades. */
void model_case_cloud(struct model_case *c, uint64_t seed);

const char *case_noise_name(enum case_noise noise);

#endif
