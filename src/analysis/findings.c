/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings.c: first the growth over a series of runs, then that of single activations where the
 * runs do not contradict it.
 */
#include "analysis/findings.h"

#include "analysis/profile_models.h"
#include "analysis/run_prediction.h"
#include "analysis/user_code.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SURE 0.75          /* least probability of outgrowing n log n */
#define STEEP 1.35         /* least log-log slope between the two largest sizes: n log n has 1.2 */
#define STEEP_IN_BYTES 1.3 /* the same by bytes, of which a number has more the larger it is */
#define STEEP_ON_AVERAGE                                                                           \
    1.25            /* and between the smallest and the largest: steps, as of tables that          \
                       double, are steep in one place only */
#define UNSEEN 0.75 /* an exponent that exceeds the last slope by more was not seen in the runs */
#define NOTICEABLE_PART 0.25 /* least share of library code in the user's scope that calls it */
#define NOTICEABLE 0.001     /* least share of the run now, */
#define WORTH_A_LINE 0.005   /* and now or at the factor */
#define DEARER                                                                                     \
    0.25 /* least exponent of the cost of one call: with less, the caller is at fault              \
          */
#define MOST_CALLERS 64
#define MOST 0.5    /* part of a scope's cost that explains the scope */
#define REFUTED 0.1 /* runs show that a scope does not outgrow n log n */

struct search {
    const struct ordo_profile *p;
    const struct ordo_analysis *a;
    const struct ordo_run_growths *g;
    uint64_t *first; /* by scope: of its edges as a caller */
    const struct ordo_edge **edge;
    uint32_t *recursion; /* by scope: the recursion whose member it is, or itself */
    bool *culprit; /* by scope: its total outgrows n log n, and so do its calls become dearer */
    struct ordo_findings *out;
    size_t capacity;
    double run_at; /* without runs: predicted cost of the run */
};

static void map_recursions(struct search *s) {
    const struct ordo_profile *p = s->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) s->recursion[i] = i;
    for (uint32_t i = p->n_scopes; i-- > 0;) {
        const struct ordo_profile_scope *r = &p->scopes[i];
        if (r->kind != ORDO_PROFILE_RECURSION) continue;
        for (uint64_t k = 0; k < r->members.n; k++)
            s->recursion[p->members[r->members.first + k].i] = i;
    }
}

static bool has_runs(const struct search *s) {
    return s->g->series.n != 0;
}

static double share_now(const struct search *s, uint32_t i) {
    const struct ordo_over_runs *run = &s->g->run;
    if (has_runs(s)) return run->cost_now > 0 ? s->g->scope[i].cost_now / run->cost_now : 0;
    return s->p->total_cost ? (double)s->p->scopes[i].cost_total / (double)s->p->total_cost : 0;
}

static double share_at(const struct search *s, uint32_t i) {
    const struct ordo_over_runs *run = &s->g->run;
    return run->at.mean > 0 ? fmin(s->g->scope[i].at.mean / run->at.mean, 1) : 0;
}

/* Returns the recursion that the scope's routine belongs to; the routine if it is in none. */
static uint32_t recursion_of(const struct search *s, uint32_t i) {
    return s->recursion[s->p->scopes[i].routine.i];
}

/* Returns the caller that the scope's cost comes from most; none for the bottom of a thread. Calls
 * from within its recursion do not count, except those of a loop by its routine. */
static uint32_t main_caller(const struct search *s, uint32_t i) {
    const struct ordo_profile *p = s->p;
    const struct ordo_profile_scope *x = &p->scopes[i];
    bool is_loop = x->kind == ORDO_PROFILE_LOOP;
    if (x->kind == ORDO_PROFILE_RECURSION) x = &p->scopes[x->routine.i];
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    uint64_t most = 0;
    for (uint64_t k = 0; k < x->callers.n; k++) {
        const struct ordo_edge *e = &p->edges[x->callers.first + k];
        if (ordo_scope_is_none(e->caller) || e->caller.i == i) continue;
        if (!is_loop && recursion_of(s, e->caller.i) == recursion_of(s, i)) continue;
        if (best == ORDO_SCOPE_NONE_INDEX || e->cost > most) best = e->caller.i, most = e->cost;
    }
    return best;
}

