/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model/fit/mean_and_worst.h"

#include "model/fit/mixture.h"

#include <math.h>

#define OVERTAKES 1.5 /* mean over worst case, at ten times the sizes */

/* Returns whether each size has one call, and none costs far less than a smaller size. The
 * envelope is then the mean. */
static bool is_its_own_envelope(const struct ordo_model_point *points, size_t n) {
    double last = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct ordo_model_point *p = &points[i];
        if (p->count != 1 || !(p->n > last) || p->max != p->sum || !(p->sum > most / 2))
            return false;
        last = p->n;
        most = fmax(most, p->sum);
    }
    return true;
}

/* Returns whether the mean would exceed the worst case. */
static bool is_overtaken(const struct ordo_model *worst, const struct ordo_model *mean) {
    if (!worst->has_prediction || !mean->has_prediction) return false;
    if (ordo_growth_degree(mean->growth) <= ordo_growth_degree(worst->growth)) return false;
    double at = ordo_model_size_at(mean, ORDO_MODEL_FACTOR);
    return ordo_model_value(mean, at) > OVERTAKES * ordo_model_value(worst, at);
}

void ordo_model_fit_both(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                         enum ordo_points are, double factor, struct ordo_model *mean,
                         struct ordo_model *worst) {
    ordo_model_fit_as(points, n, unit, are, factor, mean);
    if (is_its_own_envelope(points, n)) {
        if (are == ORDO_POINTS_SAMPLED)
            ordo_model_fit_as(points, n, unit, ORDO_POINTS_ALL, factor, worst);
        else
            *worst = *mean;
        return;
    }
    ordo_model_fit_worst_as(points, n, unit, factor, worst);
    if (mean->growth == ORDO_GROWTH_NONE && are == ORDO_POINTS_ALL)
        ordo_mixture_fit(points, n, unit, worst, mean);
    if (is_overtaken(worst, mean)) {
        ordo_model_retract(worst);
        mean->warnings |= ORDO_MODEL_OVERTAKES;
    }
}
