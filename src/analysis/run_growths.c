/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_growths.c: runs of the same size are averaged. The noise of the inputs is that of a typical
 * scope: the median, over scopes with a noticeable cost, of what a power leaves.
 */
#include "analysis/run_growths.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_NOISE 0.01       /* of a number that the user chose */
#define LEAST_NOISE_BYTES 0.05 /* of a size that only goes along with that number */
#define MOST_NOISE 0.2
#define FIRST_NOISE 0.02
#define NOTICEABLE 0.001 /* share of the greatest run */
#define LEEWAY 0.05      /* of the ratio of two costs */
#define COUNTED 16       /* least count that is compared with sizes */
/* Log-log slopes of counts in proportion to bytes: large numbers have more bytes, a constant part
 * makes slopes greater. */
#define LITTLE_LESS 0.85
#define LITTLE_MORE 1.05
#define SUDDEN 1.5 /* so many times more than a polynomial */
/* Relative variance of the cost of one call, if its inputs decide it: evenly between 0 and twice
 * the mean, as that of a search is. */
#define CALLS_DIFFER (1.0 / 3)
#define AT_RANDOM 0.1 /* of the variance of independent events: the least of counts by chance */
#define MOST_POWER 3.0

/* Returns the costs of the scope in the run, or NULL. Recursions have those of their routine. */
static const struct ordo_run_cost *find(const struct ordo_profile *p, uint32_t run,
                                        uint32_t scope) {
    const struct ordo_span *costs = &p->runs[run].costs;
    uint64_t low = 0, high = costs->n;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        const struct ordo_run_cost *c = &p->run_costs[costs->first + middle];
        if (c->scope.i == scope) return c;
        if (c->scope.i < scope)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static struct ordo_run_cost of_run(const struct ordo_profile *p, uint32_t run) {
    struct ordo_run_cost sum = {.calls = 1};
    const struct ordo_span *processes = &p->runs[run].processes;
    for (uint64_t i = 0; i < processes->n; i++) sum.cost += p->processes[processes->first + i].cost;
    return sum;
}

/* Returns whether the scope stands for a recursion, whose calls are those from outside: it is one,
 * or a routine of one that no sample met, so that only production's counters know that it recurs.
 */
static bool is_recursion(const struct ordo_profile *p, uint32_t scope) {
    uint32_t low = 0, high = p->n_gated;
    if (p->scopes[scope].kind != ORDO_PROFILE_ROUTINE)
        return p->scopes[scope].kind == ORDO_PROFILE_RECURSION;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->gated[middle].scope < scope)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == p->n_gated || p->gated[low].scope != scope) return false;
    if (p->gated[low].iterations <= p->gated[low].executions) return false;
    for (uint32_t k = 0; k < p->n_members; k++)
        if (p->members[k].i == scope) return false;
    return true;
}

/* `scope` is ORDO_SCOPE_NONE_INDEX for the whole run. */
static void collect(const struct ordo_profile *p, const struct ordo_run_series *s, uint32_t scope,
                    struct ordo_run_points *x) {
    x->n = 0;
    bool recursion = scope != ORDO_SCOPE_NONE_INDEX && is_recursion(p, scope);
    for (uint32_t i = 0, k; i < s->n; i = k) {
        double cost = 0, own = 0, calls = 0, runs = 0;
        for (k = i; k < s->n && s->size[k] == s->size[i]; k++, runs++) {
            struct ordo_run_cost c = {0};
            const struct ordo_run_cost *found = NULL;
            if (scope == ORDO_SCOPE_NONE_INDEX)
                c = of_run(p, s->run[k]);
            else if ((found = find(p, s->run[k],
                                   p->scopes[scope].kind == ORDO_PROFILE_RECURSION
                                       ? p->scopes[scope].routine.i
                                       : scope)))
                c = *found;
            cost += (double)c.cost;
            own += (double)c.self;
            calls += (double)(found && recursion ? c.units : c.calls);
        }
        if (!(cost > 0)) continue;
        x->size[x->n] = s->size[i];
        x->cost[x->n] = cost / runs;
        x->own[x->n] = own / runs;
        x->calls[x->n++] = fmax(calls / runs, 1);
    }
}

static double slope(const double *size, const double *y, size_t n) {
    return n < 2 ? 0 : log(y[n - 1] / y[0]) / log(size[n - 1] / size[0]);
}

/* Predicts the cost of a scope that matters little: as if no class fitted. */
static double straight_on(const double *size, const double *sum, size_t n, double at) {
    return n ? sum[n - 1] * pow(at / size[n - 1], fmax(ordo_power_straight(size, sum, n), 0)) : 0;
}

/* Returns whether a + b n^3 cannot grow as much over the upper half as the cost of a call does: a
 * buffer was filled, or a table doubled, in one of the runs. a and b follow from the lower half. */
