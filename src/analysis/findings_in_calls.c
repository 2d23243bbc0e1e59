/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings_in_calls.c: scopes whose single calls outgrow n log n: in one size or in two, in the
 * calls from one caller, at larger sizes than those seen, or in the worst case.
 */
#include "analysis/finding_bases.h"

#include <string.h>

#define REFUTED 0.1 /* most probability of outgrowing n log n of a scope that the runs acquit */
#define NARROW 0.05 /* interval of the slope at the largest sizes, if that shows the growth */
#define NEAR 0.35   /* a class this far from the interval of the exponent is not named */
/* Activations of a recursion for each cell or object of a tree that it visits; so many outermost
 * ones show more than one tree. */
#define FEW_VISITS 4.0
#define MANY_ENTRIES 8
#define WIDE_RANGE 10.0 /* ratio of sizes that a routine's growth needs, if they did not grow */
#define VARIED 4.0      /* least ratio of the largest and the smallest size, of sizes that varied */

/* Returns whether the runs show that the total does not outgrow n log n. */
static bool is_refuted(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_scope_pair *pair = s->a->scope[i].run_pair;
    if (pair) return ordo_two_sizes_degree(&pair->fit) <= 1;
    const struct ordo_power_fit *f = ordo_search_has_runs(s) ? &s->g->scope[i].cost : NULL;
    return f && f->known &&
           (ordo_power_fit_outgrows(f) < REFUTED || f->slope < ORDO_FINDING_STEEP_ON_AVERAGE);
}

/* Returns what the scope costs at the factor of its calls' sizes. If the calls that grow are those
 * of library code in it, it costs as much more as they do: it may have been called once. */
static double predicted(const struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    double others = ordo_search_cost_in(s, scope) - ordo_search_cost_in(s, inner);
    return fmax(s->a->scope[scope].predicted_total,
                s->a->scope[inner].predicted_total + fmax(others, 0));
}

/* Adds a finding about calls of `inner`, which is the scope itself or library code in it. */
static struct ordo_finding *add(struct ordo_finding_search *s, enum ordo_basis basis,
                                uint32_t scope, uint32_t inner) {
    struct ordo_finding *f = ordo_search_add(s, basis, scope);
    f->total_at =
        ordo_run_growths_predict(s->g) ? s->g->scope[scope].at.mean : predicted(s, scope, inner);
    f->inner = inner;
    return f;
}

/* Adds that calls of `inner` grow in their sizes. If these did not grow during a run, and there are
 * no runs that show how they grow with the input, that is no reason to expect larger ones: longer
 * inputs may have more parts, not longer ones. */
static struct ordo_finding *add_of_calls(struct ordo_finding_search *s, uint32_t scope,
                                         uint32_t inner) {
    uint64_t even = ordo_run_growths_predict(s->g) ? 0 : s->histories.scope[inner].even;
    struct ordo_finding *f = add(s, even ? ORDO_BASIS_EVEN : ORDO_BASIS_ACTIVATION, scope, inner);
    f->calls_now = (double)even;
    if (even) ordo_search_multiplier(s, f, inner);
    return f;
}

/* Returns whether the largest sizes show the model's class for certain. Over all sizes, a linear
 * part that dominates the smaller ones can hide it from the exponent. */
static bool shows_at_top(const struct ordo_model *m, enum ordo_growth growth) {
    return growth == m->growth && m->has_exponent && m->posterior[growth] >= ORDO_FINDING_CERTAIN &&
           m->top_low >= ORDO_FINDING_STEEP && m->top_high - m->top_low <= NARROW;
}

/* Returns whether the exponent certainly exceeds that of n log n, here or at the largest sizes. */
static bool is_certainly_steep(const struct ordo_model *m, enum ordo_growth growth) {
    return (m->low >= ORDO_FINDING_STEEP && m->high - m->low <= ORDO_FINDING_WIDE) ||
           shows_at_top(m, growth);
}

/* Returns whether the exponent is one that the degree of the class may have over the sizes seen. */
static bool is_near(const struct ordo_model *m, enum ordo_growth growth) {
    double degree = ordo_growth_degree(growth);
    return !m->has_exponent || (degree >= m->low - NEAR && degree <= m->high + NEAR);
}

