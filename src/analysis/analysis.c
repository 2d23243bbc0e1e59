/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analysis.c: fits models to series and derives the growth and shares of scopes.
 *
 * A scope's own cost includes its cost in modelled library routines, which have no sizes of their
 * own. A recursion that a single routine enters takes over the own cost of its members, because
 * only the sizes of its outermost activations show how much it recurs. Thus every block of the run
 * belongs to exactly one scope's own cost, and shares sum to 1.
 */
#include "analysis/analysis.h"

#include "analysis/call_factors.h"
#include "analysis/cause.h"
#include "analysis/findings.h"
#include "analysis/history_prediction.h"
#include "analysis/series_facts.h"
#include "analysis/whole_calls.h"
#include "base/memory.h"
#include "model/fit/mean_and_worst.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGE_PART 0.2    /* of the run */
#define TIE 1.1           /* unexplained variances within this factor are equal */
#define SURE 0.6          /* least probability of a class */
#define CLEARLY 0.2       /* least difference of exponents */
#define CALLS_THAT_SHOW 4 /* that their costs differ although their size is the same */

/* Returns the unit of a cost. Steps and events, like blocks, are small units of execution. */
static enum ordo_cost_unit unit_of(const char *cost) {
    bool known =
        strcmp(cost, "blocks") == 0 || strcmp(cost, "steps") == 0 || strcmp(cost, "events") == 0;
    return known ? ORDO_UNIT_BLOCKS : ORDO_UNIT_UNKNOWN;
}

struct ordo_analysis *ordo_analysis_new(const struct ordo_profile *p) {
    struct ordo_analysis *a = ordo_memory_new(1, sizeof *a);
    a->profile = p;
    a->factor = ORDO_MODEL_FACTOR;
    a->unit = unit_of(p->cost_metric);
    a->series = ordo_memory_new((size_t)p->n_series + 1, sizeof *a->series);
    a->scope = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *a->scope);
    return a;
}

void ordo_analysis_free(struct ordo_analysis *a) {
    if (!a) return;
    ordo_own_costs_done(&a->own);
    ordo_run_totals_free(a->run);
    ordo_findings_free(&a->findings);
    ordo_whole_calls_free(a);
    free(a->series);
    free(a->scope);
    free(a);
}

static double size_of(const struct ordo_series *s, const struct ordo_point *p) {
    if (!s->bucketed || p->sum_n == UINT64_MAX) return (double)p->n;
    return (double)p->sum_n / (double)p->count;
}

static double squares_of(const struct ordo_point *p) {
    return ldexp((double)p->sumsq_high, 64) + (double)p->sumsq_low;
}

/* Returns the relative variance of the cost per activation that the size does not explain: the
 * variance within sizes, plus the squared log-deviation of the means from the model. Both are
 * limited to 100 at each point. */
static double unexplained(const struct ordo_profile *p, const struct ordo_series *s,
                          const struct ordo_model *m) {
    double sum = 0, count = 0;
    for (uint64_t i = 0; i < s->points.n; i++) {
        const struct ordo_point *x = &p->points[s->points.first + i];
        double n = (double)x->count, mean = (double)x->sum / n;
        if (!(mean > 0)) continue;
        double within = fmax(squares_of(x) / n / mean / mean - 1, 0);
        double f = ordo_model_value(m, size_of(s, x)), off = f > 0 ? log(mean / f) : 1;
        if (x->n == 0) off = 0;
        sum += n * (fmin(within, 100) + fmin(off * off, 100));
        count += n;
    }
    return count > 0 ? sum / count : 0;
}

static enum ordo_points points_of(const struct ordo_analysis *a, const struct ordo_series *s) {
    if (!a->run) return ORDO_POINTS_ALL;
    if (strcmp(s->metric, "run") == 0) return ORDO_POINTS_CHECKPOINTS;
    const struct ordo_run_scope *r = &a->run->scope[s->scope.i];
    return (double)r->recorded < r->calls ? ORDO_POINTS_SAMPLED : ORDO_POINTS_ALL;
}

/* If there is one size only, decides whether other inputs could help. A scope that has read nothing
 * so far works in registers, or on what arrives; and a size that is the same in calls of different
 * costs is not what they depend on. */
