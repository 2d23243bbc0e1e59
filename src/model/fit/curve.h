/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * curve.h: one candidate fitted to a sample's bins.
 *
 * Units:   y and u of the sample; log_likelihood in nats, relative to a fit without residuals at
 *          the noise floor
 * Errors:  ordo_curve_fit returns false if the candidate cannot be fitted or makes no sense there
 * Threads: pure, reentrant           Cost: O(bins * columns^2) per iteration
 * Source:  iteratively reweighted least squares, Student-t errors with 5 degrees of freedom (Lange,
 *          Little, Taylor, Robust statistical modeling using the t distribution, 1989), on relative
 *          residuals (y - f) / f, with a fitted variance of lack of fit
 */
#ifndef ORDO_CURVE_H
#define ORDO_CURVE_H

#include "model/fit/candidate.h"
#include "model/fit/sample.h"

struct ordo_curve {
    const struct ordo_candidate *candidate;
    enum ordo_rise rise;
    double rate;      /* of ORDO_RISE_POWER */
    double n_max;     /* of ORDO_RISE_FACTORIAL */
    unsigned columns; /* candidate's terms, after the exponential column if there is one */
    double coef[ORDO_COLUMNS];
    double covariance[ORDO_COLUMNS * ORDO_COLUMNS];
    size_t first, n;       /* bins fitted */
    double lack;           /* variance of lack of fit, relative, in the mean over bins */
    double log_likelihood; /* of the bins fitted */
    double residual[ORDO_BINS];
    /* Below the first fitted bin: a power law. */
    bool has_low;
    double u_break, low_log, low_power; /* ln y = low_log + low_power ln u */
};

/* The weighted products of all columns, and of y (the last), over the bins from `first` on. */
struct ordo_gram {
    double product[ORDO_TERMS + 1][ORDO_TERMS + 1];
};
void ordo_gram_init(struct ordo_gram *g, const struct ordo_sample *s, size_t first);

/* A rough fit, by normal equations and without reweighting: enough to see what is hopeless. */
bool ordo_curve_compare(struct ordo_curve *c, const struct ordo_sample *s,
                        const struct ordo_gram *g);

/* Fits bins [c->first, c->first + c->n) of the sample; candidate, rise, rate, first, n are set by
 * the caller. At most `iterations`, fewer once it converges. */
bool ordo_curve_fit(struct ordo_curve *c, const struct ordo_sample *s, int iterations);

/* The same without the last step's digits and without covariances: for its likelihood. */
bool ordo_curve_sketch(struct ordo_curve *c, const struct ordo_sample *s, int iterations);

/* The slack of a bin for this curve: a few steps more or less are the same share at all sizes of a
 * cost that hardly grows. */
double ordo_curve_slack(const struct ordo_curve *c, const struct ordo_bin *b);

/* The part of the value that hardly grows: terms up to the square root. 0 below the break. */
double ordo_curve_level(const struct ordo_curve *c, double u);

/* The exponential column's part of the value. */
double ordo_curve_rise(const struct ordo_curve *c, double u);

double ordo_curve_value(const struct ordo_curve *c, double u);

/* The log-log secant slope from u to 1, and its standard error. */
double ordo_curve_slope(const struct ordo_curve *c, double u, double *standard_error);

#endif
