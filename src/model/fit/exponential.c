/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exponential.c: compares an exponential curve with the sizes at which its growth shows.
 */
#include "model/fit/exponential.h"
#include "model/fit/straight_line.h"

#include <math.h>

#define LEAST_BASE 1.05  /* 2^(n / 14); a smaller base is only a slight upward bend */
#define LEAST_PART 0.2   /* of a cost, at which growth shows */
#define LEAST_GROWTH 2.0 /* nats, over the sizes at which it shows */
#define WIDEST_STEP 0.75 /* of that growth, between two sizes */
#define NEAR 0.12        /* greatest distance from the curve, in elements */
#define MOST_NOISE 0.3   /* in elements; more is not noise of one cost but a different cost */
#define LEAST_SEEN 0.1   /* of the curve's growth at a size; less has no meaningful logarithm */
enum { LEAST_SIZES = 5, LEAST_STEPS = 3 };

/* Returns whether growth is a good part of the curve's value at this size. */
static bool is_shown_at(const struct ordo_curve *c, double u) {
    return ordo_curve_rise(c, u) > LEAST_PART * ordo_curve_value(c, u);
}

/* Returns the index of the first size at which growth is a good part of the cost, or of the fourth
 * last. */
static size_t shown_from(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    size_t from = s->n - LEAST_STEPS - 1;
    while (from && is_shown_at(c, s->o[from - 1].n / s->n_max)) from--;
    return from;
}

/* Returns whether what the cost has beyond the curve's lower terms is the exponential's part of it,
 * within a half or noise. */
static bool is_seen_at(const struct ordo_curve *c, const struct ordo_fit_data *s, size_t i) {
    double u = s->o[i].n / s->n_max, rise = ordo_curve_rise(c, u), value = ordo_curve_value(c, u);
    double noise = ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR + fmax(s->within, 0) / s->o[i].count;
    double stray = fabs(s->o[i].mean / s->reference - value);
    return stray <= rise / 2 + 3 * sqrt(noise) * value;
}

static bool grows(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    if (s->n < LEAST_SIZES) return false;
    double first = 0, last = 0, widest = 0;
    size_t from = shown_from(c, s);
    for (size_t i = from; i < s->n; i++) {
        double x = log(ordo_curve_rise(c, s->o[i].n / s->n_max));
        bool is_late = i >= s->n - LEAST_STEPS;
        if (is_late && (!(s->o[i].mean > s->o[i - 1].mean) || !is_seen_at(c, s, i))) return false;
        if (i == from) first = x;
        if (i > from) widest = fmax(widest, x - last);
        last = x;
    }
    return last - first >= LEAST_GROWTH && widest <= WIDEST_STEP * (last - first);
}

/* Returns whether most costs are near the curve. `per_element` is what one more element adds to
 * the logarithm of the cost. */
static bool keeps_to(const struct ordo_curve *c, const struct ordo_fit_data *s,
                     double per_element) {
    size_t near = 0;
    for (size_t i = 0; i < s->n; i++) {
        double value = ordo_curve_value(c, s->o[i].n / s->n_max);
        double stray = fabs(log(s->o[i].mean / s->reference / value));
        double noise = s->within > 0 ? sqrt(s->within / s->o[i].count) : 0;
        near += stray <= NEAR * per_element + fmin(noise, MOST_NOISE * per_element);
    }
    return 2 * near > s->n;
}

bool ordo_exponential_shows(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    double per_element = c->rise == ORDO_RISE_POWER ? c->rate / s->n_max : log(s->n_max);
    return per_element >= log(LEAST_BASE) && grows(c, s) && keeps_to(c, s, per_element);
}

/* Fits a straight line, over the sizes, to the logarithm of observed over predicted growth. */
double ordo_exponential_leeway(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    struct ordo_straight_line shown = {0};
    if (s->n < LEAST_SIZES) return INFINITY;
    for (size_t i = shown_from(c, s); i < s->n; i++) {
        double u = s->o[i].n / s->n_max, rise = ordo_curve_rise(c, u);
        double seen = s->o[i].mean / s->reference - (ordo_curve_value(c, u) - rise);
        ordo_straight_line_add(&shown, s->o[i].n, log(fmax(seen / rise, LEAST_SEEN)));
    }
    return ordo_straight_line_leeway(&shown);
}