static bool is_sudden(const double *size, const double *cost, const double *calls, size_t n) {
    if (n < 3) return false;
    size_t middle = ordo_power_middle(size, n), last = n - 1;
    double first = cost[0] / calls[0], half = cost[middle] / calls[middle],
           full = cost[last] / calls[last];
    double cube = pow(size[middle] / size[0], 3), whole = pow(size[last] / size[0], 3);
    double more = fmax(half / first, 1) + LEEWAY;
    if (more >= cube) return false;
    double b = (more - 1) / (cube - more); /* a = 1 */
    return full / half > SUDDEN * (1 + b * whole) / (1 + b * cube);
}

/* Predicts a cost that came suddenly, or is not in all runs: in proportion to the size. */
static struct ordo_power_value in_proportion(const struct ordo_run_points *x, double cost,
                                             double at) {
    return (struct ordo_power_value){cost * at / x->size[x->n - 1], NAN, NAN};
}

/* Sets what chance makes of a scope's costs, as standard deviations of their logarithms: of few
 * calls, one that is dearer shows. If the number of calls deviates from a power as that of
 * independent events does, it is by chance as well, and the cost follows a power of it. Calls whose
 * number hardly grows are not of such a kind. */
static void set_chance(const struct ordo_run_points *x, double *chance) {
    double calls = 0, variance = 0, n = (double)x->n;
    if (x->n >= 3 && x->calls[x->n - 1] >= 2 * x->calls[0]) calls = CALLS_DIFFER;
    for (size_t i = 0; calls > 0 && i < x->n; i++) variance += 1 / x->calls[i] / n;
    if (calls > 0) {
        double off = ordo_power_deviation(x->size, x->calls, x->n);
        double power = slope(x->calls, x->cost, x->n);
        if (off * off >= AT_RANDOM * variance) calls += pow(fmin(fmax(power, 1), MOST_POWER), 2);
    }
    for (size_t i = 0; i < x->n; i++) chance[i] = sqrt(calls / x->calls[i]);
}

/* `matters`: the scope has a noticeable cost, else no class is worth the time. */
static void fit(const struct ordo_run_points *x, double noise, bool may_shift, double at,
                bool matters, struct ordo_over_runs *g) {
    double chance[ORDO_RUNS_WITH_COSTS];
    size_t n = x->n, first = 0;
    *g = (struct ordo_over_runs){.n = (uint32_t)n, .cost.growth = ORDO_GROWTH_NONE};
    if (!n) return;
    g->calls = slope(x->size, x->calls, n);
    size_t middle = n < 3 ? 0 : ordo_power_middle(x->size, n);
    g->calls_upper = slope(x->size + middle, x->calls + middle, n - middle);
    g->cost_now = x->cost[n - 1];
    g->own_now = x->own[n - 1];
    g->calls_now = x->calls[n - 1];
    while (first < n && !(x->own[first] > 0)) first++;
    const double *own_size = x->size + first, *own = x->own + first;
    g->sudden = is_sudden(x->size, x->cost, x->calls, n);
    if (!matters) {
        g->at = (struct ordo_power_value){straight_on(x->size, x->cost, n, at), NAN, NAN};
        g->own_at = straight_on(own_size, own, n - first, at);
        return;
    }
    struct ordo_power_fit of_own;
    set_chance(x, chance);
    const struct ordo_power_sums cost = {x->size, x->cost, n, noise, chance, may_shift};
    const struct ordo_power_sums of = {own_size, own, n - first, noise, chance + first, may_shift};
    ordo_power_fit_runs(&cost, &g->cost);
    bool explosive = g->cost.growth == ORDO_GROWTH_EXP;
    if (g->sudden && !explosive)
        g->at = in_proportion(x, g->cost_now, at);
    else
        g->at = ordo_power_fit_at(&cost, &g->cost, at);
    if (first == n) return;
    ordo_power_fit_runs(&of, &of_own);
    if (!explosive && (first || is_sudden(x->size, x->own, x->calls, n)))
        g->own_at = in_proportion(x, g->own_now, at).mean;
    else
        g->own_at = ordo_power_fit_at(&of, &of_own, at).mean;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the noise, from the deviations of n scopes, which are sorted. */
static double typical(double *deviation, size_t n) {
    if (!n) return FIRST_NOISE;
    qsort(deviation, n, sizeof *deviation, ascending);
    return fmin(deviation[n / 2], MOST_NOISE);
}

/* Returns whether the counts grow in proportion to the sizes, over both halves of them. */
static bool are_proportional(const double *size, const double *count, size_t n) {
    if (n < 3 || count[0] < COUNTED) return false;
    size_t middle = ordo_power_middle(size, n);
    double lower = slope(size, count, middle + 1);
    double upper = slope(size + middle, count + middle, n - middle);
    return fmin(lower, upper) >= LITTLE_LESS && fmax(lower, upper) <= LITTLE_MORE;
}

/* Returns whether the sizes may have a constant part: nothing that the program does is in
 * proportion to them, not even reading. That an allocation is a call of malloc says nothing. */
static bool may_have_a_constant_part(const struct ordo_profile *p,
                                     const struct ordo_run_series *s) {
    struct ordo_run_points x;
    if (s->kind <= ORDO_RUN_SIZE_ARGUMENT || s->kind == ORDO_RUN_SIZE_NAME) return false;
    bool allocations = s->kind == ORDO_RUN_SIZE_ALLOCATIONS;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (allocations && p->scopes[i].kind == ORDO_PROFILE_LIBRARY) continue;
        collect(p, s, i, &x);
        if (are_proportional(x.size, x.calls, x.n) || are_proportional(x.size, x.own, x.n))
            return false;
    }
    return true;
}

