/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings.c: first the growth over a series of runs, then that within one run where the runs do
 * not show it, then that of single activations where the runs do not contradict it.
 */
#include "analysis/findings.h"

#include "analysis/contexts_inside.h"
#include "analysis/finding_bases.h"
#include "analysis/history_prediction.h"
#include "base/memory.h"
#include "model/run/run_scope.h"

#include <math.h>
#include <stdlib.h>

#define ONLY 0.95 /* part of a scope's own cost that is inside of another scope */

/* Returns the cost of the run at the factor, if calls have larger sizes and are as many as now; or,
 * if one of the findings is about growth over the run, if that happens in a run with so many times
 * the calls (history_prediction.h). */
static double larger_run(const struct ordo_finding_search *s) {
    double sum = 0, least = ordo_history_prediction_least(s->out, s->a->factor);
    for (uint32_t i = 0; i < s->p->n_scopes; i++) {
        const struct ordo_scope_growth *g = &s->a->scope[i];
        if (g->has_share) sum += fmax(g->own_at_10x, least * g->own_now);
    }
    for (uint32_t k = 0; k < s->out->n; k++) {
        const struct ordo_finding *f = &s->out->list[k];
        double now = (double)s->p->scopes[f->scope].cost_total;
        double old = fmax(s->a->scope[f->scope].predicted_total, least * now);
        if (f->basis == ORDO_BASIS_RUN) sum += fmax(f->all_at - old, 0);
    }
    return sum;
}

/* Sets what findings that are not over a series of runs have at the factor: of a larger run if the
 * series predicts one, else of the sum over larger calls. */
static void predict(struct ordo_finding_search *s) {
    struct ordo_findings *out = s->out;
    const bool predicted = ordo_run_growths_predict(s->g);
    double run_at = predicted ? s->g->run.at.mean : larger_run(s);
    for (uint32_t k = 0; k < out->n; k++) {
        struct ordo_finding *f = &out->list[k];
        if (f->basis == ORDO_BASIS_RUNS) continue;
        f->share_at = run_at > 0 ? fmin(f->total_at / fmax(run_at, f->total_at), 1) : 0;
        double now = ordo_search_cost_in(s, f->scope);
        if (now > 0 && !predicted) f->more = f->total_at / now;
    }
}

/* Lets findings have at the factor what the same run costs there that is predicted as a whole. The
 * models of calls and histories are about all runs together. */
static void agree_with_runs(struct ordo_finding_search *s) {
    for (uint32_t k = 0; s->g->series.n && k < s->out->n; k++) {
        struct ordo_finding *f = &s->out->list[k];
        const struct ordo_over_runs *r = &s->g->scope[f->scope];
        if (f->basis == ORDO_BASIS_WORST || f->growth == ORDO_GROWTH_EXP || r->n < 2) continue;
        if (isfinite(r->at.mean)) f->total_at = r->at.mean;
        if (s->g->run.at.mean > 0) f->total_at = fmin(f->total_at, s->g->run.at.mean);
    }
}

/* Lets findings cost at the factor at least what the scopes do that run only inside of theirs. */
static void contain(struct ordo_finding_search *s) {
    const struct ordo_profile *p = s->p;
    if (!ordo_search_has_runs(s) || !(s->g->run.at.mean > 0) || !s->out->n) return;
    bool *inside = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *inside);
    double *self = ordo_memory_new(p->n_scopes, sizeof *self);
    for (uint32_t k = 0; k < s->out->n; k++) {
        struct ordo_finding *f = &s->out->list[k];
        double sum = 0;
        if (f->basis != ORDO_BASIS_RUNS || p->scopes[f->scope].kind == ORDO_PROFILE_RECURSION)
            continue;
        ordo_contexts_inside(p, f->scope, inside);
        for (uint32_t i = 0; i < p->n_scopes; i++) self[i] = 0;
        for (uint32_t i = 0; i < p->n_contexts; i++)
            if (inside[i]) self[p->contexts[i].scope.i] += (double)p->contexts[i].self;
        for (uint32_t i = 0; i < p->n_scopes; i++)
            if (self[i] > 0 && self[i] >= ONLY * (double)p->scopes[i].cost_self)
                sum += s->g->scope[i].own_at;
        if (!(sum > f->total_at)) continue;
        f->total_at = sum;
        f->share_at = fmin(sum / s->g->run.at.mean, 1);
    }
    free(inside);
    free(self);
}

/* Says whose calls the findings count, and how well. */
static void find_counted(const struct ordo_finding_search *s) {
    for (uint32_t k = 0; k < s->out->n; k++) {
        struct ordo_finding *f = &s->out->list[k];
        f->calls_of = s->a->run ? ordo_run_calls_of(s->a->run, f->inner) : f->inner;
        f->calls_exact = !s->a->run || s->a->run->scope[f->calls_of].calls_exact;
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
    *out = (struct ordo_findings){.run_is_known = !a->run || !a->run->cost_is_least};
    ordo_run_growths_find(a->profile, size, factor, &out->runs);
    struct ordo_finding_search s = {.p = a->profile, .a = a, .g = &out->runs, .out = out};
    s.culprit = ordo_memory_new(s.p->n_scopes, sizeof *s.culprit);
    for (uint32_t i = 0; i < s.p->n_scopes; i++)
        s.has_loops |= s.p->scopes[i].kind == ORDO_PROFILE_LOOP;
    const struct ordo_edge *edges = a->run ? a->run->edges : s.p->edges;
    ordo_call_paths_init(&s.paths, s.p, edges, a->run ? a->run->n_edges : s.p->n_edges);
    if (a->run)
        ordo_run_histories_of_samples(s.p, a->run, &s.histories);
    else
        ordo_run_histories_find(s.p, &s.histories);
    if (ordo_search_has_runs(&s)) ordo_findings_over_runs(&s);
    ordo_findings_within_run(&s);
    ordo_findings_in_calls(&s);
    ordo_findings_of_passes(&s);
    predict(&s);
    agree_with_runs(&s);
    contain(&s);
    find_counted(&s);
    free(s.culprit);
    out->undecided = ordo_memory_new(s.p->n_scopes, sizeof *out->undecided);
    out->change = ordo_memory_new(s.p->n_scopes, sizeof *out->change);
    for (uint32_t i = 0; i < s.p->n_scopes; i++) {
        const struct ordo_run_history *h = &s.histories.scope[i];
        out->undecided[i] = h->undecided;
        out->change[i] = (struct ordo_size_change){h->changing_first, h->changing_last};
    }
    ordo_run_histories_free(&s.histories);
    ordo_call_paths_done(&s.paths);
    if (out->n) qsort(out->list, out->n, sizeof *out->list, by_rank);
}

void ordo_findings_free(struct ordo_findings *f) {
    ordo_run_growths_free(&f->runs);
    free(f->list);
    free(f->undecided);
    free(f->change);
    *f = (struct ordo_findings){0};
}
