/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/finding_search.h"

#include "analysis/user_code.h"
#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

#define NEARLY_ALL 0.9 /* of the calls */
#define OFTEN 8.0      /* calls of a scope for each call around it */
#define NOT_LITTLE 0.1 /* part of the cost that is its own */
#define LEVELS 4.0     /* most levels of a recursion that divides, as a multiple of the logarithm */
#define SHARED 2.0     /* most of what its levels read, as a multiple of what the outermost reads */

double ordo_search_share_now(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_over_runs *run = &s->g->run;
    if (ordo_search_has_runs(s))
        return run->cost_now > 0 ? s->g->scope[i].cost_now / run->cost_now : 0;
    return s->p->total_cost ? (double)s->p->scopes[i].cost_total / (double)s->p->total_cost : 0;
}

double ordo_search_share_at(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_over_runs *run = &s->g->run;
    return run->at.mean > 0 ? fmin(s->g->scope[i].at.mean / run->at.mean, 1) : 0;
}

static bool is_culprit(const struct ordo_finding_search *s, uint32_t i) {
    return s->culprit[i] || s->culprit[s->paths.recursion[i]];
}

/* Returns the culprit inside of `at` that explains most of its cost, and at least the part
 * ORDO_FINDING_MOST; else none. Scopes outside of at's recursion are preferred: within it, costs
 * are counted several times. Sets *returns if one that this walk has visited would explain it. */
static uint32_t next_inside(const struct ordo_finding_search *s, uint32_t at,
                            const uint32_t *visited, uint32_t walk, bool *returns) {
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    uint64_t most = 0;
    bool best_is_outside = false;
    *returns = false;
    for (uint64_t k = s->paths.first[at]; k < s->paths.first[at + 1]; k++) {
        const struct ordo_edge *e = s->paths.edge[k];
        uint32_t inner = e->callee.i;
        if (inner == at || !is_culprit(s, inner)) continue;
        if ((double)e->cost < ORDO_FINDING_MOST * ordo_search_cost_in(s, at)) continue;
        if (visited[inner] == walk) {
            *returns = true;
            continue;
        }
        bool outside = ordo_call_recursion(&s->paths, inner) != ordo_call_recursion(&s->paths, at);
        if (best != ORDO_SCOPE_NONE_INDEX &&
            (best_is_outside != outside ? best_is_outside : e->cost <= most))
            continue;
        best = inner, most = e->cost, best_is_outside = outside;
    }
    return best;
}

/* Returns whether culprits inside of `at`, each of which can be a finding, together explain most of
 * its cost. */
static bool is_divided(const struct ordo_finding_search *s, uint32_t at) {
    double sum = 0;
    for (uint64_t k = s->paths.first[at]; k < s->paths.first[at + 1]; k++) {
        uint32_t inner = s->paths.edge[k]->callee.i;
        double cost = (double)s->paths.edge[k]->cost;
        if (ordo_call_recursion(&s->paths, inner) == ordo_call_recursion(&s->paths, at) ||
            !is_culprit(s, inner))
            continue;
        /* Library code with a small part would be no finding. */
        if (ordo_is_user_code(s->p, inner) ||
            cost >= ORDO_FINDING_NOTICEABLE_PART * ordo_search_cost_in(s, at))
            sum += cost;
    }
    return sum >= ORDO_FINDING_MOST * ordo_search_cost_in(s, at);
}

uint32_t ordo_search_arises_at(const struct ordo_finding_search *s, uint32_t i, uint32_t *visited,
                               uint32_t walk) {
    uint32_t path[ORDO_CALL_PATHS_LONGEST], n = 0;
    uint32_t at = s->p->scopes[i].kind == ORDO_PROFILE_RECURSION ? s->p->scopes[i].routine.i : i;
    uint32_t recursion = ordo_call_recursion(&s->paths, at);
    visited[at] = walk;
    path[n++] = at;
    while (n) {
        bool returns;
        at = path[n - 1];
        uint32_t next = next_inside(s, at, visited, walk, &returns);
        if (next != ORDO_SCOPE_NONE_INDEX && n < ORDO_CALL_PATHS_LONGEST) {
            visited[next] = walk;
            path[n++] = next;
            continue;
        }
        if (is_divided(s, at)) return ORDO_SCOPE_NONE_INDEX;
        recursion = ordo_call_recursion(&s->paths, at);
        if (!returns && s->culprit[at]) return at;
        if (!returns && s->culprit[recursion]) return recursion;
        n--;
    }
    return s->culprit[recursion] ? recursion : i;
}

