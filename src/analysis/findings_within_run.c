/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings_within_run.c: scopes whose calls become more expensive during a run, or pass over the
 * same data again and again.
 */
#include "analysis/finding_bases.h"

#define KEPT_ALL                                                                                   \
    0.8           /* least share of what calls of one size read that the call before had accessed */
#define SEVERAL 4 /* calls */
#define NEARLY_ALL 0.9
#define MOST_EXPONENT 3.0 /* that is extrapolated */
/* Conditional findings: calls, and bytes of a call. A path through a balanced tree of a million
 * nodes has twenty of them, with up to six cells of eight bytes each. */
#define MANY_CALLS 64
#define MANY_BYTES 1024

/* Returns whether the scope was called several times and outgrows n log n in its own size: then
 * that is the finding, not that its calls became larger. */
static bool outgrows_its_size(const struct ordo_finding_search *s, uint32_t i) {
    if (i == ORDO_SCOPE_NONE_INDEX || s->p->scopes[i].calls < SEVERAL) return false;
    uint32_t best = s->a->scope[i].best;
    if (best == ORDO_SERIES_NONE) return false;
    enum ordo_growth growth = s->a->series[best].mean.growth;
    return growth != ORDO_GROWTH_NONE && ordo_growth_degree(growth) > 1;
}

/* Returns whether the scope's calls pass over data of earlier calls, and became more expensive
 * until the end of the run. */
static bool grows_within_run(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_run_history *h = &s->histories.scope[i];
    const struct ordo_power_fit *f = &h->cost;
    return (h->course == ORDO_COURSE_RISES || h->course == ORDO_COURSE_FALLS) &&
           h->kept >= ORDO_HISTORY_KEPT && f->known &&
           ordo_power_fit_outgrows(f) >= ORDO_FINDING_SURE && f->slope >= ORDO_FINDING_STEEP &&
           f->mean_slope >= ORDO_FINDING_STEEP_ON_AVERAGE &&
           f->slope <= MOST_EXPONENT + ORDO_FINDING_UNSEEN &&
           f->high - f->low <= ORDO_FINDING_UNKNOWN && !outgrows_its_size(s, i) &&
           !outgrows_its_size(s, h->around);
}

/* Returns whether many calls of the scope pass over the same data. A routine that parses reads its
 * tables again in each call, and that is no pass: a loop, a recursion or library code makes one. If
 * it ends early, its own calls differ too much in size to be judged. */
static bool passes_again(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_run_history *h = &s->histories.scope[i];
    return h->course == ORDO_COURSE_STEADY && h->kept >= KEPT_ALL && !(h->seen < KEPT_ALL) &&
           h->calls >= MANY_CALLS && h->size * s->p->cell_bytes >= MANY_BYTES &&
           (h->around == ORDO_SCOPE_NONE_INDEX || !ordo_search_divides(s, h->around)) &&
           ordo_search_core(s, i) != ORDO_SCOPE_NONE_INDEX;
}

/* Returns the scope's calls, in the largest run if there is a series. */
static double all_calls_of(const struct ordo_finding_search *s, uint32_t i) {
    return s->g->series.n      ? s->g->scope[i].calls_now
           : s->p->n_runs == 1 ? (double)s->p->scopes[i].calls
                               : (double)s->histories.scope[i].calls;
}

/* Sets what makes the calls of a history so many: what is around its calling context. */
static void set_multiplier(const struct ordo_finding_search *s, struct ordo_finding *f,
                           const struct ordo_run_history *h) {
    const struct ordo_context *contexts = s->p->contexts;
    if (s->a->run || h->around == ORDO_SCOPE_NONE_INDEX) {
        ordo_search_multiplier(s, f, f->inner);
        return;
    }
    for (uint32_t up = contexts[h->observed->context].parent;
         up != UINT32_MAX && f->n_through < ORDO_FINDING_THROUGH; up = contexts[up].parent) {
        uint32_t scope = contexts[up].scope.i;
        f->through[f->n_through++] = s->paths.recursion[scope];
        if (scope != h->around) continue;
        f->multiplier = s->paths.recursion[scope];
        return;
    }
    f->n_through = 0;
}

/* Adds a finding about the scope, with the history of `inner`, which is the scope itself or library
 * code in it. */
static struct ordo_finding *add_of_history(struct ordo_finding_search *s, enum ordo_basis basis,
                                           uint32_t scope, uint32_t inner) {
    const struct ordo_run_history *h = &s->histories.scope[inner];
    struct ordo_finding *f = ordo_search_add(s, basis, scope);
    f->metric = "calls";
    f->growth = ORDO_GROWTH_NONE;
    /* The history is about all calls if it observed nearly all. */
    f->inner = inner;
    f->calls_now = (double)h->calls;
    f->calls_all = fmax(all_calls_of(s, inner), f->calls_now);
    if (s->paths.recursion[inner] != inner) f->calls_all = f->calls_now; /* the others are within */
    if (f->calls_now >= NEARLY_ALL * f->calls_all) f->calls_now = f->calls_all;
    f->observed = h->observed;
    f->n_observed = h->n_observed;
    bool library = s->p->scopes[inner].kind == ORDO_PROFILE_LIBRARY; /* named by its cost */
    f->first_size = library ? h->first_cost : h->first_size;
    f->last_size = library ? h->last_cost : h->last_size;
    if (basis == ORDO_BASIS_PASSES)
        f->first_size = f->last_size = library ? h->cost_of_call : h->size;
    set_multiplier(s, f, h);
    return f;
}

/* Returns the scope of the user's code that most of the cost of `inner` comes from;
 * ORDO_SCOPE_NONE_INDEX if it has no such scope. */
static uint32_t core_of(const struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    uint32_t core = scope == inner ? ordo_search_core(s, inner) : scope;
    return core == ORDO_SCOPE_NONE_INDEX ? core : ordo_search_user_scope(s, core);
}

static void add_of_run(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_power_fit *c = &s->histories.scope[inner].cost;
    /* Samples do not show what plain code wrote between two calls. */
    enum ordo_basis basis = s->a->run ? ORDO_BASIS_KEPT : ORDO_BASIS_RUN;
    uint32_t core = core_of(s, scope, inner);
    if (core == ORDO_SCOPE_NONE_INDEX) core = scope;
    if (ordo_search_is_listed(s, core)) return;
    struct ordo_finding *f = add_of_history(s, basis, core, inner);
    ordo_finding_set_fit(f, c);
    f->all_at = ordo_search_cost_in(s, core) * pow(s->a->factor, fmin(c->exponent, MOST_EXPONENT));
    f->total_at = f->all_at;
}

static void add_passes(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    uint32_t core = core_of(s, scope, inner);
    if (ordo_search_is_listed(s, core)) return;
    struct ordo_finding *f = add_of_history(s, ORDO_BASIS_PASSES, core, inner);
    f->total_at = s->a->scope[f->scope].predicted_total;
}

void ordo_findings_within_run(struct ordo_finding_search *s) {
    s->of_history = true;
    ordo_search_innermost(s, ORDO_FINDING_WORTH_A_LINE, grows_within_run, add_of_run);
    s->of_history = false;
}

void ordo_findings_of_passes(struct ordo_finding_search *s) {
    s->of_history = true;
    ordo_search_innermost(s, ORDO_FINDING_MATTERS, passes_again, add_passes);
    s->of_history = false;
}