static void judge_single_size(const struct ordo_profile *p, const struct ordo_series *s,
                              struct ordo_model *m) {
    bool varies = strncmp(s->metric, "arg:", 4) == 0 || strcmp(s->metric, "depth") == 0;
    if (!(m->warnings & ORDO_MODEL_FEW_SIZES) || s->points.n != 1) return;
    const struct ordo_point *x = &p->points[s->points.first];
    bool unrelated = x->count >= CALLS_THAT_SHOW && x->max / 2 >= x->min;
    if (!unrelated && (varies || s->n_max)) return;
    m->warnings &= ~(unsigned)ORDO_MODEL_FEW_SIZES;
    m->warnings |= unrelated ? ORDO_MODEL_NO_RELATION : ORDO_MODEL_NO_SIZE;
}

/* A handful of cells is too coarse a size to tell faster growth from. A text of a few cells and the
 * table that its characters are looked up in are one size, and the table is soon known. Where the
 * scope is most of what the program does, such as a search over a small board, the growth shows in
 * the whole. */
static void judge_few_cells(const struct ordo_profile *p, const struct ordo_series *s,
                            struct ordo_model *m) {
    bool cells = strcmp(s->metric, "rms") == 0 || strcmp(s->metric, "drms") == 0;
    double cost = (double)p->scopes[s->scope.i].cost_total;
    if (!cells || !(m->n_max < ORDO_SERIES_FEW_CELLS) || cost >= LARGE_PART * (double)p->total_cost)
        return;
    if (m->growth != ORDO_GROWTH_NONE && ordo_growth_degree(m->growth) > 1) ordo_model_retract(m);
}

void ordo_analysis_fit_series(struct ordo_analysis *a, uint32_t first, uint32_t step) {
    const struct ordo_profile *p = a->profile;
    for (uint32_t i = first; i < p->n_series; i += step) {
        const struct ordo_series *s = &p->series[i];
        struct ordo_series_model *m = &a->series[i];
        enum ordo_cost_unit unit = unit_of(s->cost);
        struct ordo_model_point *points = ordo_memory_new(s->points.n + 1, sizeof *points);
        for (uint64_t k = 0; k < s->points.n; k++) {
            const struct ordo_point *x = &p->points[s->points.first + k];
            points[k] = (struct ordo_model_point){size_of(s, x),  (double)x->count, (double)x->min,
                                                  (double)x->max, (double)x->sum,   squares_of(x)};
        }
        ordo_model_fit_both(points, s->points.n, unit, points_of(a, s), a->factor, &m->mean,
                            &m->worst);
        judge_single_size(p, s, &m->mean);
        judge_single_size(p, s, &m->worst);
        judge_few_cells(p, s, &m->mean);
        judge_few_cells(p, s, &m->worst);
        free(points);
        m->unexplained = unexplained(p, s, &m->mean);
        m->various_sizes = ordo_series_has_various_sizes(p, s);
        m->costs_differ = ordo_series_costs_differ(p, s);
    }
}

static int preference(const char *metric) { /* lower is preferred */
    if (strncmp(metric, "arg:", 4) == 0) return 0;
    if (strcmp(metric, "depth") == 0) return 1;
    if (strcmp(metric, "input") == 0) return 4;
    return strcmp(metric, "rms") == 0 ? 2 : 3;
}

/* Returns whether series i explains the cost better than series j, or equally well and is
 * preferred. */
static bool is_better(const struct ordo_analysis *a, uint32_t i, uint32_t j) {
    const struct ordo_series_model *x = &a->series[i], *y = &a->series[j];
    bool x_has_class = x->mean.growth != ORDO_GROWTH_NONE,
         y_has_class = y->mean.growth != ORDO_GROWTH_NONE;
    if (x_has_class != y_has_class) return x_has_class;
    const struct ordo_series *sx = &a->profile->series[i], *sy = &a->profile->series[j];
    if (!x_has_class) {
        /* neither has a class: prefer one with more than 3 sizes, then rms */
        if ((sx->points.n > 3) != (sy->points.n > 3)) return sx->points.n > 3;
        return preference(sx->metric) == 2;
    }
    double floor = 0.02; /* a deviation of 10 to 20 % does not count */
    double u = x->unexplained + floor, v = y->unexplained + floor;
    if (u > TIE * v) return false;
    if (v > TIE * u) return true;
    return preference(sx->metric) < preference(sy->metric);
}