/* Sets the growth of a finding to that of a model, with the exponent that shows it. */
static void set_model(struct ordo_finding *f, const struct ordo_model *m, enum ordo_growth growth,
                      const char *metric) {
    ordo_finding_set_model(f, m, growth, metric);
    if (shows_at_top(m, growth) && (m->low < ORDO_FINDING_STEEP || !is_near(m, growth)))
        f->exponent = m->top, f->low = m->top_low, f->high = m->top_high;
}

static void add_of_activations(struct ordo_finding_search *s, uint32_t scope,
                               enum ordo_growth growth, uint32_t series) {
    const struct ordo_model *m = &s->a->series[series].mean;
    struct ordo_finding *f = add_of_calls(s, scope, s->p->series[series].scope.i);
    set_model(f, m, growth, s->p->series[series].metric);
    if (is_near(m, growth) || shows_at_top(m, growth)) return;
    f->growth = ORDO_GROWTH_NONE; /* a class that the sizes seen do not show */
    f->probability = 0;
}

/* Returns whether the series is by depth, and the cells that the scope reads explain its cost
 * without growth beyond n log n. A parser goes deeper in longer routines, and reads more. */
static bool reads_explain_depth(const struct ordo_finding_search *s, uint32_t series) {
    const struct ordo_series *by = &s->p->series[series];
    const struct ordo_profile_scope *scope = &s->p->scopes[by->scope.i];
    if (strcmp(by->metric, "depth") != 0) return false;
    for (uint64_t k = 0; k < scope->series.n; k++) {
        const struct ordo_series *x = &s->p->series[scope->series.first + k];
        const struct ordo_model *m = &s->a->series[scope->series.first + k].mean;
        if (strcmp(x->metric, "rms") != 0 || strcmp(x->cost, by->cost) != 0) continue;
        if (m->has_exponent && m->high < ORDO_FINDING_STEEP && m->n_max > VARIED * m->n_min)
            return true;
    }
    return false;
}

/* Returns whether the scope's whole cost, by the series, certainly outgrows n log n, and may grow
 * as fast as its cause. */
static bool is_supported(const struct ordo_finding_search *s, uint32_t series,
                         enum ordo_growth growth) {
    const struct ordo_series_model *x = &s->a->series[series];
    const struct ordo_model *m = &x->mean;
    const unsigned parts = ORDO_MODEL_NARROW_SIZES | ORDO_MODEL_TWO_REGIMES;
    /* If they contradict each other, one of both models is wrong. */
    if (m->warnings & ORDO_MODEL_OVERTAKES) return false;
    if (m->growth == ORDO_GROWTH_EXP && growth != ORDO_GROWTH_EXP) return false;
    if (m->warnings & ORDO_MODEL_MIXTURE) return false; /* its worst case is the finding */
    if (growth != ORDO_GROWTH_EXP && reads_explain_depth(s, series)) return false;
    if (growth != ORDO_GROWTH_EXP && ordo_search_divides(s, s->p->series[series].scope.i))
        return false;
    if ((m->warnings & parts) == parts) return false; /* a part of few sizes decides */
    if (!m->has_exponent) return true;
    if (!is_certainly_steep(m, growth) || !x->various_sizes) return false;
    return m->posterior[growth] >= 0.5 || growth != m->growth;
}

/* Returns whether explosive growth is only that of a tree with its depth: the recursion was entered
 * with few sizes, and has about as many activations as there are cells or objects to visit. */
