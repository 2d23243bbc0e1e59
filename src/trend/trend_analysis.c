/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_analysis.c: chooses columns, makes clusters and adds their costs, and then fits
 * everything: all costs and features at once by the bootstrap, and pair by pair for the other
 * models.
 *
 * The best feature of a cluster is its representative if that is a feature; otherwise it is the
 * one whose power function or line has the greatest R^2, the first of equals.
 */
#include "trend/trend_analysis.h"

#include "base/arena.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NO_FEATURE UINT32_MAX

void ordo_trend_free(struct ordo_trend *t) {
    if (t) ordo_arena_free(t->arena);
}

const char *ordo_workload_status_name(enum ordo_workload_status s) {
    static const char *const names[] = {"ok",      "failed", "killed",
                                        "timeout", "memory", "no-feature"};
    return (size_t)s < sizeof names / sizeof *names ? names[s] : "unknown";
}

static enum ordo_status check(const struct ordo_trend_options *o, struct ordo_error *error) {
    if (!(o->alpha > 0 && o->alpha < 0.5))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "alpha %g: not between 0 and 0.5: 0.02 is usual", o->alpha);
    if (!(o->sigma >= 0 && isfinite(o->sigma)))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "sigma %g: not a standard deviation: 10 is usual", o->sigma);
    if (!(o->costly >= 0 && o->costly < 1))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "costly %g: not a share below 1: 0.02 is usual", o->costly);
    return ORDO_OK;
}

static enum ordo_status choose_columns(struct ordo_trend_analysis *a, struct ordo_error *error) {
    const struct ordo_trend *t = a->trend;
    a->column = ordo_arena_array(a->arena, (size_t)t->n_workloads + 1, sizeof *a->column);
    for (uint32_t w = 0; w < t->n_workloads; w++)
        if (t->workloads[w].status == ORDO_WORKLOAD_OK) a->column[a->n_columns++] = w;
    if (!a->n_columns)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "none of the %u workloads succeeded: there is nothing to analyse",
                              t->n_workloads);
    size_t n = a->n_columns;
    a->feature = ordo_arena_array(a->arena, t->n_features * n + 1, sizeof *a->feature);
    a->total = ordo_arena_array(a->arena, n, sizeof *a->total);
    a->f95 = ordo_arena_array(a->arena, (size_t)t->n_features + 1, sizeof *a->f95);
    a->at = ordo_arena_array(a->arena, (size_t)t->n_features * ORDO_TREND_ATS + 1, sizeof *a->at);
    for (uint32_t f = 0; f < t->n_features; f++)
        for (size_t k = 0; k < n; k++)
            a->feature[f * n + k] = t->values[(size_t)f * t->n_workloads + a->column[k]];
    return ORDO_OK;
}

/* Chooses sizes evenly on a logarithmic axis. */
static void choose_band(const double *x, size_t n, double *at, size_t n_at) {
    double low = INFINITY, high = 0;
    for (size_t k = 0; k < n; k++) {
        if (x[k] > 0) low = fmin(low, x[k]);
        high = fmax(high, x[k]);
    }
    for (size_t k = 0; k < n_at; k++)
        at[k] = high > 0 ? low * pow(10 * high / low, (double)k / (double)(n_at - 1)) : NAN;
}

static void choose_sizes(struct ordo_trend_analysis *a, const struct ordo_trend_options *o) {
    enum { N_BAND = ORDO_TREND_ATS - ORDO_TREND_AT_BAND };
    for (uint32_t f = 0; f < a->trend->n_features; f++) {
        double *at = a->at + (size_t)f * ORDO_TREND_ATS;
        const double *x = a->feature + (size_t)f * a->n_columns;
        ordo_trend_percentile(x, a->n_columns, 95, &a->f95[f]);
        at[ORDO_TREND_AT_F95X2] = 2 * a->f95[f];
        at[ORDO_TREND_AT_F95X10] = 10 * a->f95[f];
        at[ORDO_TREND_AT_ASKED] = o->asked ? o->asked[f] : NAN;
        for (int k = ORDO_TREND_AT_BAND; k < ORDO_TREND_ATS; k++) at[k] = NAN;
        if (o->bands) choose_band(x, a->n_columns, at + ORDO_TREND_AT_BAND, N_BAND);
    }
}

