/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings.c: first the growth over a series of runs, then that within one run where the runs do
 * not show it, then that of single activations where the runs do not contradict it.
 */
#include "analysis/findings.h"

#include "analysis/call_paths.h"
#include "analysis/profile_models.h"
#include "analysis/user_code.h"
#include "base/memory.h"
#include "base/vector.h"
#include "model/run/run_scope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Probabilities of outgrowing n log n: least of a finding, most of a scope that the runs acquit. */
#define SURE 0.75
#define CERTAIN 0.9 /* of a worst case, which few activations show, and of a small share */
#define REFUTED 0.1
/* Least log-log slopes: between the two largest sizes, where n log n has 1.2 (by bytes a little
 * less, because a number has more bytes the larger it is), and from the smallest size to the
 * largest. Steps, as of tables that double, are steep in one place only. */
#define STEEP 1.35
#define STEEP_IN_BYTES 1.3
#define STEEP_ON_AVERAGE 1.25
/* An exponent that exceeds the last slope by more was not seen in the runs. */
#define UNSEEN 0.75
/* Width of the interval of the slope at the largest sizes, for growth beyond them. */
#define NARROW 0.05
/* An interval that is wider says little about the exponent; one over runs or a run, nothing. */
#define WIDE 1.0
#define UNKNOWN 2.2
/* A class this far from the interval of the exponent is not named. */
#define NEAR 0.35
/* Least exponent of the cost of one call. With less, the caller is at fault. */
#define OF_ONE_CALL 0.25
/* Least shares: of the run now, of the run now or at the factor, and of library code in the user's
 * scope that calls it. */
#define NOTICEABLE 0.001
#define WORTH_A_LINE 0.005
#define NOTICEABLE_PART 0.25
/* Part of a scope's cost that explains the scope. */
#define MOST 0.5
/* Least share of what calls of one size read that the call before had accessed. */
#define KEPT_ALL 0.8
/* Activations of a recursion for each cell or object of a tree that it visits; so many outermost
 * ones show more than one tree. */
#define FEW_VISITS 4.0
#define MANY_ENTRIES 8
#define SEVERAL 4 /* calls */
/* Greatest exponent that is extrapolated. */
#define MOST_EXPONENT 3.0
/* Least share of a scope whose growth is in doubt. */
#define MATTERS 0.05
/* Conditional findings: calls, and cells of a call. */
#define MANY_CALLS 64
#define MANY_CELLS 64
/* Findings of two sizes: least ratio of the largest and the smallest of each. */
#define VARIED 4.0

struct search {
    const struct ordo_profile *p;
    const struct ordo_analysis *a;
    const struct ordo_run_growths *g;
    struct ordo_run_histories histories;
    struct ordo_call_paths paths;
    bool *culprit; /* by scope: it outgrows n log n, and one call of it becomes more expensive */
    struct ordo_findings *out;
    size_t capacity;
};

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

static double cost_in(const struct search *s, uint32_t i) {
    const struct ordo_profile_scope *x = &s->p->scopes[i];
    return (double)x->cost_total + (double)x->unfinished_cost;
}