/* Returns the sum of the sizes in cells of the scope's activations; a recursion's: of the outermost
 * ones. Sets *levels to its greatest depth. */
static double sum_of_sizes(const struct ordo_finding_search *s, uint32_t i, double *levels) {
    const struct ordo_profile *p = s->p;
    uint32_t unit = p->scopes[i].kind == ORDO_PROFILE_RECURSION;
    double sum = 0;
    for (uint64_t k = 0; k < p->scopes[i].series.n; k++) {
        const struct ordo_series *x = &p->series[p->scopes[i].series.first + k];
        if (strcmp(x->metric, "depth") == 0) *levels = fmax(*levels, (double)x->n_max + 1);
        if (strcmp(x->metric, "rms") != 0 || strcmp(x->cost, p->cost_metric) != 0) continue;
        if (x->unit != unit) continue;
        for (uint64_t j = 0; j < x->points.n; j++)
            sum += (double)p->points[x->points.first + j].sum_n;
    }
    return sum;
}

bool ordo_search_divides(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_profile *p = s->p;
    uint32_t r = ordo_call_recursion(&s->paths, i);
    if (p->scopes[r].kind != ORDO_PROFILE_RECURSION || !p->scopes[r].calls) return false;
    double levels = 1, activations = 0, inner = 0, outer = sum_of_sizes(s, r, &levels);
    for (uint64_t k = 0; k < p->scopes[r].members.n; k++) {
        uint32_t member = p->members[p->scopes[r].members.first + k].i;
        activations += (double)p->scopes[member].calls;
        inner += sum_of_sizes(s, member, &levels);
    }
    return levels <= LEVELS * log2(fmax(activations / (double)p->scopes[r].calls, 2)) &&
           inner <= SHARED * levels * outer;
}

/* Is the context one of the scope, which may be a recursion? */
static bool is_of(const struct ordo_finding_search *s, uint32_t context, uint32_t scope) {
    uint32_t at = s->p->contexts[context].scope.i;
    return at == scope || (s->p->scopes[scope].kind == ORDO_PROFILE_RECURSION &&
                           ordo_call_recursion(&s->paths, at) == scope);
}

static double calls_of(const struct ordo_finding_search *s, uint32_t i) {
    return ordo_search_has_runs(s) ? s->g->scope[i].calls_now
           : s->a->run             ? s->a->run->scope[i].executions
                                   : (double)s->p->scopes[i].calls;
}

/* What the scopes inside of another one cost there, by scope. */
struct inside {
    double *calls, *whole;
    double *own, *library; /* own cost, with that of library routines it calls, and these alone */
    double calls_of_outer, all;
};

static void count_inside(const struct ordo_finding_search *s, uint32_t outer, struct inside *x) {
    const struct ordo_profile *p = s->p;
    bool *inside = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *inside);
    for (uint32_t k = 0; k < p->n_contexts; k++) { /* parents come first */
        const struct ordo_context *c = &p->contexts[k];
        bool below = c->parent != UINT32_MAX && inside[c->parent];
        inside[k] = is_of(s, k, outer) || below;
        if (!inside[k]) continue;
        if (!below) x->calls_of_outer += (double)c->calls;
        x->all += (double)c->self;
        uint32_t up = k;
        while (p->scopes[p->contexts[up].scope.i].kind == ORDO_PROFILE_LIBRARY &&
               p->contexts[up].parent != UINT32_MAX && inside[p->contexts[up].parent])
            up = p->contexts[up].parent;
        uint32_t scope = p->contexts[up].scope.i;
        x->own[scope] += (double)c->self;
        if (up != k) x->library[scope] += (double)c->self;
        x->calls[c->scope.i] += (double)c->calls;
        for (up = c->parent; up != UINT32_MAX && inside[up]; up = p->contexts[up].parent)
            if (p->contexts[up].scope.i == c->scope.i) break;
        if (up == UINT32_MAX || !inside[up]) x->whole[c->scope.i] += (double)c->cost;
    }
    free(inside);
}

/* Returns whether the scope could make the passes of the calls that it is inside of. What it calls
 * for each element, such as a comparison, runs much more often than these. */
static bool is_core(const struct ordo_finding_search *s, const struct inside *x, uint32_t i) {
    if (x->calls[i] > OFTEN * x->calls_of_outer) return false;
    if (x->whole[i] < ORDO_FINDING_MOST * ordo_search_cost_in(s, i)) return false;
    if (!ordo_search_is_plain(s, i))
        return x->whole[i] >= ORDO_FINDING_MOST * x->all && x->own[i] >= NOT_LITTLE * x->all;
    return x->library[i] >= ORDO_FINDING_MOST * x->own[i] &&
           x->own[i] >= ORDO_FINDING_MOST * x->all;
}

