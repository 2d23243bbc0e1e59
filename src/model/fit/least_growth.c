/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model/fit/least_growth.h"

#include "model/fit/fit_data.h"

#include <math.h>

#define LEAST_SPAN 4.0    /* of the three sizes */
#define LEAST_RATIO 1.5   /* of two neighbours */
#define ERROR 0.05        /* relative, of a cost: what another input of the same size may change */
#define MARGIN 0.03       /* of the slope */
#define LEAST_FIRST 0.2   /* slope between the smaller sizes: cost that rises once may be chance */
#define ABOVE_AVERAGE 0.3 /* most that the bound exceeds the slope over all three */
#define STEEPEST 3.6      /* a steeper slope is no power, or chance */

static double slope(const struct ordo_observation *a, const struct ordo_observation *b) {
    return log(b->mean / a->mean) / log(b->n / a->n);
}

static double error_of(const struct ordo_fit_data *s, const struct ordo_observation *o) {
    return fmax(ERROR, s->within > 0 ? sqrt(s->within / o->count) : 0);
}

bool ordo_least_growth(const struct ordo_fit_data *s, enum ordo_growth *class) {
    static const enum ordo_growth bounds[] = {ORDO_GROWTH_N3, ORDO_GROWTH_N2, ORDO_GROWTH_N_SQRT,
                                              ORDO_GROWTH_N};
    const struct ordo_observation *o = s->o;
    if (s->n != 3 || s->n_zero || o[2].n < LEAST_SPAN * o[0].n || o[1].n < LEAST_RATIO * o[0].n ||
        o[2].n < LEAST_RATIO * o[1].n)
        return false;
    double first = slope(&o[0], &o[1]), last = slope(&o[1], &o[2]), whole = slope(&o[0], &o[2]);
    if (first < LEAST_FIRST || first > STEEPEST || last > STEEPEST) return false;
    double error = 2 * hypot(error_of(s, &o[1]), error_of(s, &o[2])) / log(o[2].n / o[1].n);
    double falling = fmax(first - last, 0); /* it may fall as much again */
    double least = fmin(last - falling, whole + ABOVE_AVERAGE) - error - MARGIN;
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (ordo_growth_degree(bounds[i]) <= least) return *class = bounds[i], true;
    return false;
}