static bool is_culprit(const struct search *s, uint32_t i) {
    return s->culprit[i] || s->culprit[s->paths.recursion[i]];
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
    for (uint64_t k = s->paths.first[at]; k < s->paths.first[at + 1]; k++) {
        const struct ordo_edge *e = s->paths.edge[k];
        uint32_t inner = e->callee.i;
        if (inner == at || !is_culprit(s, inner)) continue;
        if ((double)e->cost < MOST * cost_in(s, at)) continue;
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

/* Returns whether culprits inside of `at` together explain most of its cost. */
static bool is_divided(const struct search *s, uint32_t at) {
    double sum = 0;
    for (uint64_t k = s->paths.first[at]; k < s->paths.first[at + 1]; k++) {
        uint32_t inner = s->paths.edge[k]->callee.i;
        if (ordo_call_recursion(&s->paths, inner) != ordo_call_recursion(&s->paths, at) &&
            is_culprit(s, inner))
            sum += (double)s->paths.edge[k]->cost;
    }
    return sum >= MOST * cost_in(s, at);
}

/* Searches from a culprit inwards for the scope at which its growth arises. If all ways lead back,
 * that is the recursion. Returns none if several scopes inside share the growth: they are culprits
 * too. */
static uint32_t innermost(const struct search *s, uint32_t i, uint32_t *visited, uint32_t walk) {
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

static void set_fit(struct ordo_finding *f, const struct ordo_power_fit *c) {
    f->growth = c->growth;
    f->probability = c->probability[c->growth];
    f->has_exponent = c->growth != ORDO_GROWTH_EXP;
    f->exponent = c->exponent;
    f->low = c->low;
    f->high = c->high;
}

static void set_model(struct ordo_finding *f, const struct ordo_model *m, enum ordo_growth growth,
                      const char *metric) {
    f->growth = growth;
    f->probability = m->posterior[growth];
    f->has_exponent = m->has_exponent;
    f->exponent = m->exponent;
    f->low = m->low;
    f->high = m->high;
    f->metric = metric;
}

/* Returns the scope of the user's code that the finding is about; the scope itself if none is
 * known.
 */
static uint32_t user_scope(const struct search *s, uint32_t i) {
    uint32_t at = i;
    for (uint32_t step = 0; step < s->p->n_scopes && !ordo_is_user_code(s->p, at); step++) {
        at = ordo_call_main_caller(&s->paths, at);
        if (at == ORDO_SCOPE_NONE_INDEX) return i;
    }
    return at;
}

/* Finds which scope makes this one run as often as it does: the innermost around it that is itself
 * called much less often. */
static void find_multiplier(const struct search *s, struct ordo_finding *f) {
    double calls = s->g->scope[f->scope].calls_now;
    uint32_t at = f->scope;
    while (f->n_through < ORDO_FINDING_THROUGH) {
        uint32_t caller = ordo_call_main_caller(&s->paths, at);
        if (caller == ORDO_SCOPE_NONE_INDEX) return;
        at = caller;
        caller = s->paths.recursion[caller];
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
    if (s->a->scope[i].run_pair) return false; /* see outgrows_over_runs_by_two_sizes() */
    return f->known && ordo_power_fit_outgrows(f) >= SURE && f->slope >= steep &&
           f->mean_slope >= STEEP_ON_AVERAGE && f->exponent <= f->slope + UNSEEN &&
           (f->growth == ORDO_GROWTH_EXP || f->high - f->low <= UNKNOWN);
}

/* Returns whether growth that the runs show is beyond doubt: a class fits, the exponent is known
 * and above n log n, and so is the slope if it goes on to fall. */
static bool is_beyond_doubt(const struct search *s, uint32_t i) {
    const struct ordo_power_fit *f = &s->g->scope[i].cost;
    double flatter = fmax(f->mean_slope - f->slope, 0);
    if (f->growth == ORDO_GROWTH_EXP) return true;
    if (f->growth == ORDO_GROWTH_NONE) return false;
    return ordo_power_fit_outgrows(f) >= CERTAIN && f->probability[f->growth] >= SURE &&
           f->low >= STEEP && f->high - f->low <= WIDE && f->slope - flatter >= STEEP;
}

/* Returns the exponent of the cost of one call. */
static double of_one_call(const struct ordo_over_runs *r) {
    double total = r->cost.growth == ORDO_GROWTH_EXP ? r->cost.mean_slope : r->cost.exponent;
    return total - r->calls;
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
    set_fit(f, &r->cost);
    f->calls = r->calls;
    f->each = of_one_call(r);
    f->calls_now = r->calls_now;
    f->share_at = share_at(s, scope);
    f->total_at = r->at.mean;
    if (f->calls >= OF_ONE_CALL) find_multiplier(s, f);
}

static void find_over_runs(struct search *s) {
    const struct ordo_profile *p = s->p;
    uint32_t *visited = ordo_memory_new(p->n_scopes, sizeof *visited);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_over_runs *r = &s->g->scope[i];
        if (!outgrows(s, i)) continue;
        if (share_now(s, i) < NOTICEABLE) continue;
        if (fmax(share_now(s, i), share_at(s, i)) < WORTH_A_LINE) continue;
        if (share_now(s, i) < MATTERS && !is_beyond_doubt(s, i)) continue;
        s->culprit[i] = of_one_call(r) >= OF_ONE_CALL;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (s->culprit[i]) {
            uint32_t inner = innermost(s, i, visited, i + 1);
            if (inner != ORDO_SCOPE_NONE_INDEX) add_of_runs(s, inner);
        }
    free(visited);
}

/* Returns whether several runs show how the scope's total grows. */
static bool is_known_over_runs(const struct search *s, uint32_t i) {
    return has_runs(s) && !s->a->scope[i].run_pair && s->g->scope[i].cost.known;
}

/* Returns whether the scope was called several times and outgrows n log n in its own size: then
 * that is the finding, not that its calls became larger. */
static bool outgrows_its_size(const struct search *s, uint32_t i) {
    if (i == ORDO_SCOPE_NONE_INDEX || s->p->scopes[i].calls < SEVERAL) return false;
    uint32_t best = s->a->scope[i].best;
    if (best == ORDO_SERIES_NONE) return false;
    enum ordo_growth growth = s->a->series[best].mean.growth;
    return growth != ORDO_GROWTH_NONE && ordo_growth_degree(growth) > 1;
}

/* Returns whether the scope's calls pass over data of earlier calls, and became more expensive
 * until the end of the run. */
static bool grows_within_run(const struct search *s, uint32_t i) {
    const struct ordo_run_history *h = &s->histories.scope[i];
    const struct ordo_power_fit *f = &h->cost;
    return (h->course == ORDO_COURSE_RISES || h->course == ORDO_COURSE_FALLS) &&
           h->kept >= ORDO_HISTORY_KEPT && f->known && ordo_power_fit_outgrows(f) >= SURE &&
           f->slope >= STEEP && f->mean_slope >= STEEP_ON_AVERAGE &&
           f->slope <= MOST_EXPONENT + UNSEEN && f->high - f->low <= UNKNOWN &&
           !outgrows_its_size(s, i) && !outgrows_its_size(s, h->around);
}

/* Returns whether many calls of the scope pass over the same data. */
static bool passes_again(const struct search *s, uint32_t i) {
    const struct ordo_run_history *h = &s->histories.scope[i];
    return h->course == ORDO_COURSE_STEADY && h->kept >= KEPT_ALL && !(h->seen < KEPT_ALL) &&
           h->calls >= MANY_CALLS && h->size >= MANY_CELLS;
}

/* Adds a finding about the scope, with the history of `inner`, which is the scope itself or library
 * code in it. */
static struct ordo_finding *add_of_history(struct search *s, enum ordo_basis basis, uint32_t scope,
                                           uint32_t inner) {
    const struct ordo_run_history *h = &s->histories.scope[inner];
    struct ordo_finding *f = add(s, basis, scope);
    f->metric = "calls";
    f->growth = ORDO_GROWTH_NONE;
    f->calls_now = (double)h->calls;
    f->observed = h->observed;
    f->n_observed = h->n_observed;
    f->first_size = basis == ORDO_BASIS_PASSES ? h->size : h->first_size;
    f->last_size = basis == ORDO_BASIS_PASSES ? h->size : h->last_size;
    return f;
}

static void add_of_run(struct search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_power_fit *c = &s->histories.scope[inner].cost;
    /* Samples do not show what plain code wrote between two calls. */
    enum ordo_basis basis = s->a->run ? ORDO_BASIS_KEPT : ORDO_BASIS_RUN;
    struct ordo_finding *f = add_of_history(s, basis, scope, inner);
    set_fit(f, c);
    f->total_at = cost_in(s, scope) * pow(s->a->factor, fmin(c->exponent, MOST_EXPONENT));
}

static void add_passes(struct search *s, uint32_t scope, uint32_t inner) {
    struct ordo_finding *f = add_of_history(s, ORDO_BASIS_PASSES, scope, inner);
    f->total_at = s->a->scope[scope].predicted_total;
}

/* Returns whether one of the first n findings is about the same growth: its scope is inside of this
 * one, or around it. */
static bool is_repeated(const struct search *s, uint32_t scope, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t other = s->out->list[k].scope;
        if (ordo_call_is_around(&s->paths, other, scope) ||
            ordo_call_is_around(&s->paths, scope, other))
            return true;
    }
    return false;
}

static bool is_listed(const struct search *s, uint32_t scope) {
    for (uint32_t k = 0; k < s->out->n; k++)
        if (s->out->list[k].scope == scope) return true;
    return false;
}

/* Adds the innermost of the scopes that are at fault, unless earlier findings are about the same
 * growth. */
static void find_innermost(struct search *s, double least_share,
                           bool (*is_at_fault)(const struct search *, uint32_t),
                           void (*add_one)(struct search *, uint32_t, uint32_t)) {
    const struct ordo_profile *p = s->p;
    uint32_t *visited = ordo_memory_new(p->n_scopes, sizeof *visited);
    uint32_t before = s->out->n;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        s->culprit[i] =
            !is_known_over_runs(s, i) && share_now(s, i) >= least_share && is_at_fault(s, i);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (!s->culprit[i]) continue;
        uint32_t inner = innermost(s, i, visited, i + 1);
        if (inner == ORDO_SCOPE_NONE_INDEX) continue;
        uint32_t scope = user_scope(s, inner);
        if (!is_listed(s, scope) && !is_repeated(s, scope, before)) add_one(s, scope, inner);
    }
    free(visited);
}

/* Returns whether the runs show that the total does not outgrow n log n. */
static bool is_refuted(const struct search *s, uint32_t i) {
    const struct ordo_scope_pair *pair = s->a->scope[i].run_pair;
    if (pair) return ordo_two_sizes_degree(&pair->fit) <= 1;
    const struct ordo_power_fit *f = has_runs(s) ? &s->g->scope[i].cost : NULL;
    return f && f->known && (ordo_power_fit_outgrows(f) < REFUTED || f->slope < STEEP_ON_AVERAGE);
}

/* Adds that calls of `inner` grow in their sizes. If these did not grow during one run, that is no
 * reason to expect larger ones: longer inputs may have more parts, not longer ones. */
static struct ordo_finding *add_of_calls(struct search *s, uint32_t scope, uint32_t inner) {
    uint64_t even = has_runs(s) ? 0 : s->histories.scope[inner].even;
    struct ordo_finding *f = add(s, even ? ORDO_BASIS_EVEN : ORDO_BASIS_ACTIVATION, scope);
    f->calls_now = (double)even;
    return f;
}

static void add_of_activations(struct search *s, uint32_t scope, enum ordo_growth growth,
                               uint32_t series) {
    const struct ordo_model *m = &s->a->series[series].mean;
    struct ordo_finding *f = add_of_calls(s, scope, s->p->series[series].scope.i);
    set_model(f, m, growth, s->p->series[series].metric);
    double degree = ordo_growth_degree(growth);
    if (m->has_exponent && (degree < m->low - NEAR || degree > m->high + NEAR)) {
        f->growth = ORDO_GROWTH_NONE; /* a class that the sizes seen do not show */
        f->probability = 0;
    }
    f->total_at = has_runs(s) ? s->g->scope[scope].at.mean : s->a->scope[scope].predicted_total;
}

/* Returns whether the scope's whole cost, by the series, certainly outgrows n log n, and may grow
 * as fast as its cause. */
static bool is_supported(const struct search *s, uint32_t series, enum ordo_growth growth) {
    const struct ordo_series_model *x = &s->a->series[series];
    const struct ordo_model *m = &x->mean;
    const unsigned parts = ORDO_MODEL_NARROW_SIZES | ORDO_MODEL_TWO_REGIMES;
    if (m->warnings & ORDO_MODEL_OVERTAKES) return false; /* one of both models is wrong */
    if (m->warnings & ORDO_MODEL_MIXTURE) return false;   /* its worst case is the finding */
    if ((m->warnings & parts) == parts) return false;     /* a part of few sizes decides */
    if (!m->has_exponent) return true;
    if (m->low < STEEP || m->high - m->low > WIDE || !x->various_sizes) return false;
    return m->posterior[growth] >= 0.5 || growth != m->growth;
}

/* Returns whether explosive growth is only that of a tree with its depth: the recursion was entered
 * with few sizes, and has about as many activations as there are cells or objects to visit. */
static bool visits_data(const struct search *s, uint32_t i, enum ordo_growth growth) {
    const struct ordo_profile *p = s->p;
    uint32_t recursion = ordo_call_recursion(&s->paths, i);
    if (growth != ORDO_GROWTH_EXP || p->scopes[recursion].kind != ORDO_PROFILE_RECURSION)
        return false;
    if (p->scopes[recursion].calls >= MANY_ENTRIES) return false;
    double activations = 0, data = 0;
    for (uint64_t k = 0; k < p->scopes[recursion].members.n; k++) {
        const struct ordo_profile_scope *m =
            &p->scopes[p->members[p->scopes[recursion].members.first + k].i];
        activations += (double)m->calls;
        for (uint64_t x = 0; x < m->series.n; x++) {
            const struct ordo_series *series = &p->series[m->series.first + x];
            if (strcmp(series->metric, "rms") == 0) data = fmax(data, (double)series->n_max);
        }
    }
    for (uint32_t k = 0; k < p->n_runs; k++) data += (double)p->runs[k].allocations;
    return activations <= FEW_VISITS * data;
}

/* Returns whether the scope's cost outgrows n log n if two sizes grow together, each of which has
 * been seen to vary. The depth of a recursion follows from its other sizes, and may be their
 * logarithm. */
static bool is_steep(const struct ordo_scope_pair *pair) {
    return pair && ordo_two_sizes_degree(&pair->fit) > 1 && strcmp(pair->n, "depth") != 0 &&
           strcmp(pair->m, "depth") != 0 && pair->fit.n_max >= VARIED * pair->fit.n_min &&
           pair->fit.m_max >= VARIED * pair->fit.m_min;
}

static bool outgrows_by_two_sizes(const struct search *s, uint32_t i) {
    return is_steep(s->a->scope[i].pair) && !is_refuted(s, i);
}

static bool outgrows_over_runs_by_two_sizes(const struct search *s, uint32_t i) {
    return is_steep(s->a->scope[i].run_pair) && s->a->scope[i].run_pair->each;
}

static void set_pair(const struct search *s, struct ordo_finding *f,
                     const struct ordo_scope_pair *pair) {
    f->pair = pair;
    f->growth = ordo_two_sizes_growth(&pair->fit);
    f->probability = pair->fit.probability;
    double degree = ordo_two_sizes_degree(&pair->fit);
    f->has_exponent = true;
    f->exponent = s->a->factor > 1 ? log(pair->more) / log(s->a->factor) : degree;
    f->low = fmin(f->exponent, degree);
    f->high = fmax(f->exponent, degree);
    f->metric = pair->n;
}

static void add_of_two_sizes(struct search *s, uint32_t scope, uint32_t inner) {
    struct ordo_finding *f = add_of_calls(s, scope, inner);
    set_pair(s, f, s->a->scope[inner].pair);
    f->total_at = has_runs(s) ? s->g->scope[scope].at.mean : s->a->scope[scope].predicted_total;
}

static void add_of_two_run_sizes(struct search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_scope_pair *pair = s->a->scope[inner].run_pair;
    struct ordo_finding *f = add(s, ORDO_BASIS_ACTIVATION, scope);
    set_pair(s, f, pair);
    f->over_runs = true;
    f->total_at = pair->more * pair->most;
}

/* Returns the callers' most expensive population that certainly outgrows n log n; NULL if there is
 * none. */
static const struct ordo_population *outgrowing_caller(const struct search *s, uint32_t i) {
    const struct ordo_scope_callers *c = s->a->scope[i].callers;
    for (uint32_t k = 0; c && !is_refuted(s, i) && k < c->n_populations; k++) {
        const struct ordo_population *x = &c->population[k];
        const struct ordo_model *m = &x->mean;
        if (ordo_growth_degree(m->growth) <= 1 || m->posterior[m->growth] < 0.5) continue;
        if (m->has_exponent && (m->low < STEEP || m->high - m->low > WIDE)) continue;
        if (x->share * share_now(s, i) >= WORTH_A_LINE) return x;
    }
    return NULL;
}

/* Returns whether single calls decide, in place of functions of one size (whole_calls.h): they show
 * that the cost outgrows n log n, or that it does not. */
static bool is_of_calls(const struct search *s, uint32_t i) {
    const struct ordo_scope_pair *pair = s->a->scope[i].pair;
    const struct ordo_scope_callers *c = s->a->scope[i].callers;
    if (pair) return is_steep(pair) || ordo_two_sizes_degree(&pair->fit) <= 1;
    if (!c || outgrowing_caller(s, i)) return c != NULL;
    for (uint32_t k = 0; k < c->n_populations; k++)
        if (ordo_growth_degree(c->population[k].mean.growth) > 1) return false;
    return true;
}

static bool outgrows_by_caller(const struct search *s, uint32_t i) {
    return outgrowing_caller(s, i) != NULL;
}

static void add_of_caller(struct search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_population *x = outgrowing_caller(s, inner);
    struct ordo_finding *f = add_of_calls(s, scope, inner);
    set_model(f, &x->mean, x->mean.growth, s->a->scope[inner].callers->n);
    f->callers = s->a->scope[inner].callers;
    f->population = x;
    f->total_at = has_runs(s) ? s->g->scope[scope].at.mean : s->a->scope[scope].predicted_total;
}

/* Adds the scopes in which the growth of single activations arises. */
static void find_in_activations(struct search *s) {
    for (uint32_t i = 0; i < s->p->n_scopes; i++) {
        const struct ordo_scope_growth *x = &s->a->scope[i];
        const struct ordo_cause *c = &x->cause;
        if (c->kind == ORDO_CAUSE_NONE || c->root.i != i || c->growth == ORDO_GROWTH_NONE) continue;
        if (ordo_growth_degree(c->growth) <= 1 || share_now(s, i) < WORTH_A_LINE) continue;
        uint32_t scope = user_scope(s, i);
        if (share_now(s, i) < NOTICEABLE_PART * share_now(s, scope)) continue;
        if (is_of_calls(s, i) || is_of_calls(s, scope)) continue;
        if (!is_supported(s, x->best, c->growth)) continue;
        if (visits_data(s, i, c->growth)) continue;
        if (is_refuted(s, i) || is_refuted(s, scope) || is_repeated(s, scope, s->out->n)) continue;
        add_of_activations(s, scope, c->growth, x->best);
    }
}

/* Returns whether the scope's cost outgrows n log n in a size that no scope inside it has, such as
 * an argument: loops in registers have no size. */
static bool grows_without_cause(const struct search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->cause.kind != ORDO_CAUSE_NONE || x->best == ORDO_SERIES_NONE || is_refuted(s, i) ||
        is_of_calls(s, i))
        return false;
    const struct ordo_model *m = &s->a->series[x->best].mean;
    return m->growth != ORDO_GROWTH_NONE && ordo_growth_degree(m->growth) > 1 &&
           is_supported(s, x->best, m->growth) && !visits_data(s, i, m->growth);
}

static void add_without_cause(struct search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    add_of_activations(s, scope, s->a->series[best].mean.growth, best);
}

/* Returns whether a term beyond n log n that does not dominate the sizes seen takes over by the
 * factor. */
static bool will_outgrow(const struct search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->best == ORDO_SERIES_NONE || is_refuted(s, i) || is_of_calls(s, i)) return false;
    const struct ordo_model *m = &s->a->series[x->best].mean;
    if (!m->has_later || m->later == ORDO_GROWTH_EXP || ordo_growth_degree(m->growth) > 1)
        return false;
    return ordo_growth_degree(m->later) > 1 && m->top_high - m->top_low <= NARROW &&
           m->later_from <= s->a->factor * m->n_max;
}

