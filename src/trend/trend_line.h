/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_line.h: costs against one feature as a power law y = a x^b and as a line y = a + b x, by
 * least squares.
 *
 * A power law is a line through the logarithms; points whose cost or feature is not above 0 have
 * none, are left out and counted.
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

/* Thinner data than this gets no fit. */
#define ORDO_TREND_MIN_POINTS 5
#define ORDO_TREND_MIN_DISTINCT 3

enum ordo_trend_law { ORDO_TREND_POWER, ORDO_TREND_LINEAR };

struct ordo_trend_line {
    bool has;    /* false: too few points or distinct features, or more than memory could sort */
    double a, b; /* NaN unless `has` */
    double r2;   /* of the line that was fitted: a power law's is that of the logarithms; 1 where
                    costs do not vary at all */
    size_t n_points, n_left_out, n_distinct; /* features among the points */
};

struct ordo_trend_line ordo_trend_line_fit(enum ordo_trend_law law, const double *x,
                                           const double *y, size_t n, size_t min_points);

/* The law's value at x; NaN if it has none. */
double ordo_trend_line_value(enum ordo_trend_law law, const struct ordo_trend_line *l, double x);

/* True if the law can use the point. */
bool ordo_trend_line_uses(enum ordo_trend_law law, double x, double y);

/* The nearest-rank percentile, 0 < percent <= 100, n > 0; false when memory is out. */
bool ordo_trend_percentile(const double *x, size_t n, double percent, double *value);

#endif