static uint32_t best_series(const struct ordo_analysis *a, const struct ordo_profile_scope *s) {
    uint32_t best = ORDO_SERIES_NONE;
    const char *cost = ordo_profile_growth_cost(a->profile, s);
    for (uint64_t k = 0; k < s->series.n; k++) {
        uint32_t i = (uint32_t)(s->series.first + k);
        if (strcmp(a->profile->series[i].cost, cost) != 0) continue;
        if (best == ORDO_SERIES_NONE || is_better(a, i, best)) best = i;
    }
    return best;
}

/* Returns the sum of count * f(factor n) over the series' points; f(n + 5) for exponentials. Points
 * for which the model gives no value, and all points of constant models, add their measured
 * cost. */
static double at_factor(const struct ordo_analysis *a, const struct ordo_series *s,
                        const struct ordo_model *m, const double *measured) {
    const struct ordo_profile *p = a->profile;
    double sum = 0;
    for (uint64_t i = 0; i < s->points.n; i++) {
        const struct ordo_point *x = &p->points[s->points.first + i];
        double n = size_of(s, x), v = NAN;
        if (n > 0 && m->growth > ORDO_GROWTH_1 && m->growth != ORDO_GROWTH_NONE)
            v = (double)x->count *
                ordo_model_value(m, m->growth == ORDO_GROWTH_EXP ? n + 5 : a->factor * n);
        sum += isfinite(v) && v >= 0 ? v : measured[i];
    }
    return sum;
}

static void fit_own(struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_own_costs *own = &a->own;
    struct ordo_scope_growth *g = &a->scope[i];
    double total = own->total[i];
    g->has_share = ordo_own_cost_has(own, i);
    g->own_now = total;
    g->own.growth = ORDO_GROWTH_NONE;
    g->own_at_10x = total;
    if (!g->has_share || g->best == ORDO_SERIES_NONE || !(total > 0)) return;
    const struct ordo_series *s = &p->series[g->best];
    struct ordo_model_point *points = ordo_memory_new(s->points.n + 1, sizeof *points);
    double *measured = ordo_memory_new(s->points.n + 1, sizeof *measured);
    ordo_own_cost_points(own, i, s, measured);
    for (uint64_t k = 0; k < s->points.n; k++) {
        const struct ordo_point *x = &p->points[s->points.first + k];
        points[k] =
            (struct ordo_model_point){size_of(s, x), (double)x->count, NAN, NAN, measured[k], NAN};
    }
    /* Points have no spread of own costs, so a few sizes may look like a clean curve. But own
     * cost is part of the total. Therefore own cost has no class if the total has none, it can
     * be exponential only if the total is, and its prediction never exceeds that of the
     * total. */
    const struct ordo_model *mean = &a->series[g->best].mean;
    if (mean->growth != ORDO_GROWTH_NONE) ordo_model_fit(points, s->points.n, a->unit, &g->own);
    if (g->own.growth == ORDO_GROWTH_EXP && mean->growth != ORDO_GROWTH_EXP)
        g->own = (struct ordo_model){.growth = ORDO_GROWTH_NONE};
    g->own_at_10x = at_factor(a, s, &g->own, measured);
    for (uint64_t k = 0; k < s->points.n; k++)
        measured[k] = (double)p->points[s->points.first + k].sum;
    double most = at_factor(a, s, mean, measured);
    if (g->own_at_10x > most) g->own_at_10x = most;
    g->explosive = g->own.growth == ORDO_GROWTH_EXP;
    free(points);
    free(measured);
}

static void predict_total(struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_profile_scope *s = &p->scopes[i];
    struct ordo_scope_growth *g = &a->scope[i];
    g->predicted_total = (double)s->cost_total;
    if (g->best == ORDO_SERIES_NONE) return;
    const struct ordo_series *x = &p->series[g->best];
    const struct ordo_model *m = &a->series[g->best].mean;
    if (m->growth == ORDO_GROWTH_NONE || m->growth == ORDO_GROWTH_1) return;
    double measured = 0, predicted = 0;
    for (uint64_t k = 0; k < x->points.n; k++) {
        const struct ordo_point *q = &p->points[x->points.first + k];
        double n = size_of(x, q);
        double v =
            n > 0 ? (double)q->count *
                        ordo_model_value(m, m->growth == ORDO_GROWTH_EXP ? n + 5 : a->factor * n)
                  : NAN;
        measured += (double)q->sum;
        predicted += isfinite(v) && v >= 0 ? v : (double)q->sum;
    }
    if (measured > 0) g->predicted_total *= predicted / measured;
}