static void add_later(struct search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    const struct ordo_model *m = &s->a->series[best].mean;
    struct ordo_finding *f = add(s, ORDO_BASIS_ACTIVATION, scope);
    set_model(f, m, m->growth, s->p->series[best].metric);
    f->growth = m->later;
    f->growth_now = m->growth;
    f->from = m->later_from;
    f->total_at = has_runs(s) ? s->g->scope[scope].at.mean : s->a->scope[scope].predicted_total;
}

/* Returns whether the greatest costs certainly outgrow n log n although the mean does not, as far
 * as it has a class, and one such activation has a noticeable part of the run. */
static bool has_worse_cases(const struct search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->best == ORDO_SERIES_NONE || is_of_calls(s, i)) return false;
    const struct ordo_series_model *m = &s->a->series[x->best];
    double sum = 0;
    bool known = m->mean.growth != ORDO_GROWTH_NONE && !(m->mean.warnings & ORDO_MODEL_MIXTURE);
    if (known ? ordo_growth_degree(m->mean.growth) > 1 : !m->costs_differ) return false;
    if (m->worst.growth == ORDO_GROWTH_NONE || !m->worst.has_exponent || m->worst.low < STEEP)
        return false;
    for (int g = ORDO_GROWTH_1; g < ORDO_GROWTH_NONE; g++)
        if (ordo_growth_degree((enum ordo_growth)g) > 1) sum += m->worst.posterior[g];
    double most = ordo_model_value(&m->worst, m->worst.n_max);
    return sum >= CERTAIN && most >= WORTH_A_LINE * (double)s->p->total_cost;
}