static double cost_in(const struct search *s, uint32_t i) {
    const struct ordo_profile_scope *x = &s->p->scopes[i];
    return (double)x->cost_total + (double)x->unfinished_cost;
}

/* Sorts the edges by caller: those of caller i are edge[first[i]] to edge[first[i + 1] - 1]. */
static void sort_edges(struct search *s) {
    const struct ordo_profile *p = s->p;
    s->first = ordo_memory_new((size_t)p->n_scopes + 2, sizeof *s->first);
    s->edge = ordo_memory_new(p->n_edges, sizeof *s->edge);
    for (uint64_t k = 0; k < p->n_edges; k++)
        if (!ordo_scope_is_none(p->edges[k].caller)) s->first[p->edges[k].caller.i + 2]++;
    for (uint32_t i = 0; i < p->n_scopes; i++) s->first[i + 2] += s->first[i + 1];
    for (uint64_t k = 0; k < p->n_edges; k++)
        if (!ordo_scope_is_none(p->edges[k].caller))
            s->edge[s->first[p->edges[k].caller.i + 1]++] = &p->edges[k];
}

static bool is_culprit(const struct search *s, uint32_t i) {
    return s->culprit[i] || s->culprit[s->recursion[i]];
}

/* Returns the culprit inside of `at` that explains most of its cost, if that is more than MOST;
 * else none. Scopes outside of at's recursion are preferred: within it, costs are counted several
 * times. Sets *returns if one that this walk has visited would explain it. */
static uint32_t next_inside(const struct search *s, uint32_t at, const uint32_t *visited,
                            uint32_t walk, bool *returns) {
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    uint64_t most = 0;
    bool best_is_outside = false;
    *returns = false;
    for (uint64_t k = s->first[at]; k < s->first[at + 1]; k++) {
        const struct ordo_edge *e = s->edge[k];
        uint32_t inner = e->callee.i;
        if (inner == at || !is_culprit(s, inner)) continue;
        if ((double)e->cost < MOST * cost_in(s, at)) continue;
        if (visited[inner] == walk) {
            *returns = true;
            continue;
        }
        bool outside = recursion_of(s, inner) != recursion_of(s, at);
        if (best != ORDO_SCOPE_NONE_INDEX &&
            (best_is_outside != outside ? best_is_outside : e->cost <= most))
            continue;
        best = inner, most = e->cost, best_is_outside = outside;
    }
    return best;
}

/* Returns whether culprits inside of `at` together explain most of its cost. */
static bool is_divided(const struct search *s, uint32_t at) {
    double sum = 0;
    for (uint64_t k = s->first[at]; k < s->first[at + 1]; k++) {
        uint32_t inner = s->edge[k]->callee.i;
        if (recursion_of(s, inner) != recursion_of(s, at) && is_culprit(s, inner))
            sum += (double)s->edge[k]->cost;
    }
    return sum >= MOST * cost_in(s, at);
}

/* Searches from a culprit inwards for the scope at which its growth arises. If all ways lead back,
 * that is the recursion. Returns none if several scopes inside share the growth: they are culprits
 * too. */
static uint32_t innermost(const struct search *s, uint32_t i, uint32_t *visited, uint32_t walk) {
    uint32_t path[MOST_CALLERS], n = 0;
    uint32_t at = s->p->scopes[i].kind == ORDO_PROFILE_RECURSION ? s->p->scopes[i].routine.i : i;
    uint32_t recursion = recursion_of(s, at);
    visited[at] = walk;
    path[n++] = at;
    while (n) {
        bool returns;
        at = path[n - 1];
        uint32_t next = next_inside(s, at, visited, walk, &returns);
        if (next != ORDO_SCOPE_NONE_INDEX && n < MOST_CALLERS) {
            visited[next] = walk;
            path[n++] = next;
            continue;
        }
        if (is_divided(s, at)) return ORDO_SCOPE_NONE_INDEX;
        recursion = recursion_of(s, at);
        if (!returns && s->culprit[at]) return at;
        if (!returns && s->culprit[recursion]) return recursion;
        n--;
    }
    return s->culprit[recursion] ? recursion : i;
}

