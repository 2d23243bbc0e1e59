/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bound.c: regression of ln(cost / f) on ln n.
 *
 * Least squares over the envelope's points from sqrt(n_min n_max) on gives a slope and its
 * interval. If the interval includes 0, the ratio is constant, unless the interval is so wide that
 * nothing follows from it. A slope that is not 0 counts only if the worst case's model agrees
 * about the direction.
 */
#include "model/fit/bound.h"

#include "base/memory.h"
#include "model/fit/envelope.h"
#include "model/fit/straight_line.h"

#include <math.h>
#include <stdlib.h>

#define WIDE 0.5 /* half the width of an interval from which nothing follows */
enum { LEAST_SIZES = 4 };

const char *ordo_bound_name(enum ordo_bound_verdict v) {
    static const char *const names[] = {"holds", "exceeds", "loose", "insufficient"};
    return names[v];
}

/* Computes the regression. Returns false if there are too few sizes. */
static bool ratio_slope(const struct ordo_observation *o, size_t n, enum ordo_growth bound,
                        struct ordo_bound *out) {
    double middle = sqrt(o[0].n) * sqrt(o[n - 1].n);
    struct ordo_straight_line line = {0};
    for (size_t i = 0; i < n; i++) {
        /* 2^n may overflow; its logarithm does not */
        double f =
            bound == ORDO_GROWTH_EXP ? o[i].n * log(2) : log(ordo_growth_value(bound, o[i].n));
        if (o[i].n < middle || !(o[i].mean > 0) || !isfinite(f)) continue;
        ordo_straight_line_add(&line, log(o[i].n), log(o[i].mean) - f);
    }
    struct ordo_slope growth = ordo_straight_line_slope(&line);
    if (line.n < LEAST_SIZES || !(growth.spread > 1e-9)) return false;
    double half = ordo_straight_line_leeway(&line);
    out->has_slope = true;
    out->slope = growth.slope;
    out->low = out->slope - half;
    out->high = out->slope + half;
    return true;
}

static enum ordo_bound_verdict judge(const struct ordo_bound *b, const struct ordo_model *worst,
                                     enum ordo_growth bound) {
    bool has_class = worst->growth != ORDO_GROWTH_NONE;
    if (has_class && worst->growth == bound) return ORDO_BOUND_HOLDS;
    if (b->low > 0 && (!has_class || worst->growth > bound)) return ORDO_BOUND_EXCEEDS;
    if (b->high < 0 && (!has_class || worst->growth < bound)) return ORDO_BOUND_LOOSE;
    if (b->high - b->low > 2 * WIDE) return ORDO_BOUND_INSUFFICIENT;
    return has_class || (b->low <= 0 && b->high >= 0) ? ORDO_BOUND_HOLDS : ORDO_BOUND_INSUFFICIENT;
}

void ordo_bound_check(const struct ordo_model_point *points, size_t n, enum ordo_growth bound,
                      enum ordo_cost_unit unit, struct ordo_bound *out) {
    struct ordo_model worst;
    struct ordo_observation *o = ordo_memory_new(n + 1, sizeof *o);
    *out = (struct ordo_bound){.verdict = ORDO_BOUND_INSUFFICIENT};
    ordo_model_fit_worst(points, n, unit, &worst);
    for (size_t i = 0; i < n; i++) {
        double most = isfinite(points[i].max) ? points[i].max : points[i].sum / points[i].count;
        o[i] = (struct ordo_observation){.n = points[i].n, .count = 1, .mean = most};
    }
    size_t kept = ordo_envelope_find(o, n);
    if (kept >= LEAST_SIZES && ratio_slope(o, kept, bound, out))
        out->verdict = judge(out, &worst, bound);
    free(o);
}
