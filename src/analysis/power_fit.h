/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * power_fit.h: how fast a sum grows from a few measured sizes, at least three.
 *
 * Points are exact but few, and their inputs are samples: what deviates from a cost function is
 * taken for noise of the inputs, whose size the caller knows from other sums over the same inputs
 * (docs/models.md, "Growth across runs").
 *
 * Shapes:  sizes ascending, each more than 0 and different; sums more than 0; at most
 *          ORDO_POWER_POINTS of them
 * Units:   any; class and exponent do not depend on them
 * Threads: pure, reentrant
 */
#ifndef ORDO_POWER_FIT_H
#define ORDO_POWER_FIT_H

#include "model/fit/growth.h"

#include <stddef.h>

#define ORDO_POWER_POINTS 64 /* most sizes */
#define ORDO_POWER_RANGE 2.0 /* least ratio of the sizes, except for exponentials */

/* What is fitted. */
struct ordo_power_sums {
    const double *size, *sum;
    size_t n;
    double noise;         /* standard deviation of log(sum), which all sums have */
    const double *chance; /* of each sum: what chance adds to it, because the sum is one of few
                             parts; NULL: nothing */
    bool may_shift;       /* a part of the sizes may be the same in all runs and cost nothing, as a
                             table does that each run reads: b g(n - c) is a form as well */
};

struct ordo_power_fit {
    bool known; /* false: fewer than 3 sizes, or sizes that differ by less than ORDO_POWER_RANGE;
                   the other fields are then 0 */
    enum ordo_growth growth;          /* the most likely class; none: no class fits */
    double probability[ORDO_GROWTHS]; /* of each class, sums to 1 */
    double exponent, low, high;       /* of the leading term, 95 %; over runs, if no class fits, it
                                         includes ordo_power_straight and the greater of the slopes of
                                         both halves of the sizes */
    double mean_slope;                /* log-log slope between the smallest and the largest size */
    double slope;                     /* log-log slope between the two largest sizes */
    double lower, upper;              /* log-log slopes of both halves of the range */
};

/* Returns what a power alone leaves of log(sum), for its degrees of freedom: curvature, and noise.
 * n is at least 3. */
double ordo_power_deviation(const double *size, const double *sum, size_t n);

/* Fits sum = a + b g(n), b g(n) + c n and b g(n). */
void ordo_power_fit(const struct ordo_power_sums *s, struct ordo_power_fit *out);

/* The same for sums over runs, of which there are few. Classes and exponents that grow faster than
 * anything between two of the runs did are not believed (docs/models.md, "Growth over runs"). */
void ordo_power_fit_runs(const struct ordo_power_sums *s, struct ordo_power_fit *out);

struct ordo_power_value {
    double mean, low, high; /* geometric mean over the forms and exponents that are likely; 95 % */
};

/* Predicts the sum at another size; f is the fit of these sums. Where no class fits, it follows the
 * slope from the smallest size to the largest, and less if growth slows down. From fewer
 * than 3 sizes it follows the slope between them, or a line, and low and high are NaN. */
struct ordo_power_value ordo_power_fit_at(const struct ordo_power_sums *s,
                                          const struct ordo_power_fit *f, double at);

/* Returns the exponent to predict by where no class fits: the log-log slope from the smallest size
 * to the largest, at most 3. Growth that slows down from the lower half to the upper one goes on as
 * in the upper one. If the slopes differ by more than chance, it goes on slowing down, at most to
 * the slope of a line, unless both slopes are clearly beyond that of n log n and the upper one is
 * at least half of the lower. 1 for one size. */
double ordo_power_straight(const double *size, const double *sum, size_t n);

/* Returns the index of the size that divides the range into two halves of nearly the same ratio,
 * the larger one of two that do it alike; n is at least 3. */
size_t ordo_power_middle(const double *size, size_t n);

/* Returns the probability that the sum grows faster than n log n. */
double ordo_power_fit_outgrows(const struct ordo_power_fit *f);

#endif