static struct ordo_finding *add(struct search *s, enum ordo_basis basis, uint32_t scope) {
    struct ordo_findings *f = s->out;
    f->list = ordo_vector_reserve(f->list, &s->capacity, f->n + 1, sizeof *f->list);
    struct ordo_finding *x = &f->list[f->n++];
    *x = (struct ordo_finding){.basis = basis,
                               .scope = scope,
                               .multiplier = ORDO_SCOPE_NONE_INDEX,
                               .share = share_now(s, scope),
                               .metric = "run"};
    return x;
}

/* Returns the scope of the user's code that the finding is about. */
static uint32_t user_scope(const struct search *s, uint32_t i) {
    for (uint32_t step = 0; step < s->p->n_scopes && !ordo_is_user_code(s->p, i); step++) {
        uint32_t caller = main_caller(s, i);
        if (caller == ORDO_SCOPE_NONE_INDEX) break;
        i = caller;
    }
    return i;
}

/* Finds which scope makes this one run as often as it does: the innermost around it that is itself
 * called much less often. */
static void find_multiplier(const struct search *s, struct ordo_finding *f) {
    double calls = s->g->scope[f->scope].calls_now;
    uint32_t at = f->scope;
    while (f->n_through < ORDO_FINDING_THROUGH) {
        uint32_t caller = main_caller(s, at);
        if (caller == ORDO_SCOPE_NONE_INDEX) return;
        at = caller;
        caller = s->recursion[caller];
        f->through[f->n_through++] = caller;
        if (s->g->scope[caller].calls_now <= calls / 2) {
            f->multiplier = caller;
            return;
        }
    }
}

/* Returns whether the total over the runs certainly outgrows n log n, from the smallest run to the
 * largest one and still at the end. */
static bool outgrows(const struct search *s, uint32_t i) {
    const struct ordo_power_fit *f = &s->g->scope[i].cost;
    double steep = s->g->series.kind <= ORDO_RUN_SIZE_ARGUMENT ? STEEP : STEEP_IN_BYTES;
    return f->known && ordo_power_fit_outgrows(f) >= SURE && f->slope >= steep &&
           f->mean_slope >= STEEP_ON_AVERAGE && f->exponent <= f->slope + UNSEEN;
}

static void add_of_runs(struct search *s, uint32_t culprit) {
    uint32_t scope = user_scope(s, culprit);
    /* Library code may grow in a small part of what the user's scope does. */
    if (scope != culprit &&
        (!outgrows(s, scope) || share_at(s, culprit) < NOTICEABLE_PART * share_at(s, scope)))
        return;
    for (uint32_t i = 0; i < s->out->n; i++)
        if (s->out->list[i].scope == scope) return;
    const struct ordo_over_runs *r = &s->g->scope[scope];
    struct ordo_finding *f = add(s, ORDO_BASIS_RUNS, scope);
    f->growth = r->cost.growth;
    f->probability = r->cost.probability[f->growth];
    f->has_exponent = f->growth != ORDO_GROWTH_EXP;
    f->exponent = r->cost.exponent;
    f->low = r->cost.low;
    f->high = r->cost.high;
    f->calls = r->calls;
    f->each = r->cost.exponent - r->calls;
    f->calls_now = r->calls_now;
    f->share_at = share_at(s, scope);
    f->total_at = r->at.mean;
    if (f->calls >= DEARER) find_multiplier(s, f);
}

static void find_over_runs(struct search *s) {
    const struct ordo_profile *p = s->p;
    uint32_t *visited = ordo_memory_new(p->n_scopes, sizeof *visited);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_over_runs *r = &s->g->scope[i];
        if (!outgrows(s, i)) continue;
        if (share_now(s, i) < NOTICEABLE) continue;
        if (fmax(share_now(s, i), share_at(s, i)) < WORTH_A_LINE) continue;
        double top = r->cost.growth == ORDO_GROWTH_EXP ? r->cost.mean_slope : r->cost.exponent;
        s->culprit[i] = top - r->calls >= DEARER;
    }
    sort_edges(s);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (s->culprit[i]) {
            uint32_t inner = innermost(s, i, visited, i + 1);
            if (inner != ORDO_SCOPE_NONE_INDEX) add_of_runs(s, inner);
        }
    free(visited);
    free(s->first);
    free(s->edge);
}

/* Returns the recursion that a routine or another of its recursions belongs to; loops, and other
 * routines, are returned as they are. */
