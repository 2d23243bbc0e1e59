/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * curve.h: fits one candidate to the bins of a sample.
 *
 * Units:   y and u of the sample; log_likelihood in nats, relative to a fit without residuals at
 *          the noise floor
 * Errors:  ordo_curve_fit returns false if the candidate cannot be fitted or makes no sense there
 * Threads: pure, reentrant
 * Cost:    O(bins * columns^2) per iteration
 * Source:  iteratively reweighted least squares, Student-t errors with 5 degrees of freedom
 *          (Lange, Little, Taylor, Robust statistical modeling using the t distribution, 1989), on
 *          relative residuals (y - f) / f, with a fitted variance of lack of fit
 */
#ifndef ORDO_CURVE_H
#define ORDO_CURVE_H

#include "model/fit/candidate.h"
#include "model/fit/fit_data.h"

struct ordo_curve {
    const struct ordo_candidate *candidate;
    enum ordo_rise rise;
    double rate;      /* of ORDO_RISE_POWER */
    double n_max;     /* of ORDO_RISE_FACTORIAL */
    unsigned columns; /* the exponential column, if there is one, and then the candidate's terms */
    double coef[ORDO_COLUMNS];
    double covariance[ORDO_COLUMNS * ORDO_COLUMNS];
    size_t first, n;       /* fitted bins */
    double lack;           /* relative variance of the lack of fit, as the mean over bins */
    double log_likelihood; /* of the fitted bins */
    double residual[ORDO_BINS];
    /* Below the first fitted bin, the curve is a power of n. */
    bool has_low;
    double u_break, low_log, low_power; /* ln y = low_log + low_power ln u */
};

/* The weighted products of all columns and of y, which is last, over the bins from `first` on. */
struct ordo_gram {
    double product[ORDO_TERMS + 1][ORDO_TERMS + 1];
};
void ordo_gram_init(struct ordo_gram *g, const struct ordo_fit_data *s, size_t first);

/* Fits roughly, by normal equations without reweighting: enough to recognise hopeless
 * candidates. */
bool ordo_curve_compare(struct ordo_curve *c, const struct ordo_fit_data *s,
                        const struct ordo_gram *g);

/* Fits bins [c->first, c->first + c->n) of the sample. The caller sets candidate, rise, rate,
 * first and n. Does at most `iterations` steps, fewer once it converges. */
bool ordo_curve_fit(struct ordo_curve *c, const struct ordo_fit_data *s, int iterations);

/* Does the same with less precision in the last step and without covariances, for the
 * likelihood. */
bool ordo_curve_sketch(struct ordo_curve *c, const struct ordo_fit_data *s, int iterations);

/* Returns the slack of a bin for this curve. It is 1 for a cost that hardly grows: a few steps
 * more or less are then the same share at all sizes. */
double ordo_curve_slack(const struct ordo_curve *c, const struct ordo_bin *b);

/* Returns the part of the value that hardly grows: terms up to the square root; 0 below the
 * break. */
double ordo_curve_level(const struct ordo_curve *c, double u);

/* Returns the exponential column's part of the value. */
double ordo_curve_rise(const struct ordo_curve *c, double u);

double ordo_curve_value(const struct ordo_curve *c, double u);
double ordo_curve_value_of_bin(const struct ordo_curve *c, const struct ordo_bin *b); /* at its u */

/* Returns the class of the growing terms that are the greatest part of the value at n_max. Terms of
 * one degree count together. The candidate's leading term may be of a higher class. */
enum ordo_growth ordo_curve_class(const struct ordo_curve *c);

/* Returns the size, relative to the largest, from which on the terms of the candidate's class are
 * more than all others; INFINITY if that is above `most`. */
double ordo_curve_takeover(const struct ordo_curve *c, double most);

/* Returns the slope of the log-log secant from u to 1, and sets its standard error. */
double ordo_curve_slope(const struct ordo_curve *c, double u, double *standard_error);

#endif
