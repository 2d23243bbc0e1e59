/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_rank.c: the order of clusters (trend_analysis.h).
 *
 * Clusters with equal keys are ordered by their greatest cost, then by number. The model of a
 * cluster that some workloads never execute gives its cost if it is executed at all, which is not
 * what it should be ranked by.
 */
#include "base/memory.h"
#include "trend/trend_analysis.h"

#include <math.h>
#include <stdlib.h>

static const struct ordo_trend_fit *best_fit(const struct ordo_trend_analysis *a, uint32_t c) {
    if (a->best[c] == UINT32_MAX) return NULL;
    return &a->fits[(size_t)c * a->trend->n_features + a->best[c]];
}

double ordo_trend_prediction_at(const struct ordo_trend_fit *fit, unsigned at) {
    if (fit->model.warnings & ORDO_MODEL_ZERO_COST) return NAN;
    const struct ordo_trend_interval *i = &fit->power.intervals.at[at];
    if (isfinite(i->low) && isfinite(i->high) && i->high > ORDO_TREND_WIDEST * i->low) return NAN;
    return fit->at[at];
}

double ordo_trend_prediction(const struct ordo_trend_analysis *a, uint32_t cluster) {
    const struct ordo_trend_fit *fit = best_fit(a, cluster);
    return fit ? ordo_trend_prediction_at(fit, ORDO_TREND_AT_F95X10) : NAN;
}

static double key(const struct ordo_trend_analysis *a, enum ordo_trend_sort by, uint32_t c) {
    const struct ordo_trend_fit *fit = best_fit(a, c);
    if (by == ORDO_TREND_BY_MAX) return a->max_cost[c];
    if (by == ORDO_TREND_BY_PREDICTED) return ordo_trend_prediction(a, c);
    return fit && fit->power.line.has ? fit->power.line.b : -INFINITY;
}

static bool before(const struct ordo_trend_analysis *a, enum ordo_trend_sort by, uint32_t x,
                   uint32_t y) {
    double p = key(a, by, x), q = key(a, by, y);
    if (isnan(p) != isnan(q)) return isnan(q);
    if (by == ORDO_TREND_BY_PREDICTED && !isnan(p) && a->best[x] != a->best[y])
        return a->best[x] < a->best[y];
    if (p != q && !isnan(p)) return p > q;
    if (a->max_cost[x] != a->max_cost[y]) return a->max_cost[x] > a->max_cost[y];
    return x < y;
}

static void merge(const struct ordo_trend_analysis *a, enum ordo_trend_sort by, uint32_t *order,
                  uint32_t *scratch, uint32_t n) {
    if (n < 2) return;
    uint32_t half = n / 2, i = 0, j = half, k = 0;
    merge(a, by, order, scratch, half);
    merge(a, by, order + half, scratch, n - half);
    while (i < half || j < n)
        scratch[k++] =
            j == n || (i < half && !before(a, by, order[j], order[i])) ? order[i++] : order[j++];
    for (k = 0; k < n; k++) order[k] = scratch[k];
}

void ordo_trend_rank(const struct ordo_trend_analysis *a, enum ordo_trend_sort by,
                     uint32_t *order) {
    uint32_t n = a->clusters.n, *scratch = ordo_memory_new((size_t)n + 1, sizeof *scratch);
    for (uint32_t c = 0; c < n; c++) order[c] = c;
    merge(a, by, order, scratch, n);
    free(scratch);
}
