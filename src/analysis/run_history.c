/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_history.c: the first half, quarter, eighth, ... of a context's calls stand for smaller runs.
 * If calls become cheaper during the run, those are the last half, quarter, ...
 */
#include "analysis/run_history.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_WINDOWS 8
#define MOST_HALVINGS 4
#define CHANGE 4.0   /* least ratio of the sizes at both ends */
#define STILL 1.02   /* the same between two sixths of the run, next to the greater end */
#define LINEAR 0.8   /* least log-log slope of the cost of a call by its size */
#define NOISE 0.02   /* of the sums, which inputs cause */
#define MARKED 3     /* least number of calls for which it is known what was kept */
#define REPEATED 4.0 /* least ratio of the calls of a scope and of the one that repeats it */
#define ALIKE 2.0    /* most ratio of the calls of two scopes that are called alike */
#define MOST_OF_COST 0.5
#define NEARLY_ALL 0.75

/* The observed calls of one context in one thread. */
struct series {
    const struct ordo_observation *o;
    uint64_t n;
};

struct sums {
    double cost, size;
};

/* Returns the sums over the first `calls` calls; between observations they are interpolated. */
static struct sums until(const struct series *s, double calls) {
    double at = 0;
    struct sums sums = {0};
    for (uint64_t i = 0; i < s->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        struct sums next = {(double)o->sum_cost, (double)o->sum_size};
        if ((double)o->calls >= calls) {
            double part = (calls - at) / ((double)o->calls - at);
            return (struct sums){sums.cost + part * (next.cost - sums.cost),
                                 sums.size + part * (next.size - sums.size)};
        }
        at = (double)o->calls;
        sums = next;
    }
    return sums;
}