static void add_worst(struct search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    const struct ordo_model *m = &s->a->series[best].worst;
    struct ordo_finding *f = add(s, ORDO_BASIS_WORST, scope);
    set_model(f, m, m->growth, s->p->series[best].metric);
    f->share = fmin(ordo_model_value(m, m->n_max) / (double)s->p->total_cost, 1);
    f->total_at = ordo_model_value(m, s->a->factor * m->n_max);
}

/* Returns the cost of the run at the factor, if calls have larger sizes and are as many as now. */
static double sum_of_own(const struct search *s) {
    double sum = 0;
    for (uint32_t i = 0; i < s->p->n_scopes; i++)
        if (s->a->scope[i].has_share) sum += s->a->scope[i].own_at_10x;
    return sum;
}

/* Sets what findings without a series of runs have at the factor. */
static void predict(struct search *s) {
    struct ordo_findings *out = s->out;
    double run_at = has_runs(s) ? s->g->run.at.mean : sum_of_own(s);
    for (uint32_t k = 0; k < out->n && !has_runs(s); k++) {
        const struct ordo_finding *f = &out->list[k];
        if (f->basis == ORDO_BASIS_RUN) run_at += fmax(f->total_at - cost_in(s, f->scope), 0);
    }
    for (uint32_t k = 0; k < out->n; k++) {
        struct ordo_finding *f = &out->list[k];
        if (f->basis == ORDO_BASIS_RUNS) continue;
        f->share_at = run_at > 0 ? fmin(f->total_at / fmax(run_at, f->total_at), 1) : 0;
    }
}