static bool visits_data(const struct ordo_finding_search *s, uint32_t i, enum ordo_growth growth) {
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

static bool outgrows_by_two_sizes(const struct ordo_finding_search *s, uint32_t i) {
    return is_steep(s->a->scope[i].pair) && !is_refuted(s, i);
}

static bool outgrows_over_runs_by_two_sizes(const struct ordo_finding_search *s, uint32_t i) {
    return is_steep(s->a->scope[i].run_pair) && s->a->scope[i].run_pair->each;
}

static void set_pair(const struct ordo_finding_search *s, struct ordo_finding *f,
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

static void add_of_two_sizes(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    struct ordo_finding *f = add_of_calls(s, scope, inner);
    set_pair(s, f, s->a->scope[inner].pair);
}

static void add_of_two_run_sizes(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_scope_pair *pair = s->a->scope[inner].run_pair;
    struct ordo_finding *f = ordo_search_add(s, ORDO_BASIS_ACTIVATION, scope);
    set_pair(s, f, pair);
    f->over_runs = true;
    f->total_at = pair->more * pair->most;
}

/* Returns the callers' most expensive population that certainly outgrows n log n; NULL if there is
 * none. */
static const struct ordo_population *outgrowing_caller(const struct ordo_finding_search *s,
                                                       uint32_t i) {
    const struct ordo_scope_callers *c = s->a->scope[i].callers;
    for (uint32_t k = 0; c && !is_refuted(s, i) && k < c->n_populations; k++) {
        const struct ordo_population *x = &c->population[k];
        const struct ordo_model *m = &x->mean;
        if (ordo_growth_degree(m->growth) <= 1 || m->posterior[m->growth] < 0.5) continue;
        if (m->has_exponent && !is_certainly_steep(m, m->growth)) continue;
        if (x->share * ordo_search_share_now(s, i) >= ORDO_FINDING_WORTH_A_LINE) return x;
    }
    return NULL;
}

/* Returns whether single calls decide, in place of functions of one size (whole_calls.h): they show
 * that the cost outgrows n log n, or that it does not. */
static bool is_of_calls(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_scope_pair *pair = s->a->scope[i].pair;
    const struct ordo_scope_callers *c = s->a->scope[i].callers;
    if (pair) return is_steep(pair) || ordo_two_sizes_degree(&pair->fit) <= 1;
    if (!c || outgrowing_caller(s, i)) return c != NULL;
    for (uint32_t k = 0; k < c->n_populations; k++)
        if (ordo_growth_degree(c->population[k].mean.growth) > 1) return false;
    return true;
}

static bool outgrows_by_caller(const struct ordo_finding_search *s, uint32_t i) {
    return outgrowing_caller(s, i) != NULL;
}

static void add_of_caller(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    const struct ordo_population *x = outgrowing_caller(s, inner);
    struct ordo_finding *f = add_of_calls(s, scope, inner);
    set_model(f, &x->mean, x->mean.growth, s->a->scope[inner].callers->n);
    f->callers = s->a->scope[inner].callers;
    f->population = x;
}

/* Returns whether calls of nearly one size differ in cost for another reason than the size, maybe:
 * a routine, no loop of which explains it, has sizes that differ little and did not grow during the
 * run. What it reads of tables, and how far their rest is known, then changes with its input. */
static bool is_mixed(const struct ordo_finding_search *s, uint32_t i) {
    uint32_t best = s->a->scope[i].best;
    return best != ORDO_SERIES_NONE && ordo_search_is_plain(s, i) && s->histories.scope[i].even &&
           !ordo_run_growths_predict(s->g) &&
           s->a->series[best].mean.n_max < WIDE_RANGE * s->a->series[best].mean.n_min;
}

/* Adds the scopes in which the growth of single activations arises. */
static void find_in_activations(struct ordo_finding_search *s) {
    for (uint32_t i = 0; i < s->p->n_scopes; i++) {
        const struct ordo_scope_growth *x = &s->a->scope[i];
        const struct ordo_cause *c = &x->cause;
        if (c->kind == ORDO_CAUSE_NONE || c->root.i != i || c->growth == ORDO_GROWTH_NONE) continue;
        if (ordo_growth_degree(c->growth) <= 1 ||
            ordo_search_share_now(s, i) < ORDO_FINDING_WORTH_A_LINE)
            continue;
        uint32_t scope = ordo_search_user_scope(s, i);
        if (ordo_search_share_now(s, i) <
            ORDO_FINDING_NOTICEABLE_PART * ordo_search_share_now(s, scope))
            continue;
        if (is_of_calls(s, i) || is_of_calls(s, scope)) continue;
        if (is_mixed(s, i)) continue;
        if (!is_supported(s, x->best, c->growth)) continue;
        if (visits_data(s, i, c->growth)) continue;
        if (is_refuted(s, i) || is_refuted(s, scope) ||
            ordo_search_is_repeated(s, scope, s->out->n))
            continue;
        add_of_activations(s, scope, c->growth, x->best);
    }
}

/* Returns whether the scope's cost outgrows n log n in a size that no scope inside it has, such as
 * an argument: loops in registers have no size. */
static bool grows_without_cause(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->cause.kind != ORDO_CAUSE_NONE || x->best == ORDO_SERIES_NONE || is_refuted(s, i) ||
        is_of_calls(s, i))
        return false;
    const struct ordo_model *m = &s->a->series[x->best].mean;
    return m->growth != ORDO_GROWTH_NONE && ordo_growth_degree(m->growth) > 1 &&
           is_supported(s, x->best, m->growth) && !visits_data(s, i, m->growth);
}

static void add_without_cause(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    add_of_activations(s, scope, s->a->series[best].mean.growth, best);
}

/* Returns whether a term beyond n log n that does not dominate the sizes seen takes over by the
 * factor. */
static bool will_outgrow(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->best == ORDO_SERIES_NONE || is_refuted(s, i) || is_of_calls(s, i)) return false;
    const struct ordo_model *m = &s->a->series[x->best].mean;
    if (!m->has_later || m->later == ORDO_GROWTH_EXP || ordo_growth_degree(m->growth) > 1)
        return false;
    return ordo_growth_degree(m->later) > 1 && m->top_high - m->top_low <= NARROW &&
           m->later_from <= s->a->factor * m->n_max;
}