static void make_clusters(struct ordo_trend_analysis *a, const struct ordo_trend_options *o) {
    const struct ordo_trend *t = a->trend;
    size_t n = a->n_columns;
    double *matrix = ordo_memory_new(t->n_locations * n + 1, sizeof *matrix);
    for (size_t i = 0; i < t->n_locations; i++)
        for (size_t k = 0; k < n; k++) {
            double count = (double)t->counts[i * t->n_workloads + a->column[k]];
            matrix[i * n + k] = count;
            a->total[k] += count;
        }
    ordo_clusters_make(a->feature, t->n_features, matrix, t->n_locations, n, o->alpha, o->sigma,
                       &a->clusters);
    size_t n_clusters = a->clusters.n;
    a->cost = ordo_arena_array(a->arena, n_clusters * n + 1, sizeof *a->cost);
    for (size_t c = 0; c < n_clusters; c++)
        for (uint32_t m = 0; m < a->clusters.cluster[c].n; m++) {
            const double *row =
                matrix + (size_t)a->clusters.member[a->clusters.cluster[c].first + m] * n;
            for (size_t k = 0; k < n; k++) a->cost[c * n + k] += row[k];
        }
    free(matrix);
}

static void find_costly(struct ordo_trend_analysis *a, double costly) {
    size_t n = a->n_columns, n_clusters = a->clusters.n;
    a->max_cost = ordo_arena_array(a->arena, n_clusters + 1, sizeof *a->max_cost);
    a->costly = ordo_arena_array(a->arena, n_clusters + 1, sizeof *a->costly);
    bool *counted = ordo_memory_new((size_t)a->trend->n_locations + 1, sizeof *counted);
    double of_costly = 0, of_all = 0;
    for (size_t k = 0; k < n; k++) of_all += a->total[k];
    for (size_t c = 0; c < n_clusters; c++) {
        const struct ordo_cluster *cluster = &a->clusters.cluster[c];
        for (size_t k = 0; k < n; k++) {
            double cost = a->cost[c * n + k];
            if (cost > a->max_cost[c]) a->max_cost[c] = cost;
            a->costly[c] |= cost > costly * a->total[k];
        }
        if (!a->costly[c]) continue;
        a->n_costly++;
        for (uint32_t m = 0; m < cluster->n; m++) {
            uint32_t i = a->clusters.member[cluster->first + m];
            const uint64_t *row = a->trend->counts + (size_t)i * a->trend->n_workloads;
            for (size_t k = 0; k < n && !counted[i]; k++) of_costly += (double)row[a->column[k]];
            counted[i] = true;
        }
    }
    a->costly_share = of_all > 0 ? of_costly / of_all : 0;
    free(counted);
}

/* Returns the cost, or NaN if the size or the cost is below 0: far below the sizes seen, a model
 * predicts nothing. */
static double if_possible(double size, double cost) {
    return size >= 0 && cost >= 0 ? cost : NAN;
}

static void fit_form(struct ordo_trend_analysis *a, enum ordo_trend_form form, size_t cluster,
                     size_t feature, size_t min_points,
                     const struct ordo_trend_intervals *intervals,
                     struct ordo_trend_form_fit *fit) {
    size_t n = a->n_columns;
    fit->line =
        ordo_trend_line_fit(form, a->feature + feature * n, a->cost + cluster * n, n, min_points);
    fit->intervals = *intervals;
    for (size_t k = 0; k < ORDO_TREND_ATS; k++)
        fit->at[k] = if_possible(
            a->at[feature * ORDO_TREND_ATS + k],
            ordo_trend_line_value(form, &fit->line, a->at[feature * ORDO_TREND_ATS + k]));
}

static void bootstrap(struct ordo_trend_analysis *a, const struct ordo_trend_options *o,
                      enum ordo_trend_form form) {
    size_t n_features = a->trend->n_features, n_clusters = a->clusters.n;
    struct ordo_trend_intervals *intervals =
        ordo_memory_new(n_clusters * n_features + 1, sizeof *intervals);
    struct ordo_bootstrap_input in = {.x = a->feature,
                                      .y = a->cost,
                                      .at = a->at,
                                      .n = a->n_columns,
                                      .n_features = n_features,
                                      .n_costs = n_clusters,
                                      .n_at = ORDO_TREND_ATS,
                                      .draws = o->draws,
                                      .seed = o->seed};
    ordo_bootstrap(form, &in, intervals);
    for (size_t c = 0; c < n_clusters; c++)
        for (size_t f = 0; f < n_features; f++) {
            struct ordo_trend_fit *fit = &a->fits[c * n_features + f];
            fit_form(a, form, c, f, o->min_points, &intervals[c * n_features + f],
                     form == ORDO_TREND_POWER ? &fit->power : &fit->linear);
        }
    free(intervals);
}