void ordo_analysis_choose_sizes(struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    for (uint32_t i = 0; i < p->n_scopes; i++) a->scope[i].best = best_series(a, &p->scopes[i]);
    ordo_own_costs_init(&a->own, p);
}

void ordo_analysis_fit_scopes(struct ordo_analysis *a, uint32_t first, uint32_t step) {
    for (uint32_t i = first; i < a->profile->n_scopes; i += step) {
        fit_own(a, i);
        ordo_cause_find(a, i);
        predict_total(a, i);
    }
}

uint32_t ordo_analysis_run_series(const struct ordo_analysis *a, uint32_t scope) {
    const struct ordo_profile_scope *s = &a->profile->scopes[scope];
    for (uint64_t k = 0; a->run && k < s->series.n; k++)
        if (strcmp(a->profile->series[s->series.first + k].metric, "run") == 0)
            return (uint32_t)(s->series.first + k);
    return ORDO_SERIES_NONE;
}

bool ordo_analysis_run_is_faster(const struct ordo_analysis *a, uint32_t scope) {
    uint32_t i = ordo_analysis_run_series(a, scope), best = a->scope[scope].best;
    if (i == ORDO_SERIES_NONE) return false;
    const struct ordo_model *m = &a->series[i].mean;
    const struct ordo_model *each = best == ORDO_SERIES_NONE ? NULL : &a->series[best].mean;
    if (m->growth == ORDO_GROWTH_NONE || !m->has_exponent || m->posterior[m->growth] < SURE)
        return false;
    double exponent = each && each->has_exponent ? fmax(each->exponent, 1) : 1;
    double degree = each && each->growth != ORDO_GROWTH_NONE ? ordo_growth_degree(each->growth) : 1;
    return ordo_growth_degree(m->growth) > fmax(degree, 1) && m->low > exponent + CLEARLY;
}

/* Returns the factor by which the loop's iterations grow when its run reads a->factor times as many
 * cells; 0 if not known. It exceeds a->factor only if faster growth over the run is certain. */
static double run_at_factor(const struct ordo_analysis *a, uint32_t scope) {
    uint32_t i = ordo_analysis_run_series(a, scope);
    if (i == ORDO_SERIES_NONE) return 0;
    const struct ordo_model *m = &a->series[i].mean;
    double now = ordo_model_value(m, m->n_max), then = ordo_model_value(m, a->factor * m->n_max);
    if (!(now > 0) || !isfinite(then)) return 0;
    return ordo_analysis_run_is_faster(a, scope) ? then / now : fmin(then / now, a->factor);
}

void ordo_analysis_scale(struct ordo_analysis *a) {
    for (uint32_t i = 0; a->run && i < a->profile->n_scopes; i++) {
        const struct ordo_profile_scope *s = &a->profile->scopes[i];
        const struct ordo_run_scope *r = &a->run->scope[i];
        struct ordo_scope_growth *g = &a->scope[i];
        double total = s->cost_total ? r->cost_total / (double)s->cost_total : 1, own = total;
        if (s->kind != ORDO_PROFILE_RECURSION && s->cost_self)
            own = r->cost_self / (double)s->cost_self;
        g->own_now *= own;
        g->own_at_10x *= own;
        if (!(g->own_now > 0)) g->own_now = g->own_at_10x = r->cost_self;
        g->own_of_all = g->own_now;
        g->predicted_total = s->cost_total ? g->predicted_total * total : r->cost_total;
        double more = run_at_factor(a, i);
        g->own_at_10x = fmax(g->own_at_10x, more * g->own_now);
        g->predicted_total = fmax(g->predicted_total, more * r->cost_total);
    }
}