static uint32_t whole(const struct search *s, uint32_t i) {
    return s->p->scopes[i].kind == ORDO_PROFILE_LOOP ? i : recursion_of(s, i);
}

/* Returns whether `outer` is on the main path from the bottom of the thread to `inner`. */
static bool is_around(const struct search *s, uint32_t outer, uint32_t inner) {
    outer = whole(s, outer);
    for (int step = 0; inner != ORDO_SCOPE_NONE_INDEX && step < MOST_CALLERS; step++) {
        if (whole(s, inner) == outer) return true;
        inner = main_caller(s, inner);
    }
    return false;
}

/* Returns whether a finding is about the same growth: its scope is inside of this one, or around
 * it. */
static bool is_repeated(const struct search *s, uint32_t scope) {
    for (uint32_t k = 0; k < s->out->n; k++) {
        uint32_t other = s->out->list[k].scope;
        if (is_around(s, other, scope) || is_around(s, scope, other)) return true;
    }
    return false;
}

/* Returns whether the runs show that the total does not outgrow n log n. */
static bool is_refuted(const struct search *s, uint32_t i) {
    const struct ordo_power_fit *f = has_runs(s) ? &s->g->scope[i].cost : NULL;
    return f && f->known && (ordo_power_fit_outgrows(f) < REFUTED || f->slope < STEEP_ON_AVERAGE);
}

static void find_in_activations(struct search *s) {
    const struct ordo_profile *p = s->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_scope_growth *x = &s->a->scope[i];
        const struct ordo_cause *c = &x->cause;
        if (c->kind == ORDO_CAUSE_NONE || c->root.i != i || c->growth == ORDO_GROWTH_NONE) continue;
        if (ordo_growth_degree(c->growth) <= 1 || share_now(s, i) < NOTICEABLE) continue;
        uint32_t scope = user_scope(s, i);
        if (is_refuted(s, i) || is_refuted(s, scope) || is_repeated(s, scope)) continue;
        const struct ordo_model *m = &s->a->series[x->best].mean;
        struct ordo_finding *f = add(s, ORDO_BASIS_ACTIVATION, scope);
        f->growth = c->growth;
        f->probability = m->posterior[c->growth];
        f->has_exponent = m->has_exponent;
        f->exponent = m->exponent;
        f->low = m->low;
        f->high = m->high;
        f->metric = p->series[x->best].metric;
        f->total_at = has_runs(s) ? s->g->scope[scope].at.mean : s->a->scope[scope].predicted_total;
        f->share_at = has_runs(s)     ? share_at(s, scope)
                      : s->run_at > 0 ? fmin(f->total_at / fmax(s->run_at, f->total_at), 1)
                                      : 0;
    }
}

static int by_rank(const void *a, const void *b) {
    const struct ordo_finding *x = a, *y = b;
    bool explosive = x->growth == ORDO_GROWTH_EXP;
    if (explosive != (y->growth == ORDO_GROWTH_EXP)) return explosive ? -1 : 1;
    if (x->share_at != y->share_at) return x->share_at > y->share_at ? -1 : 1;
    if (x->total_at != y->total_at) return x->total_at > y->total_at ? -1 : 1;
    return (x->scope > y->scope) - (x->scope < y->scope);
}

void ordo_findings_find(const struct ordo_analysis *a, const char *size, double factor,
                        struct ordo_findings *out) {
    *out = (struct ordo_findings){.factor = factor};
    ordo_run_growths_find(a->profile, size, factor, &out->runs);
    struct search s = {.p = a->profile, .a = a, .g = &out->runs, .out = out};
    s.recursion = ordo_memory_new(s.p->n_scopes, sizeof *s.recursion);
    s.culprit = ordo_memory_new(s.p->n_scopes, sizeof *s.culprit);
    map_recursions(&s);
    if (has_runs(&s))
        find_over_runs(&s);
    else
        s.run_at = ordo_run_prediction(a);
    find_in_activations(&s);
    free(s.culprit);
    free(s.recursion);
    if (out->n) qsort(out->list, out->n, sizeof *out->list, by_rank);
}

void ordo_findings_free(struct ordo_findings *f) {
    ordo_run_growths_free(&f->runs);
    free(f->list);
    *f = (struct ordo_findings){0};
}