struct pair {
    double x, y;
};

static int by_x(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Fits Ordo's cost function. Workloads of the same size become one point. */
static void fit_model(const struct ordo_trend_analysis *a, size_t cluster, size_t feature,
                      struct ordo_model *model) {
    size_t n = a->n_columns, n_points = 0;
    struct pair *pairs = ordo_memory_new(n, sizeof *pairs);
    struct ordo_model_point *points = ordo_memory_new(n, sizeof *points);
    for (size_t k = 0; k < n; k++)
        pairs[k] = (struct pair){a->feature[feature * n + k], a->cost[cluster * n + k]};
    qsort(pairs, n, sizeof *pairs, by_x);
    for (size_t k = 0; k < n; k++) {
        double y = pairs[k].y;
        if (!n_points || points[n_points - 1].n != pairs[k].x)
            points[n_points++] = (struct ordo_model_point){.n = pairs[k].x, .min = y, .max = y};
        struct ordo_model_point *p = &points[n_points - 1];
        p->count++;
        if (y > p->max) p->max = y;
        p->sum += y;
        p->sumsq += y * y;
    }
    ordo_model_fit(points, n_points, ORDO_UNIT_BLOCKS, model);
    free(pairs);
    free(points);
}

static void choose_feature(struct ordo_trend_analysis *a, size_t c) {
    size_t n_features = a->trend->n_features;
    double best = -1;
    a->best[c] = NO_FEATURE;
    if (a->clusters.cluster[c].of_feature) {
        a->best[c] = a->clusters.cluster[c].representative;
        return;
    }
    for (size_t f = 0; f < n_features; f++) {
        const struct ordo_trend_fit *fit = &a->fits[c * n_features + f];
        double r2 = fit->power.line.has ? fit->power.line.r2 : -1;
        if (fit->linear.line.has && fit->linear.line.r2 > r2) r2 = fit->linear.line.r2;
        if (r2 <= best) continue;
        best = r2;
        a->best[c] = (uint32_t)f;
    }
}

static void fit_all(struct ordo_trend_analysis *a, const struct ordo_trend_options *o) {
    size_t n_features = a->trend->n_features, n_clusters = a->clusters.n;
    a->fits = ordo_arena_array(a->arena, n_clusters * n_features + 1, sizeof *a->fits);
    a->best = ordo_arena_array(a->arena, n_clusters + 1, sizeof *a->best);
    bootstrap(a, o, ORDO_TREND_POWER);
    bootstrap(a, o, ORDO_TREND_LINEAR);
    for (size_t c = 0; c < n_clusters; c++) {
        for (size_t f = 0; f < n_features; f++) {
            struct ordo_trend_fit *fit = &a->fits[c * n_features + f];
            fit_model(a, c, f, &fit->model);
            for (size_t k = 0; k < ORDO_TREND_ATS; k++)
                fit->at[k] =
                    if_possible(a->at[f * ORDO_TREND_ATS + k],
                                ordo_model_value(&fit->model, a->at[f * ORDO_TREND_ATS + k]));
        }
        choose_feature(a, c);
    }
}

static enum ordo_status analyse(struct ordo_trend_analysis *a, const struct ordo_trend_options *o,
                                struct ordo_error *error) {
    ORDO_TRY(check(o, error));
    ORDO_TRY(choose_columns(a, error));
    choose_sizes(a, o);
    make_clusters(a, o);
    find_costly(a, o->costly);
    fit_all(a, o);
    return ORDO_OK;
}

enum ordo_status ordo_trend_analyse(const struct ordo_trend *t,
                                    const struct ordo_trend_options *options,
                                    struct ordo_trend_analysis **out, struct ordo_error *error) {
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_trend_analysis *a = ordo_arena_alloc(arena, sizeof *a);
    a->arena = arena;
    a->trend = t;
    enum ordo_status status = analyse(a, options, error);
    if (status == ORDO_OK)
        *out = a;
    else
        ordo_trend_analysis_free(a);
    return status;
}

void ordo_trend_analysis_free(struct ordo_trend_analysis *a) {
    if (!a) return;
    ordo_clusters_done(&a->clusters);
    ordo_arena_free(a->arena);
}
