/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * call_factors.c: the size of a parent, and the calls of a child for each of its activations, are
 * averaged over octaves of the size. Their exponent is the slope of the straight line through the
 * logarithms, weighted by calls.
 */
#include "analysis/call_factors.h"

#include "analysis/call_paths.h"
#include "analysis/series_facts.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OCTAVES 64
#define LEAST_OCTAVES 3
#define LEAST_EXPONENT 0.25 /* less is noise, or a logarithm */
#define MOST_EXPONENT 2.0   /* that is extrapolated */

static unsigned octave(uint64_t n) {
    return 63u - (unsigned)__builtin_clzll(n | 1);
}

/* Activations by octave of their size, and the sum of their sizes. */
struct activations {
    double count[OCTAVES], size[OCTAVES];
};

/* Counts the scope's activations. Returns whether their sizes are known. */
static bool count_activations(const struct ordo_analysis *a, uint32_t scope,
                              struct activations *all) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_profile_scope *s = &p->scopes[scope];
    const char *cost = ordo_profile_growth_cost(p, s);
    bool known = false;
    *all = (struct activations){0};
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &p->series[s->series.first + k];
        if (strcmp(x->metric, "rms") != 0 || strcmp(x->cost, cost) != 0) continue;
        for (uint64_t i = 0; i < x->points.n; i++) {
            const struct ordo_point *q = &p->points[x->points.first + i];
            all->count[octave(q->n)] += (double)q->count;
            all->size[octave(q->n)] += (double)q->count * (double)q->n;
        }
        known = true;
    }
    return known;
}

/* Returns the exponent of the calls for each activation, by octaves of its size; 0 if they do not
 * rise or there are too few octaves. */
static double exponent(const double *calls, const struct activations *all) {
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    double largest = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < OCTAVES; k++) {
        if (!(calls[k] > 0) || !(all->size[k] > 0)) continue;
        double log_size = log2(all->size[k] / all->count[k]);
        double log_calls = log2(calls[k] / all->count[k]);
        n++;
        largest = all->size[k] / all->count[k];
        w += calls[k];
        x += calls[k] * log_size;
        y += calls[k] * log_calls;
        xx += calls[k] * log_size * log_size;
        xy += calls[k] * log_size * log_calls;
    }
    double spread = w * xx - x * x;
    if (n < LEAST_OCTAVES || largest < ORDO_SERIES_FEW_CELLS || !(spread > 0)) return 0;
    double slope = (w * xy - x * y) / spread;
    return slope < LEAST_EXPONENT ? 0 : fmin(slope, MOST_EXPONENT);
}

/* Sets by_child[i] to the exponent of the scope's i-th record of children, all records of a child
 * alike. */
static void find_exponents(const struct ordo_analysis *a, uint32_t scope, double *by_child) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_span *children = &p->scopes[scope].children;
    const struct ordo_child *c = p->children + children->first;
    struct activations all;
    if (!children->n || !count_activations(a, scope, &all)) return;
    for (uint64_t first = 0, last; first < children->n; first = last) {
        double calls[OCTAVES] = {0};
        for (last = first; last < children->n && c[last].child.i == c[first].child.i; last++)
            calls[octave(c[last].n)] += (double)c[last].calls;
        double e = exponent(calls, &all);
        for (uint64_t k = first; k < last; k++) by_child[children->first + k] = e;
    }
}

/* Returns the exponent of the calls of `child` by `parent`, which are not of one recursion. */
static double exponent_of(const struct ordo_profile *p, const double *by_child, uint32_t parent,
                          uint32_t child) {
    const struct ordo_span *children = &p->scopes[parent].children;
    uint64_t low = children->first, high = low + children->n;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (p->children[middle].child.i < child)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < children->first + children->n && p->children[low].child.i == child;
    return found ? by_child[low] : 0;
}

/* Returns the recursion that the scope is a routine or a loop of, or ORDO_SCOPE_NONE_INDEX. */
static uint32_t recursion_of(const struct ordo_call_paths *c, uint32_t scope) {
    uint32_t recursion = ordo_call_recursion(c, scope);
    return c->p->scopes[recursion].kind == ORDO_PROFILE_RECURSION ? recursion
                                                                  : ORDO_SCOPE_NONE_INDEX;
}

struct walk {
    const struct ordo_analysis *a;
    struct ordo_call_paths paths;
    double *by_child;                /* exponents, by record of children */
    uint32_t *first_child, *sibling; /* by context; UINT32_MAX: none */
    double *factor;                  /* by context: of its calls */
    double *most;                    /* by context: what it may cost at the factor */
};