static void add_later(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    const struct ordo_model *m = &s->a->series[best].mean;
    struct ordo_finding *f = add(s, ORDO_BASIS_ACTIVATION, scope, inner);
    ordo_finding_set_model(f, m, m->growth, s->p->series[best].metric);
    f->growth = m->later;
    f->growth_now = m->growth;
    f->from = m->later_from;
}

/* Returns whether the greatest costs certainly outgrow n log n although the mean does not, as far
 * as it has a class, and one such activation has a noticeable part of the run. */
static bool has_worse_cases(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_scope_growth *x = &s->a->scope[i];
    if (x->best == ORDO_SERIES_NONE || is_of_calls(s, i)) return false;
    const struct ordo_series_model *m = &s->a->series[x->best];
    double sum = 0;
    bool known = m->mean.growth != ORDO_GROWTH_NONE && !(m->mean.warnings & ORDO_MODEL_MIXTURE);
    if (known ? ordo_growth_degree(m->mean.growth) > 1 : !m->costs_differ) return false;
    /* Dear calls are at any value of an argument that the mean does not follow, such as a key. */
    bool argument = strncmp(s->p->series[x->best].metric, "arg:", 4) == 0;
    if (argument && known && ordo_growth_degree(m->mean.growth) < 1) return false;
    if (m->worst.growth == ORDO_GROWTH_NONE || !m->worst.has_exponent ||
        m->worst.low < ORDO_FINDING_STEEP)
        return false;
    for (int g = ORDO_GROWTH_1; g < ORDO_GROWTH_NONE; g++)
        if (ordo_growth_degree((enum ordo_growth)g) > 1) sum += m->worst.posterior[g];
    double most = ordo_model_value(&m->worst, m->worst.n_max);
    return sum >= ORDO_FINDING_CERTAIN &&
           most >= ORDO_FINDING_WORTH_A_LINE * (double)s->p->total_cost;
}

static void add_worst(struct ordo_finding_search *s, uint32_t scope, uint32_t inner) {
    uint32_t best = s->a->scope[inner].best;
    const struct ordo_model *m = &s->a->series[best].worst;
    struct ordo_finding *f = ordo_search_add(s, ORDO_BASIS_WORST, scope);
    ordo_finding_set_model(f, m, m->growth, s->p->series[best].metric);
    f->share = fmin(ordo_model_value(m, m->n_max) / (double)s->p->total_cost, 1);
    f->total_at = ordo_model_value(m, s->a->factor * m->n_max);
}

void ordo_findings_in_calls(struct ordo_finding_search *s) {
    ordo_search_innermost(s, ORDO_FINDING_WORTH_A_LINE, outgrows_over_runs_by_two_sizes,
                          add_of_two_run_sizes);
    ordo_search_innermost(s, ORDO_FINDING_WORTH_A_LINE, outgrows_by_two_sizes, add_of_two_sizes);
    ordo_search_innermost(s, ORDO_FINDING_WORTH_A_LINE, outgrows_by_caller, add_of_caller);
    find_in_activations(s);
    ordo_search_innermost(s, ORDO_FINDING_WORTH_A_LINE, grows_without_cause, add_without_cause);
    ordo_search_innermost(s, ORDO_FINDING_NOTICEABLE, will_outgrow, add_later);
    ordo_search_innermost(s, ORDO_FINDING_NOTICEABLE, has_worse_cases, add_worst);
}