void ordo_run_growths_find(const struct ordo_profile *p, const char *size, double factor,
                           struct ordo_run_growths *out) {
    *out = (struct ordo_run_growths){.factor = factor};
    ordo_run_series_find(p, size, &out->series);
    if (!out->series.n) return;
    double *deviation = ordo_memory_new(p->n_scopes, sizeof *deviation);
    out->scope = ordo_memory_new(p->n_scopes, sizeof *out->scope);
    struct ordo_run_points x;
    double at = factor * out->series.size[out->series.n - 1];
    collect(p, &out->series, ORDO_SCOPE_NONE_INDEX, &x);
    double least = x.n ? NOTICEABLE * x.cost[x.n - 1] : 0, sum = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        collect(p, &out->series, i, &x);
        if (x.n >= 3 && x.cost[x.n - 1] >= least)
            deviation[n++] = ordo_power_deviation(x.size, x.cost, x.n);
    }
    bool chosen = out->series.kind <= ORDO_RUN_SIZE_ARGUMENT;
    out->noise = fmax(typical(deviation, n), chosen ? LEAST_NOISE : LEAST_NOISE_BYTES);
    free(deviation);
    collect(p, &out->series, ORDO_SCOPE_NONE_INDEX, &x);
    bool may_shift = out->may_shift = may_have_a_constant_part(p, &out->series);
    fit(&x, out->noise, may_shift, at, true, &out->run);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        collect(p, &out->series, i, &x);
        fit(&x, out->noise, may_shift, at, x.n && x.cost[x.n - 1] >= least, &out->scope[i]);
        if (p->scopes[i].kind != ORDO_PROFILE_RECURSION) sum += out->scope[i].own_at;
    }
    /* The run is the sum of its scopes, each of which grows more simply than the run does. */
    struct ordo_power_value *run_at = &out->run.at;
    if (sum > 0 && isfinite(sum) && run_at->mean > 0) {
        double more = sum / run_at->mean;
        *run_at = (struct ordo_power_value){sum, run_at->low * more, run_at->high * more};
    }
}

void ordo_run_growths_free(struct ordo_run_growths *g) {
    ordo_run_series_free(&g->series);
    free(g->scope);
    *g = (struct ordo_run_growths){0};
}

void ordo_run_growths_points(const struct ordo_profile *p, const struct ordo_run_growths *g,
                             uint32_t scope, struct ordo_run_points *points) {
    collect(p, &g->series, scope, points);
}

struct ordo_power_value ordo_run_growths_value(const struct ordo_run_growths *g,
                                               const struct ordo_run_points *x, uint32_t scope,
                                               double at) {
    double chance[ORDO_RUNS_WITH_COSTS];
    set_chance(x, chance);
    const struct ordo_power_sums sums = {x->size, x->cost, x->n, g->noise, chance, g->may_shift};
    return ordo_power_fit_at(&sums, &g->scope[scope].cost, at);
}

double ordo_run_growths_ratio(const struct ordo_profile *p, const struct ordo_run_growths *g,
                              uint32_t scope, double *larger) {
    struct ordo_run_points x;
    *larger = 1;
    if (!g->series.n || g->run.n != 2 || p->has_production) return 0;
    collect(p, &g->series, scope, &x);
    if (x.n != 2) return 0;
    *larger = x.size[1] / x.size[0];
    return x.cost[1] / x.cost[0];
}

double ordo_run_growths_cost(const struct ordo_profile *p, uint32_t run, uint32_t scope,
                             double *calls) {
    bool recursion = p->scopes[scope].kind == ORDO_PROFILE_RECURSION;
    const struct ordo_run_cost *c = find(p, run, recursion ? p->scopes[scope].routine.i : scope);
    *calls = c ? (double)(recursion ? c->units : c->calls) : 0;
    return c ? (double)c->cost : 0;
}

bool ordo_run_growths_predict(const struct ordo_run_growths *g) {
    const struct ordo_power_value *at = &g->run.at;
    return g->series.n && isfinite(at->low) && isfinite(at->high) &&
           at->high < ORDO_RUNS_WIDEST * at->low;
}