static int by_rank(const void *a, const void *b) {
    const struct ordo_finding *x = a, *y = b;
    bool explosive = x->growth == ORDO_GROWTH_EXP;
    if (explosive != (y->growth == ORDO_GROWTH_EXP)) return explosive ? -1 : 1;
    bool is_open = ordo_basis_is_conditional(x->basis);
    if (is_open != ordo_basis_is_conditional(y->basis)) return is_open ? 1 : -1;
    if (x->share_at != y->share_at) return x->share_at > y->share_at ? -1 : 1;
    if (x->total_at != y->total_at) return x->total_at > y->total_at ? -1 : 1;
    return (x->scope > y->scope) - (x->scope < y->scope);
}

void ordo_findings_find(const struct ordo_analysis *a, const char *size, double factor,
                        struct ordo_findings *out) {
    *out = (struct ordo_findings){0};
    ordo_run_growths_find(a->profile, size, factor, &out->runs);
    struct search s = {.p = a->profile, .a = a, .g = &out->runs, .out = out};
    s.culprit = ordo_memory_new(s.p->n_scopes, sizeof *s.culprit);
    const struct ordo_edge *edges = a->run ? a->run->edges : s.p->edges;
    ordo_call_paths_init(&s.paths, s.p, edges, a->run ? a->run->n_edges : s.p->n_edges);
    if (a->run)
        ordo_run_histories_of_samples(s.p, a->run, &s.histories);
    else
        ordo_run_histories_find(s.p, &s.histories);
    if (has_runs(&s)) find_over_runs(&s);
    find_innermost(&s, WORTH_A_LINE, grows_within_run, add_of_run);
    find_innermost(&s, WORTH_A_LINE, outgrows_over_runs_by_two_sizes, add_of_two_run_sizes);
    find_innermost(&s, WORTH_A_LINE, outgrows_by_two_sizes, add_of_two_sizes);
    find_innermost(&s, WORTH_A_LINE, outgrows_by_caller, add_of_caller);
    find_in_activations(&s);
    find_innermost(&s, WORTH_A_LINE, grows_without_cause, add_without_cause);
    find_innermost(&s, NOTICEABLE, will_outgrow, add_later);
    find_innermost(&s, NOTICEABLE, has_worse_cases, add_worst);
    find_innermost(&s, MATTERS, passes_again, add_passes);
    predict(&s);
    free(s.culprit);
    ordo_run_histories_free(&s.histories);
    ordo_call_paths_done(&s.paths);
    if (out->n) qsort(out->list, out->n, sizeof *out->list, by_rank);
}

void ordo_findings_free(struct ordo_findings *f) {
    ordo_run_growths_free(&f->runs);
    free(f->list);
    *f = (struct ordo_findings){0};
}