uint32_t ordo_search_core(const struct ordo_finding_search *s, uint32_t i) {
    uint32_t n = s->p->n_scopes, best = ORDO_SCOPE_NONE_INDEX;
    if (!ordo_search_is_plain(s, i)) return i;
    struct inside x = {.calls = ordo_memory_new(n, sizeof *x.calls),
                       .whole = ordo_memory_new(n, sizeof *x.whole),
                       .own = ordo_memory_new(n, sizeof *x.own),
                       .library = ordo_memory_new(n, sizeof *x.library)};
    count_inside(s, i, &x);
    for (uint32_t k = 0; k < n; k++)
        if (x.calls[k] > 0 && is_core(s, &x, k) &&
            (best == ORDO_SCOPE_NONE_INDEX || x.own[k] > x.own[best]))
            best = k;
    free(x.calls);
    free(x.whole);
    free(x.own);
    free(x.library);
    return best;
}

struct ordo_finding *ordo_search_add(struct ordo_finding_search *s, enum ordo_basis basis,
                                     uint32_t scope) {
    struct ordo_findings *f = s->out;
    f->list = ordo_vector_reserve(f->list, &s->capacity, f->n + 1, sizeof *f->list);
    struct ordo_finding *x = &f->list[f->n++];
    *x = (struct ordo_finding){.basis = basis,
                               .scope = scope,
                               .inner = scope,
                               .multiplier = ORDO_SCOPE_NONE_INDEX,
                               .share = ordo_search_share_now(s, scope),
                               .metric = "run"};
    return x;
}

/* Returns which part of the calls of a scope comes from `outer`, at any distance; all of a
 * production profile, whose contexts are those of samples. */
static double part_from(const struct ordo_finding_search *s, uint32_t called, uint32_t outer) {
    double from = 0, all = 0;
    for (uint32_t i = 0; i < s->p->n_contexts && !s->a->run; i++) {
        if (!is_of(s, i, called)) continue;
        uint32_t up = s->p->contexts[i].parent;
        while (up != UINT32_MAX && !is_of(s, up, outer)) up = s->p->contexts[up].parent;
        all += (double)s->p->contexts[i].calls;
        if (up != UINT32_MAX) from += (double)s->p->contexts[i].calls;
    }
    return all > 0 ? from / all : 1;
}

void ordo_search_multiplier(const struct ordo_finding_search *s, struct ordo_finding *f,
                            uint32_t called) {
    double calls = calls_of(s, called);
    uint32_t at = called;
    while (f->n_through < ORDO_FINDING_THROUGH) {
        uint32_t caller = ordo_call_main_caller(&s->paths, at);
        if (caller == ORDO_SCOPE_NONE_INDEX) break;
        at = caller;
        caller = s->paths.recursion[caller];
        f->through[f->n_through++] = caller;
        if (calls_of(s, caller) <= calls / 2 && part_from(s, called, caller) >= NEARLY_ALL) {
            f->multiplier = caller;
            return;
        }
    }
    f->n_through = 0;
}

void ordo_finding_set_fit(struct ordo_finding *f, const struct ordo_power_fit *c) {
    f->growth = c->growth;
    f->probability = c->probability[c->growth];
    f->has_exponent = c->growth != ORDO_GROWTH_EXP;
    f->exponent = c->exponent;
    f->low = c->low;
    f->high = c->high;
}

void ordo_finding_set_model(struct ordo_finding *f, const struct ordo_model *m,
                            enum ordo_growth growth, const char *metric) {
    f->growth = growth;
    f->probability = m->posterior[growth];
    f->has_exponent = m->has_exponent;
    f->exponent = m->exponent;
    f->low = m->low;
    f->high = m->high;
    f->metric = metric;
}

uint32_t ordo_search_user_scope(const struct ordo_finding_search *s, uint32_t i) {
    uint32_t scope = ordo_user_scope_of(&s->paths, i);
    const struct ordo_observation *o = s->histories.scope[i].observed;
    if (s->of_history && !s->a->run && o) {
        uint32_t at = o->context;
        while (at != UINT32_MAX && !ordo_is_user_code(s->p, s->p->contexts[at].scope.i))
            at = s->p->contexts[at].parent;
        scope = at == UINT32_MAX ? scope : s->p->contexts[at].scope.i;
    }
    return scope == ORDO_SCOPE_NONE_INDEX ? i : scope;
}