/* Returns the means over the calls of a part of the run: from and to are 0 to 1. */
static struct sums mean(const struct series *s, double from, double to) {
    double calls = (double)s->o[s->n - 1].calls;
    struct sums a = until(s, from * calls), b = until(s, to * calls);
    double n = (to - from) * calls;
    return (struct sums){(b.cost - a.cost) / n, (b.size - a.size) / n};
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median of what was kept, over the half of the calls that are larger. */
static double kept(const struct series *s, bool falls) {
    double share[64];
    size_t n = 0;
    uint64_t first = falls ? 0 : s->n / 2, last = falls ? s->n - s->n / 2 : s->n;
    for (uint64_t i = first; i < last && n < sizeof share / sizeof *share; i++)
        if (s->o[i].next_rms) share[n++] = (double)s->o[i].next_kept / (double)s->o[i].next_rms;
    if (n < MARKED) return NAN;
    qsort(share, n, sizeof *share, ascending);
    return share[n / 2];
}

/* Fits the total of the first calls, or of the last ones, by their number. */
static void fit(const struct series *s, bool falls, struct ordo_power_fit *out) {
    double calls = (double)s->o[s->n - 1].calls, size[MOST_HALVINGS + 1], sum[MOST_HALVINGS + 1];
    double whole = until(s, calls).cost;
    size_t n = 0;
    for (int k = MOST_HALVINGS; k >= 0; k--) {
        double part = calls * ldexp(1, -k);
        double cost = falls ? whole - until(s, calls - part).cost : until(s, part).cost;
        if (part < 2 || !(cost > 0)) continue;
        size[n] = part;
        sum[n++] = cost;
    }
    if (n < 3) return;
    double noise = fmax(ordo_power_deviation(size, sum, n), NOISE);
    ordo_power_fit(size, sum, n, noise, out);
}

static void judge(const struct series *s, struct ordo_run_history *h) {
    *h = (struct ordo_run_history){.kept = NAN};
    if (!s->n) return;
    h->calls = s->o[s->n - 1].calls;
    if (s->n < LEAST_WINDOWS) return;
    struct sums first = mean(s, 0, 0.125), last = mean(s, 0.875, 1);
    h->first_size = first.size;
    h->last_size = last.size;
    h->size = mean(s, 0, 1).size;
    bool rises = last.size >= CHANGE * fmax(first.size, 1);
    bool falls = first.size >= CHANGE * fmax(last.size, 1);
    h->kept = kept(s, falls);
    if (!rises && !falls) {
        h->course = ORDO_COURSE_STEADY;
        return;
    }
    struct sums inner = rises ? mean(s, 4 / 6.0, 5 / 6.0) : mean(s, 1 / 6.0, 2 / 6.0);
    struct sums outer = rises ? mean(s, 5 / 6.0, 1) : mean(s, 0, 1 / 6.0);
    struct sums *less = rises ? &first : &last, *more = rises ? &last : &first;
    double slope = log(more->cost / fmax(less->cost, 1)) / log(more->size / fmax(less->size, 1));
    if (outer.size < STILL * inner.size || slope < LINEAR) return;
    h->course = rises ? ORDO_COURSE_RISES : ORDO_COURSE_FALLS;
    fit(s, falls, &h->cost);
}

static struct series series_of(const struct ordo_profile *p, uint64_t *at) {
    uint64_t first = *at, k = first;
    const struct ordo_observation *o = p->observations;
    while (k < p->n_observations && o[k].context == o[first].context &&
           o[k].thread == o[first].thread)
        k++;
    *at = k;
    return (struct series){o + first, k - first};
}

/* Sets by_context to each context's series of the greatest cost. */
static void choose_threads(const struct ordo_profile *p, struct series *by_context) {
    for (uint64_t at = 0; at < p->n_observations;) {
        struct series s = series_of(p, &at), *best = &by_context[s.o->context];
        if (!best->n || s.o[s.n - 1].sum_cost > best->o[best->n - 1].sum_cost) *best = s;
    }
}

/* A call may read what a sibling of it has just written: two loops of one routine that pass data to
 * each other. Then what counts is what calls of the scope around both kept, if it is called as
 * often. */
static void inherit_kept(const struct ordo_profile *p, struct ordo_run_history *by_context) {
    for (uint32_t i = 0; i < p->n_contexts; i++) { /* parents come first */
        struct ordo_run_history *h = &by_context[i];
        uint32_t up = p->contexts[i].parent;
        if (up == UINT32_MAX || !h->calls || !by_context[up].calls) continue;
        const struct ordo_run_history *around = &by_context[up];
        double ratio = (double)h->calls / (double)around->calls;
        if (ratio > ALIKE || ratio < 1 / ALIKE || isnan(around->kept)) continue;
        h->kept = fmax(h->kept, around->kept); /* of NaN and a number, the number */
    }
}

/* Returns the innermost context around this one that is called much less often, so that it repeats
 * it; UINT32_MAX if there is none, or if the calls are those of a recursion in between: their sizes
 * follow its course. */
static uint32_t repeater(const struct ordo_profile *p, const bool *recurs, uint32_t context) {
    const struct ordo_context *c = &p->contexts[context];
    for (uint32_t at = context, up; (up = p->contexts[at].parent) != UINT32_MAX; at = up) {
        const struct ordo_profile_scope *s = &p->scopes[p->contexts[at].scope.i];
        if (recurs[s->routine.i] && (at != context || s->kind == ORDO_PROFILE_LOOP))
            return UINT32_MAX;
        if ((double)p->contexts[up].calls * REPEATED <= (double)c->calls) return up;
    }
    return UINT32_MAX;
}

/* Returns the least share of what the calls in the context read that was neither new to the scope
 * around them that repeats them, nor written in between: what other code has written, it needed at
 * least as many blocks for. NaN if it is not known. */
static double least_kept(const struct series *s, const struct series *around) {
    if (!s->n || !around->n || around->o->thread != s->o->thread) return NAN;
    const struct ordo_observation *all = &s->o[s->n - 1], *whole = &around->o[around->n - 1];
    double others =
        fmax((double)whole->sum_cost - (double)all->sum_cost, 0) + (double)whole->sum_size;
    return all->sum_size ? fmax(1 - others / (double)all->sum_size, 0) : NAN;
}

/* Returns whether nearly all that the context's calls cost was in one of them. */
static bool is_called_once(const struct series *s) {
    double most = 0, before = 0;
    if (!s->n || s->o[s->n - 1].calls != s->n) return false;
    for (uint64_t i = 0; i < s->n; i++) {
        most = fmax(most, (double)s->o[i].sum_cost - before);
        before = (double)s->o[i].sum_cost;
    }
    return most >= NEARLY_ALL * before;
}

/* If the repeater is itself called several times, later calls may be larger because its own data
 * are. Then its calls must have kept their data, too. */
static void restrict_kept(const struct series *series, const uint32_t *around, uint32_t n,
                          struct ordo_run_history *by_context) {
    for (uint32_t i = 0; i < n; i++) { /* repeaters come first */
        uint32_t up = around[i];
        if (up == UINT32_MAX || is_called_once(&series[up])) continue;
        double kept = by_context[up].kept;
        by_context[i].kept = isnan(kept) ? kept : fmin(by_context[i].kept, kept);
    }
}

/* Returns whether a call in the context is part of another call of the scope. */
static bool is_nested(const struct ordo_profile *p, uint32_t context) {
    for (uint32_t up = p->contexts[context].parent; up != UINT32_MAX; up = p->contexts[up].parent)
        if (p->contexts[up].scope.i == p->contexts[context].scope.i) return true;
    return false;
}

void ordo_run_histories_find(const struct ordo_profile *p, struct ordo_run_histories *out) {
    struct series *series = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *series);
    struct ordo_run_history *by_context =
        ordo_memory_new((size_t)p->n_contexts + 1, sizeof *by_context);
    uint32_t *around = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *around);
    bool *recurs = ordo_memory_new(p->n_scopes, sizeof *recurs);
    for (uint32_t i = 0; i < p->n_members; i++) recurs[p->members[i].i] = true;
    uint64_t *most = ordo_memory_new(p->n_scopes, sizeof *most);
    out->scope = ordo_memory_new(p->n_scopes, sizeof *out->scope);
    choose_threads(p, series);
    for (uint32_t i = 0; i < p->n_contexts; i++) judge(&series[i], &by_context[i]);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        around[i] = repeater(p, recurs, i);
        if (around[i] == UINT32_MAX)
            by_context[i].course = ORDO_COURSE_NONE;
        else
            by_context[i].kept =
                fmax(by_context[i].kept, least_kept(&series[i], &series[around[i]]));
    }
    inherit_kept(p, by_context);
    restrict_kept(series, around, p->n_contexts, by_context);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint32_t scope = p->contexts[i].scope.i;
        if (!series[i].n || is_nested(p, i)) continue;
        uint64_t cost = series[i].o[series[i].n - 1].sum_cost;
        double whole =
            (double)p->scopes[scope].cost_total + (double)p->scopes[scope].unfinished_cost;
        if (cost <= most[scope] || (double)cost < MOST_OF_COST * whole) continue;
        most[scope] = cost;
        out->scope[scope] = by_context[i];
        /* The last calls were not observed; if there are several threads or runs, these are all. */
        uint64_t not_observed = p->contexts[i].calls - by_context[i].calls;
        if (not_observed < by_context[i].calls / LEAST_WINDOWS)
            out->scope[scope].calls += not_observed;
    }
    free(series);
    free(by_context);
    free(most);
    free(recurs);
    free(around);
}

void ordo_run_histories_free(struct ordo_run_histories *h) {
    free(h->scope);
    *h = (struct ordo_run_histories){0};
}
