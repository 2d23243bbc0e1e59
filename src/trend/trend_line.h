/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_line.h: fits costs against one feature by least squares, as a power function y = a x^b or
 * as a line y = a + b x.
 *
 * A power function is fitted as a line through the logarithms. Points whose cost or feature is not
 * above 0 have no logarithm; they are left out and counted.
 *
 * Shapes:  x[n], y[n], finite
 * Threads: pure, reentrant
 * Source:  Goldsmith, Aiken, Wilkerson, Measuring Empirical Computational Complexity, 2007,
 *          sections 2.3 and 4.2
 */
#ifndef ORDO_TREND_LINE_H
#define ORDO_TREND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Fewer points or distinct sizes than this get no fit. */
#define ORDO_TREND_MIN_POINTS 5
#define ORDO_TREND_MIN_DISTINCT 3

enum ordo_trend_form { ORDO_TREND_POWER, ORDO_TREND_LINEAR };

struct ordo_trend_line {
    bool has;    /* false: too few points or distinct features */
    double a, b; /* NaN unless `has` */
    double r2;   /* of the fitted line, for power functions that of the logarithms; 1 if costs do
                    not vary */
    size_t n_points, n_left_out, n_distinct; /* n_distinct: features among the points */
};

struct ordo_trend_line ordo_trend_line_fit(enum ordo_trend_form form, const double *x,
                                           const double *y, size_t n, size_t min_points);

/* Returns the function's value at x; NaN if there was no fit. */
double ordo_trend_line_value(enum ordo_trend_form form, const struct ordo_trend_line *l, double x);

/* Returns whether this kind of function can use the point. */
bool ordo_trend_line_uses(enum ordo_trend_form form, double x, double y);

/* Computes the nearest-rank percentile, 0 < percent <= 100, n > 0. Returns false when out of
 * memory. */
bool ordo_trend_percentile(const double *x, size_t n, double percent, double *value);

#endif
