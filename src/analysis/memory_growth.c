/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * memory_growth.c: of the scopes whose peak grows, the innermost ones call no other such scope.
 * Scopes that all call one another have no innermost one: then the one with the greatest peak is
 * named.
 */
#include "analysis/memory_growth.h"

#include "analysis/finding_search.h"
#include "analysis/user_code.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIZES = 10 };
#define PART 0.5 /* of the whole peak that a scope has if it is worth a name */

/* What the peak of a scope, or of the run, is and becomes. */
struct growing {
    bool grows;
    struct ordo_power_fit fit; /* over runs */
    uint32_t series;           /* else: of which the model is */
    double now, at;
};

/* Returns the peak of the scope in a run; ORDO_SCOPE_NONE_INDEX: of the run itself. */
static double peak_in(const struct ordo_profile *p, uint32_t run, uint32_t scope) {
    if (scope == ORDO_SCOPE_NONE_INDEX) return (double)p->runs[run].peak;
    const struct ordo_span *costs = &p->runs[run].costs;
    uint64_t low = 0, high = costs->n;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        const struct ordo_run_cost *c = &p->run_costs[costs->first + middle];
        if (c->scope.i == scope) return (double)c->peak;
        if (c->scope.i < scope)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

static double greatest_peak(const struct ordo_profile *p, uint32_t scope) {
    double most = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) most = fmax(most, peak_in(p, i, scope));
    return most;
}

/* Judges a scope, or the run, over the series of runs. */
static void judge_runs(const struct ordo_analysis *a, uint32_t scope, struct growing *out) {
    const struct ordo_run_growths *g = &a->findings.runs;
    double size[ORDO_RUNS_WITH_COSTS], peak[ORDO_RUNS_WITH_COSTS];
    size_t n = 0;
    *out = (struct growing){.grows = false};
    for (uint32_t i = 0, k; i < g->series.n; i = k) {
        double sum = 0;
        for (k = i; k < g->series.n && g->series.size[k] == g->series.size[i]; k++)
            sum += peak_in(a->profile, g->series.run[k], scope);
        if (!(sum > 0)) continue;
        size[n] = g->series.size[i];
        peak[n++] = sum / (k - i);
    }
    if (n < 3) return;
    struct ordo_power_fit *f = &out->fit;
    const struct ordo_power_sums sums = {.size = size, .sum = peak, .n = n, .noise = g->noise};
    ordo_power_fit(&sums, f);
    if (!f->known) return;
    out->now = peak[n - 1];
    out->at = ordo_power_fit_at(&sums, f, g->factor * size[n - 1]).mean;
    out->grows = ordo_power_fit_outgrows(f) >= ORDO_FINDING_SURE &&
                 f->slope >= ORDO_FINDING_STEEP && f->mean_slope >= ORDO_FINDING_STEEP_ON_AVERAGE &&
                 f->exponent <= f->slope + ORDO_FINDING_UNSEEN &&
                 (f->growth == ORDO_GROWTH_EXP || f->high - f->low <= ORDO_FINDING_UNKNOWN);
}

/* Returns whether the model of a series certainly outgrows n log n. */
static bool outgrows(const struct ordo_series_model *x) {
    const struct ordo_model *m = &x->mean;
    const unsigned parts = ORDO_MODEL_NARROW_SIZES | ORDO_MODEL_TWO_REGIMES;
    double above = 0;
    if (m->growth == ORDO_GROWTH_NONE || m->growth <= ORDO_GROWTH_N_LOG) return false;
    if (m->n_points < LEAST_SIZES)
        return false; /* a few calls, each of which does something else */
    if (m->warnings & (ORDO_MODEL_OVERTAKES | ORDO_MODEL_MIXTURE)) return false;
    if ((m->warnings & parts) == parts) return false;
    for (int k = ORDO_GROWTH_N_LOG + 1; k < ORDO_GROWTH_NONE; k++) above += m->posterior[k];
    if (above < ORDO_FINDING_SURE) return false;
    return !m->has_exponent || (m->low >= ORDO_FINDING_STEEP &&
                                m->high - m->low <= ORDO_FINDING_WIDE && x->various_sizes);
}

