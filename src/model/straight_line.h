/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * straight_line.h: an unweighted straight line through points, by least squares.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_STRAIGHT_LINE_H
#define ORDO_STRAIGHT_LINE_H

#include <math.h>

struct ordo_line {
    double n, x, y, xx, xy, yy; /* points, and sums over them; all 0 at first */
};

static inline void ordo_line_add(struct ordo_line *l, double x, double y) {
    l->n++;
    l->x += x, l->y += y;
    l->xx += x * x, l->xy += x * y, l->yy += y * y;
}

struct ordo_slope {
    double slope, error; /* its standard error; NaN of two points */
    double explained;    /* share of the variance of y */
};

/* NaN when all are at one x. */
static inline struct ordo_slope ordo_line_slope(const struct ordo_line *l) {
    double xx = l->xx - l->x * l->x / l->n, yy = l->yy - l->y * l->y / l->n;
    double xy = l->xy - l->x * l->y / l->n, slope = xy / xx;
    double left = fmax(yy - slope * xy, 0);
    return (struct ordo_slope){slope, sqrt(left / (l->n - 2) / xx), yy > 0 ? 1 - left / yy : 0};
}

#endif
