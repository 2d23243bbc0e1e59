/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/whole_calls.h"

#include "analysis/comparable_runs.h"
#include "analysis/loop_argument.h"
#include "analysis/run_growths.h"
#include "analysis/scope_callers.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTICEABLE 0.001 /* least share of the run */
#define ITS_OWN 0.5      /* part of a scope's cost that is its own, from which on it grows alike */
#define EACH 2.0         /* ratio of the costs of a call that shows that these grow */
#define AS_GOOD 0.02     /* errors below this are equal */
#define ROUNDING 1.5     /* cells by which a text of n bytes may differ from a line in n */

/* Arguments that are called n and m keep their letters. */
static void keep_letters(struct ordo_scope_pair *pair) {
    const char *n = strchr(pair->n, ':'), *m = strchr(pair->m, ':');
    if (!(n && strcmp(n, ":m") == 0) && !(m && strcmp(m, ":n") == 0)) return;
    char other[ORDO_SIZE_NAME];
    memcpy(other, pair->n, sizeof other);
    memcpy(pair->n, pair->m, sizeof other);
    memcpy(pair->m, other, sizeof other);
    ordo_two_sizes_swap(&pair->fit);
}

static double growth_of_pair(const struct ordo_scope_calls *c, const struct ordo_two_sizes *t,
                             double factor) {
    double now = 0, then = 0;
    for (size_t i = 0; i < c->n; i++) {
        double n = c->call[i].size[t->n], m = c->call[i].size[t->m];
        if (!(n > 0) || !(m > 0)) continue;
        now += ordo_two_sizes_value(t, n, m);
        then += ordo_two_sizes_value(t, factor * n, factor * m);
    }
    return now > 0 && then > now ? then / now : 1;
}

static struct ordo_scope_pair *make_pair(const struct ordo_analysis *a,
                                         const struct ordo_scope_calls *c,
                                         const struct ordo_two_sizes *t) {
    struct ordo_scope_pair *pair = ordo_memory_new(1, sizeof *pair);
    pair->fit = *t;
    pair->more = growth_of_pair(c, t, a->factor);
    memcpy(pair->n, c->name[t->n], sizeof pair->n);
    memcpy(pair->m, c->name[t->m], sizeof pair->m);
    keep_letters(pair);
    return pair;
}

/* Is it a loop whose cost follows no size that its points have? */
static bool lacks_size(const struct ordo_analysis *a, uint32_t scope) {
    uint32_t best = a->scope[scope].best;
    return a->profile->scopes[scope].kind == ORDO_PROFILE_LOOP &&
           (best == ORDO_SERIES_NONE || a->series[best].mean.growth == ORDO_GROWTH_NONE);
}

/* Returns whether the two sizes measure one thing: a length, and the cells that it takes. Then
 * their product is a square of something, and explains only that it has another factor. */
static bool is_one_size(const struct ordo_scope_calls *c, const struct ordo_two_sizes *t) {
    unsigned cells = strcmp(c->name[t->m], "rms") == 0 ? t->m : t->n,
             other = cells == t->m ? t->n : t->m;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, most = 0;
    if (strcmp(c->name[cells], "rms") != 0) return false;
    for (size_t i = 0; i < c->n; i++) {
        double size = c->call[i].size[other], read = c->call[i].size[cells];
        if (!(size > 0) || !(read > 0)) continue;
        n++, x += size, y += read, xx += size * size, xy += size * read;
    }
    double spread = n * xx - x * x;
    if (!(spread > 0)) return false;
    double slope = (n * xy - x * y) / spread, at_0 = (y - slope * x) / n;
    for (size_t i = 0; i < c->n; i++) {
        double size = c->call[i].size[other], read = c->call[i].size[cells];
        if (size > 0 && read > 0) most = fmax(most, fabs(read - at_0 - slope * size));
    }
    return most <= ROUNDING;
}

