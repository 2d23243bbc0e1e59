/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * largest_sizes.c: tests over the upper half decade of sizes.
 */
#include "model/fit/largest_sizes.h"
#include "model/fit/parabola.h"
#include "model/fit/straight_line.h"

#include <math.h>

#define UPPER 0.31622776601683794 /* its lower end, relative to the largest size */
#define FAR 1.3862943611198906    /* ln 4: greatest deviation in log cost */
enum { LEAST_UPPER = 3, LEAST_BENT = 4 };

static bool has_cost(const struct ordo_observation *o) {
    return ordo_observation_is_sound(o) && o->mean > 0;
}

bool ordo_largest_contradict(const struct ordo_curve *c, const struct ordo_fit_data *s,
                             const struct ordo_observation *o, size_t n) {
    double largest = 0;
    size_t upper = 0, far = 0;
    for (size_t i = 0; i < n; i++)
        if (has_cost(&o[i])) largest = fmax(largest, o[i].n);
    for (size_t i = 0; i < n; i++) {
        if (!has_cost(&o[i]) || !(o[i].n > UPPER * largest)) continue;
        double stray = log(o[i].mean / s->reference / ordo_curve_value(c, o[i].n / s->n_max));
        upper++;
        far += !(fabs(stray) <= FAR); /* the curve may be 0 or less there */
    }
    return far && 4 * far >= upper;
}

struct ordo_drift ordo_largest_drift(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    struct ordo_straight_line line = {0};
    double noise = 0;
    size_t from = s->n_bins > LEAST_UPPER ? s->n_bins - LEAST_UPPER : 0;
    while (from && s->bin[from - 1].u > UPPER) from--;
    for (size_t i = from; i < s->n_bins; i++) {
        const struct ordo_bin *b = &s->bin[i];
        double said = ordo_curve_value_of_bin(c, b);
        if (!(said > 0)) continue;
        ordo_straight_line_add(&line, b->log_u, log(b->y / said));
        noise += b->variance;
    }
    if (line.n < LEAST_UPPER) return (struct ordo_drift){0, INFINITY, INFINITY};
    struct ordo_slope drift = ordo_straight_line_slope(&line);
    return (struct ordo_drift){drift.slope, ordo_straight_line_leeway(&line),
                               2 * fmax(sqrt(noise / line.n / drift.spread), drift.error)};
}

size_t ordo_largest_from(const struct ordo_fit_data *s) {
    double least = s->n_min / s->n_max, above = least + UPPER * (1 - least);
    size_t from = s->n_bins > LEAST_BENT ? s->n_bins - LEAST_BENT : 0;
    while (from && s->bin[from - 1].u > above) from--;
    return from;
}

bool ordo_largest_bend(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    struct ordo_parabola upper = {0};
    for (size_t i = ordo_largest_from(s); i < s->n_bins; i++) {
        const struct ordo_bin *b = &s->bin[i];
        double said = ordo_curve_value_of_bin(c, b);
        if (said > 0) ordo_parabola_add(&upper, b->u - 1, b->y, said * sqrt(b->variance));
    }
    return upper.n >= LEAST_BENT && ordo_parabola_bend(&upper).bend > ordo_parabola_leeway(&upper);
}