/* Judges the activations of a scope, by the size that explains their peaks best. */
static void judge_activations(const struct ordo_analysis *a, uint32_t scope, struct growing *out) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_profile_scope *s = &p->scopes[scope];
    uint32_t best = ORDO_SERIES_NONE;
    *out = (struct growing){.grows = false};
    for (uint64_t k = 0; k < s->series.n; k++) {
        uint32_t i = (uint32_t)(s->series.first + k);
        if (strcmp(p->series[i].cost, "peak") != 0) continue;
        if (a->series[i].mean.growth == ORDO_GROWTH_NONE) continue;
        if (best == ORDO_SERIES_NONE || a->series[i].unexplained < a->series[best].unexplained)
            best = i;
    }
    if (best == ORDO_SERIES_NONE || !outgrows(&a->series[best])) return;
    const struct ordo_model *m = &a->series[best].mean;
    out->series = best;
    out->now = greatest_peak(p, s->kind == ORDO_PROFILE_RECURSION ? s->routine.i : scope);
    out->at = ordo_model_value(m, ordo_model_size_at(m, a->factor));
    out->grows = isfinite(out->at) && out->at > out->now;
}

/* Returns the scope that is to be named; none if nothing grows. */
static uint32_t name_one(const struct ordo_profile *p, const struct growing *of) {
    bool *outer = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *outer);
    uint32_t inner = ORDO_SCOPE_NONE_INDEX, any = ORDO_SCOPE_NONE_INDEX;
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        if (!ordo_scope_is_none(e->caller) && e->caller.i != e->callee.i && of[e->callee.i].grows)
            outer[e->caller.i] = true;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (!of[i].grows) continue;
        if (any == ORDO_SCOPE_NONE_INDEX || of[i].now > of[any].now) any = i;
        if (!outer[i] && (inner == ORDO_SCOPE_NONE_INDEX || of[i].now > of[inner].now)) inner = i;
    }
    free(outer);
    return inner != ORDO_SCOPE_NONE_INDEX ? inner : any;
}

static void set_runs(const struct ordo_analysis *a, const struct growing *run, uint32_t scope,
                     struct ordo_memory_growth *out) {
    const struct ordo_power_fit *f = &run->fit;
    *out = (struct ordo_memory_growth){.found = true,
                                       .over_runs = true,
                                       .scope = scope,
                                       .growth = f->growth,
                                       .probability = f->probability[f->growth],
                                       .has_exponent = f->growth != ORDO_GROWTH_EXP,
                                       .exponent = f->exponent,
                                       .low = f->low,
                                       .high = f->high,
                                       .metric = a->findings.runs.series.name,
                                       .now = run->now,
                                       .at = run->at};
}

static void set_activations(const struct ordo_analysis *a, const struct growing *x, uint32_t scope,
                            struct ordo_memory_growth *out) {
    const struct ordo_model *m = &a->series[x->series].mean;
    *out = (struct ordo_memory_growth){.found = true,
                                       .scope = scope,
                                       .growth = m->growth,
                                       .probability = m->posterior[m->growth],
                                       .has_exponent = m->has_exponent,
                                       .exponent = m->exponent,
                                       .low = m->low,
                                       .high = m->high,
                                       .metric = a->profile->series[x->series].metric,
                                       .now = x->now,
                                       .at = x->at};
}

void ordo_memory_growth_find(const struct ordo_analysis *a, struct ordo_memory_growth *out) {
    const struct ordo_profile *p = a->profile;
    double whole = greatest_peak(p, ORDO_SCOPE_NONE_INDEX);
    *out = (struct ordo_memory_growth){.found = false};
    if (a->run || !(whole > 0) || ordo_cost_is_space(p->cost_metric)) return;
    struct growing run = {.grows = false};
    if (a->findings.runs.series.n) judge_runs(a, ORDO_SCOPE_NONE_INDEX, &run);
    if (run.fit.known && (!run.grows || run.at < ORDO_MEMORY_WORTH)) return;
    struct growing *of = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *of);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (run.grows)
            judge_runs(a, i, &of[i]);
        else
            judge_activations(a, i, &of[i]);
        of[i].grows = of[i].grows && ordo_is_user_code(p, i) && of[i].now >= PART * whole &&
                      of[i].at >= ORDO_MEMORY_WORTH;
    }
    uint32_t scope = name_one(p, of);
    if (scope != ORDO_SCOPE_NONE_INDEX && run.grows)
        set_runs(a, &run, scope, out);
    else if (scope != ORDO_SCOPE_NONE_INDEX)
        set_activations(a, &of[scope], scope, out);
    free(of);
}