/* Adds own cost of a scope to the scope that it belongs to (own_cost.h). */
static void add_own(struct ordo_analysis *a, uint32_t scope, double now, double at) {
    uint32_t owner = a->own.taken_by[scope];
    struct ordo_scope_growth *x = &a->scope[owner == UINT32_MAX ? scope : owner];
    x->own_now += now;
    x->own_at_10x += at;
}

/* Replaces own costs by those of the largest run, now and at the factor. */
static void use_own_costs(struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_over_runs *runs = a->findings.runs.scope;
    for (uint32_t i = 0; i < p->n_scopes; i++) a->scope[i].own_now = a->scope[i].own_at_10x = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY &&
            p->scopes[i].kind != ORDO_PROFILE_RECURSION)
            add_own(a, i, runs[i].own_now, runs[i].own_at);
    const struct ordo_edge *edges = a->run ? a->run->edges : p->edges;
    uint64_t n_edges = a->run ? a->run->n_edges : p->n_edges;
    for (uint64_t k = 0; k < n_edges; k++) {
        const struct ordo_edge *e = &edges[k];
        const struct ordo_profile_scope *callee = &p->scopes[e->callee.i];
        if (ordo_scope_is_none(e->caller) || callee->kind != ORDO_PROFILE_LIBRARY ||
            !callee->cost_total)
            continue;
        double part = (double)e->cost / (double)callee->cost_total;
        add_own(a, e->caller.i, part * runs[e->callee.i].cost_now,
                part * runs[e->callee.i].at.mean);
    }
}

static void set_shares(struct ordo_analysis *a) {
    double sum = 0;
    for (uint32_t i = 0; i < a->profile->n_scopes; i++)
        if (a->scope[i].has_share) sum += a->scope[i].own_at_10x;
    for (uint32_t i = 0; sum > 0 && i < a->profile->n_scopes; i++)
        if (a->scope[i].has_share) a->scope[i].share_at_10x = a->scope[i].own_at_10x / sum;
}

void ordo_analysis_use_runs(struct ordo_analysis *a, bool changed) {
    const struct ordo_run_growths *g = &a->findings.runs;
    if (g->run.cost.known) {
        use_own_costs(a);
        for (uint32_t i = 0; i < a->profile->n_scopes; i++)
            a->scope[i].predicted_total = g->scope[i].at.mean;
    } else if (!a->run) {
        changed |= ordo_history_prediction_apply(a);
    }
    if (changed || g->run.cost.known) set_shares(a);
}

static bool follows_a_size(const struct ordo_analysis *a, uint32_t scope) {
    uint32_t best = a->scope[scope].best;
    return best != ORDO_SERIES_NONE && a->series[best].mean.growth != ORDO_GROWTH_NONE;
}

/* A loop that works in registers has no size. It grows as the scope around it does, in the size of
 * that one. Returns that scope, or i. */
static uint32_t follow_around(struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    uint32_t up = i;
    if (p->scopes[i].kind != ORDO_PROFILE_LOOP || follows_a_size(a, i)) return i;
    while (up != ORDO_SCOPE_NONE_INDEX && !follows_a_size(a, up))
        up = p->scopes[up].kind == ORDO_PROFILE_LOOP ? p->scopes[up].parent.i
                                                     : ORDO_SCOPE_NONE_INDEX;
    if (up == ORDO_SCOPE_NONE_INDEX || !p->scopes[up].cost_total) return i;
    double more = a->scope[up].predicted_total / (double)p->scopes[up].cost_total;
    a->scope[i].own_at_10x *= more;
    a->scope[i].predicted_total *= more;
    return up;
}

/* Takes into account that larger activations call others more often. */
static void follow_callers(struct ordo_analysis *a) {
    const uint32_t n = a->profile->n_scopes;
    double *calls = ordo_memory_new(n, sizeof *calls);
    uint32_t *like = ordo_memory_new(n, sizeof *like);
    ordo_call_factors(a, calls);
    for (uint32_t i = 0; i < n; i++) like[i] = follow_around(a, i);
    for (uint32_t i = 0; i < n; i++) {
        a->scope[i].own_at_10x *= calls[like[i]];
        a->scope[i].predicted_total *= calls[like[i]];
    }
    free(calls);
    free(like);
}

void ordo_analysis_conclude(struct ordo_analysis *a) {
    if (!a->run) follow_callers(a);
    set_shares(a);
    ordo_cause_find_roots(a);
}