static void init(struct walk *w, const struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    size_t n = (size_t)p->n_contexts + 1;
    *w = (struct walk){.a = a,
                       .by_child = ordo_memory_new(p->n_children + 1, sizeof *w->by_child),
                       .first_child = ordo_memory_new(n, sizeof *w->first_child),
                       .sibling = ordo_memory_new(n, sizeof *w->sibling),
                       .factor = ordo_memory_new(n, sizeof *w->factor),
                       .most = ordo_memory_new(n, sizeof *w->most)};
    ordo_call_paths_init(&w->paths, p, p->edges, p->n_edges);
    for (uint32_t i = 0; i < p->n_scopes; i++) find_exponents(a, i, w->by_child);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint32_t parent = p->contexts[i].parent;
        w->first_child[i] = w->sibling[i] = UINT32_MAX;
        w->factor[i] = 1;
        w->most[i] = INFINITY;
        if (parent == UINT32_MAX) continue;
        w->sibling[i] = w->first_child[parent];
        w->first_child[parent] = i;
    }
}

static void done(struct walk *w) {
    free(w->by_child);
    free(w->first_child);
    free(w->sibling);
    free(w->factor);
    free(w->most);
    ordo_call_paths_done(&w->paths);
}

/* Returns whether the context's scope has a model of its own. */
static bool has_model(const struct walk *w, uint32_t context) {
    uint32_t scope = w->a->profile->contexts[context].scope.i, best = w->a->scope[scope].best;
    return best != ORDO_SERIES_NONE && w->a->series[best].mean.growth != ORDO_GROWTH_NONE &&
           w->a->profile->scopes[scope].cost_total > 0;
}

/* Returns what the context costs at the factor with so many times its calls; each of them costs
 * what the scope's own model says, or as much as now if it has none. */
static double cost_at(const struct walk *w, uint32_t context, double calls) {
    const struct ordo_context *c = &w->a->profile->contexts[context];
    double cost = (double)c->cost * calls;
    if (!has_model(w, context)) return cost;
    return cost * w->a->scope[c->scope.i].predicted_total /
           (double)w->a->profile->scopes[c->scope.i].cost_total;
}

/* Sets the factors of the context's children. Together they cost no more than the context does: if
 * larger callers call a child more often, and if its calls are larger too, both may be one thing
 * seen twice. */
static void enter_children(struct walk *w, uint32_t context) {
    const struct ordo_profile *p = w->a->profile;
    uint32_t scope = p->contexts[context].scope.i;
    /* Within a recursion, the sizes and the calls follow from its outermost ones. */
    bool recurs = recursion_of(&w->paths, scope) != ORDO_SCOPE_NONE_INDEX;
    bool limited = has_model(w, context);
    double sum = 0, most = w->most[context];
    for (uint32_t i = w->first_child[context]; i != UINT32_MAX; i = w->sibling[i]) {
        double e = recurs ? 0 : exponent_of(p, w->by_child, scope, p->contexts[i].scope.i);
        double more = pow(w->a->factor, e), before = w->factor[context];
        w->factor[i] = limited ? before * more : fmax(before, more);
        sum += cost_at(w, i, w->factor[i]);
    }
    for (uint32_t i = w->first_child[context]; i != UINT32_MAX; i = w->sibling[i]) {
        if (sum > most) w->factor[i] = fmax(w->factor[i] * most / sum, 1);
        /* Its own model may say more than that of its caller. */
        w->most[i] = has_model(w, i) ? cost_at(w, i, w->factor[i]) : most;
    }
}

void ordo_call_factors(const struct ordo_analysis *a, double *factor) {
    const struct ordo_profile *p = a->profile;
    double *calls = ordo_memory_new(p->n_scopes, sizeof *calls);
    struct walk w;
    init(&w, a);
    for (uint32_t i = 0; i < p->n_scopes; i++) factor[i] = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) { /* parents come first */
        const struct ordo_context *c = &p->contexts[i];
        uint32_t scope = c->scope.i, within = recursion_of(&w.paths, scope);
        bool is_outermost = c->parent == UINT32_MAX ||
                            recursion_of(&w.paths, p->contexts[c->parent].scope.i) != within;
        enter_children(&w, i);
        factor[scope] += (double)c->calls * w.factor[i];
        calls[scope] += (double)c->calls;
        if (within == ORDO_SCOPE_NONE_INDEX || !is_outermost) continue;
        factor[within] += (double)c->calls * w.factor[i];
        calls[within] += (double)c->calls;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        factor[i] = calls[i] > 0 ? fmax(factor[i] / calls[i], 1) : 1;
    free(calls);
    done(&w);
}
