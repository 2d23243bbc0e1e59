/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * parabola.h: fits a parabola by least squares to points whose errors are proportional to given
 * scales.
 *
 * Threads: pure, reentrant
 * Source:  Seber and Lee, Linear Regression Analysis, 2nd ed., 3.9 (each column is reduced to the
 *          part that earlier columns do not explain)
 */
#ifndef ORDO_PARABOLA_H
#define ORDO_PARABOLA_H

#include "model/fit/spread.h"

#include <math.h>
#include <stddef.h>

struct ordo_parabola {
    double xx[3][3], xy[3], yy; /* products of the columns 1, x, x^2 and of y; all 0 at first */
    size_t n;
};

/* Adds a point. `scale` > 0: y's error is proportional to it. x should be near 0. */
static inline void ordo_parabola_add(struct ordo_parabola *p, double x, double y, double scale) {
    double column[3] = {1 / scale, x / scale, x * x / scale};
    y /= scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) p->xx[i][k] += column[i] * column[k];
        p->xy[i] += column[i] * y;
    }
    p->yy += y * y;
    p->n++;
}

struct ordo_bend {
    double bend;  /* coefficient of x^2; NaN for fewer than three x */
    double error; /* its standard error if errors are as large as their scales */
    double stray; /* actual size of errors relative to their scales: root mean square */
};

/* Returns the bend of four points or more. */
static inline struct ordo_bend ordo_parabola_bend(const struct ordo_parabola *of) {
    struct ordo_parabola p = *of;
    for (int i = 0; i < 2; i++)
        for (int k = i + 1; k < 3; k++) {
            double share = p.xx[k][i] / p.xx[i][i];
            for (int j = i; j < 3; j++) p.xx[k][j] -= share * p.xx[i][j];
            p.xy[k] -= share * p.xy[i];
        }
    for (int i = 0; i < 3; i++) p.yy -= p.xy[i] * p.xy[i] / p.xx[i][i];
    return (struct ordo_bend){.bend = p.xy[2] / p.xx[2][2],
                              .error = 1 / sqrt(p.xx[2][2]),
                              .stray = sqrt(fmax(p.yy, 0) / ((double)p.n - 3))};
}

/* Returns half the 95 % interval of the bend: by the scales, or by Student's t if errors are
 * larger. */
static inline double ordo_parabola_leeway(const struct ordo_parabola *p) {
    struct ordo_bend b = ordo_parabola_bend(p);
    return 1.96 * b.error * fmax(1, ordo_spread_student((double)p->n - 3) * b.stray);
}

#endif