/* Returns whether most of the cost of `inner` arises in calls from `outer`, at any distance. */
static bool is_mostly_inside(const struct ordo_finding_search *s, uint32_t inner, uint32_t outer) {
    double inside = 0, all = 0;
    for (uint32_t i = 0; i < s->p->n_contexts; i++) {
        if (!is_of(s, i, inner)) continue;
        bool below_itself = false, below = false;
        for (uint32_t up = s->p->contexts[i].parent; up != UINT32_MAX;
             up = s->p->contexts[up].parent) {
            below_itself |= is_of(s, up, inner);
            below |= is_of(s, up, outer);
        }
        if (below_itself) continue;
        all += (double)s->p->contexts[i].cost;
        if (below) inside += (double)s->p->contexts[i].cost;
    }
    return inside > ORDO_FINDING_MOST * all;
}

static bool is_around(const struct ordo_finding_search *s, uint32_t outer, uint32_t inner) {
    return ordo_call_is_around(&s->paths, outer, inner) || is_mostly_inside(s, inner, outer);
}

/* Returns whether two scopes together have more than the run, so that most of the smaller one is a
 * part of the larger one. The ways within a recursion are not known. */
static bool overlap(double share, double other) {
    return share + other - 1 > ORDO_FINDING_MOST * fmin(share, other);
}

/* Returns whether the findings from `first` on that are inside of the k-th explain most of it, now
 * or at the factor, and grow as fast. */
static bool is_explained(const struct ordo_finding_search *s, uint32_t first, uint32_t k) {
    const struct ordo_finding *f = &s->out->list[k];
    double inside = 0, inside_at = 0;
    for (uint32_t j = first; j < s->out->n; j++) {
        const struct ordo_finding *x = &s->out->list[j];
        if (j == k) continue;
        if (is_around(s, f->scope, x->scope) ? is_around(s, x->scope, f->scope)
                                             : !overlap(f->share, x->share) || x->share >= f->share)
            continue;
        bool slower = f->growth == ORDO_GROWTH_EXP
                          ? x->growth != ORDO_GROWTH_EXP
                          : x->has_exponent && x->exponent < f->exponent - ORDO_FINDING_SLOWER;
        if (slower) continue;
        inside += x->share;
        inside_at += x->share_at;
    }
    return inside >= ORDO_FINDING_MOST * f->share ||
           (inside_at > 0 && inside_at >= ORDO_FINDING_MOST * f->share_at);
}

void ordo_search_drop_explained(struct ordo_finding_search *s, uint32_t first) {
    for (uint32_t k = first; k < s->out->n;) {
        if (is_explained(s, first, k))
            s->out->list[k] = s->out->list[--s->out->n];
        else
            k++;
    }
}

bool ordo_search_is_repeated(const struct ordo_finding_search *s, uint32_t scope, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t other = s->out->list[k].scope;
        if (is_around(s, other, scope) || is_around(s, scope, other)) return true;
        if (overlap(ordo_search_share_now(s, scope), ordo_search_share_now(s, other))) return true;
    }
    return false;
}

bool ordo_search_is_listed(const struct ordo_finding_search *s, uint32_t scope) {
    for (uint32_t k = 0; k < s->out->n; k++)
        if (s->out->list[k].scope == scope) return true;
    return false;
}

/* Returns whether several runs show how the scope's total grows. */
static bool is_known_over_runs(const struct ordo_finding_search *s, uint32_t i) {
    return ordo_search_has_runs(s) && !s->a->scope[i].run_pair && s->g->scope[i].cost.known;
}

void ordo_search_innermost(struct ordo_finding_search *s, double least_share,
                           bool (*is_at_fault)(const struct ordo_finding_search *, uint32_t),
                           void (*add_one)(struct ordo_finding_search *, uint32_t, uint32_t)) {
    const struct ordo_profile *p = s->p;
    uint32_t *visited = ordo_memory_new(p->n_scopes, sizeof *visited);
    uint32_t before = s->out->n;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        s->culprit[i] = !is_known_over_runs(s, i) && ordo_search_share_now(s, i) >= least_share &&
                        is_at_fault(s, i);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (!s->culprit[i]) continue;
        uint32_t inner = ordo_search_arises_at(s, i, visited, i + 1);
        if (inner == ORDO_SCOPE_NONE_INDEX) continue;
        uint32_t scope = ordo_search_user_scope(s, inner);
        if (scope != inner && ordo_search_share_now(s, inner) <
                                  ORDO_FINDING_NOTICEABLE_PART * ordo_search_share_now(s, scope))
            continue;
        if (!ordo_search_is_listed(s, scope) && !ordo_search_is_repeated(s, scope, before))
            add_one(s, scope, inner);
    }
    ordo_search_drop_explained(s, before);
    free(visited);
}
