/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * straight_line.h: fits an unweighted straight line through points by least squares.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_STRAIGHT_LINE_H
#define ORDO_STRAIGHT_LINE_H

#include "model/fit/spread.h"

#include <math.h>

struct ordo_straight_line {
    double n, x, y, xx, xy, yy; /* number of points, and sums over them; all 0 at first */
};

static inline void ordo_straight_line_add(struct ordo_straight_line *l, double x, double y) {
    l->n++;
    l->x += x, l->y += y;
    l->xx += x * x, l->xy += x * y, l->yy += y * y;
}

struct ordo_slope {
    double slope, error; /* error: standard error of slope; NaN for two points */
    double level;        /* y at x = 0 */
    double explained;    /* share of the variance of y */
    double spread;       /* of x: the sum of squares around its mean */
};

/* Returns the line; NaN if all x are equal. */
static inline struct ordo_slope ordo_straight_line_slope(const struct ordo_straight_line *l) {
    double xx = l->xx - l->x * l->x / l->n, yy = l->yy - l->y * l->y / l->n;
    double xy = l->xy - l->x * l->y / l->n, slope = xy / xx;
    double left = fmax(yy - slope * xy, 0);
    return (struct ordo_slope){.slope = slope,
                               .error = sqrt(left / (l->n - 2) / xx),
                               .level = (l->y - slope * l->x) / l->n,
                               .explained = yy > 0 ? 1 - left / yy : 0,
                               .spread = xx};
}

/* Returns half the 95 % interval of the slope, by Student's t, for three points or more. */
static inline double ordo_straight_line_leeway(const struct ordo_straight_line *l) {
    return 1.96 * ordo_spread_student(l->n - 2) * ordo_straight_line_slope(l).error;
}

#endif