static void fit_scope(struct ordo_analysis *a, uint32_t scope) {
    struct ordo_scope_calls c;
    struct ordo_two_sizes t;
    struct ordo_scope_callers callers;
    struct ordo_loop_argument argument;
    ordo_scope_calls_get(a->calls, scope, &c);
    if (!c.n) return;
    ordo_two_sizes_fit(c.call, c.n, c.sizes, c.preference, a->unit, &t);
    bool is_pair = t.why == ORDO_TWO_SIZES_KNOWN && !is_one_size(&c, &t);
    bool unexplained = t.why > ORDO_TWO_SIZES_ALONE;
    if ((is_pair || unexplained) &&
        ordo_scope_callers_find(&c, a->unit, t.alone, (double)a->profile->scopes[scope].cost_total,
                                a->factor, &callers) &&
        !(is_pair && t.error <= fmax(callers.error, AS_GOOD))) {
        struct ordo_scope_callers *kept = ordo_memory_new(1, sizeof *kept);
        *kept = callers;
        a->scope[scope].callers = kept;
    } else if (is_pair) {
        a->scope[scope].pair = make_pair(a, &c, &t);
    } else if (lacks_size(a, scope) && ordo_loop_argument_find(&c, a->unit, a->factor, &argument)) {
        struct ordo_loop_argument *kept = ordo_memory_new(1, sizeof *kept);
        *kept = argument;
        a->scope[scope].argument = kept;
    }
    ordo_scope_calls_done(&c);
}

void ordo_whole_calls_fit(struct ordo_analysis *a, uint32_t first, uint32_t step) {
    const struct ordo_profile *p = a->profile;
    for (uint32_t i = first; i < p->n_scopes; i += step)
        if ((double)p->scopes[i].cost_total >= NOTICEABLE * (double)p->total_cost &&
            p->scopes[i].cost_total)
            fit_scope(a, i);
}

/* Returns whether the mean cost of a call differs between the runs by a factor of EACH. */
static bool calls_differ(const double *cost, const double *calls, size_t n) {
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) {
        double each = cost[i] / fmax(calls[i], 1);
        least = fmin(least, each);
        most = fmax(most, each);
    }
    return most >= EACH * least;
}

static void fit_runs(struct ordo_analysis *a, const struct ordo_run_sizes *s, uint32_t scope) {
    static const unsigned char preference[ORDO_CALL_SIZES] = {0};
    struct ordo_call run[ORDO_RUNS_WITH_COSTS];
    double cost[ORDO_RUNS_WITH_COSTS], calls[ORDO_RUNS_WITH_COSTS], most = 0;
    struct ordo_two_sizes t;
    size_t n = 0;
    memset(run, 0, sizeof run);
    for (uint32_t i = 0; i < s->n && n < ORDO_RUNS_WITH_COSTS; i++) {
        cost[n] = ordo_run_growths_cost(a->profile, s->run[i], scope, &calls[n]);
        if (!(cost[n] > 0)) continue;
        for (unsigned k = 0; k < s->sizes; k++) run[n].size[k] = s->size[k][i];
        most = fmax(most, cost[n]);
        run[n].cost = cost[n];
        n++;
    }
    ordo_two_sizes_fit(run, n, s->sizes, preference, a->unit, &t);
    if (t.why != ORDO_TWO_SIZES_KNOWN) return;
    struct ordo_scope_calls c = {.n = n, .call = run};
    memcpy(c.name, s->name, sizeof s->name);
    struct ordo_scope_pair *pair = make_pair(a, &c, &t);
    pair->each = calls_differ(cost, calls, n);
    pair->most = most;
    a->scope[scope].run_pair = pair;
}

void ordo_whole_runs_fit(struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    struct ordo_run_sizes s;
    ordo_run_sizes_find(p, &s);
    for (uint32_t i = 0; s.sizes >= 2 && i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY &&
            (double)p->scopes[i].cost_total >= NOTICEABLE * (double)p->total_cost)
            fit_runs(a, &s, i);
    ordo_run_sizes_free(&s);
}

/* Returns the factor by which the scope's cost grows with its sizes; 0: its calls do not show it.
 */
static double more_of(const struct ordo_scope_growth *g) {
    if (g->pair) return g->pair->more;
    return g->callers ? g->callers->more : 0;
}

bool ordo_whole_calls_predict(struct ordo_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) {
        struct ordo_scope_growth *g = &a->scope[i];
        double total = (double)a->profile->scopes[i].cost_total, more = more_of(g);
        if (!(more > 0)) continue;
        any = true;
        g->predicted_total = more * total;
        if (g->has_share && g->own_now >= ITS_OWN * total) g->own_at_10x = more * g->own_now;
    }
    return any;
}

void ordo_whole_calls_free(struct ordo_analysis *a) {
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) {
        free((void *)(uintptr_t)a->scope[i].pair);
        free((void *)(uintptr_t)a->scope[i].callers);
        free((void *)(uintptr_t)a->scope[i].argument);
        free((void *)(uintptr_t)a->scope[i].run_pair);
    }
}
