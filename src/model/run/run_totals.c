/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_totals.c: scales recorded numbers to the whole run, scope by scope.
 *
 * A scope's factor is the ratio of all its work to the recorded part. It is computed as follows.
 * - Gated loop: all iterations over recorded iterations; the gate counts them all.
 * - Scope without a gate: the mean of its callers' factors, weighted by their calls. If samples of
 *   a recursion were given up, activations that were recorded to their end count only: the others
 *   lie on the way down, and what they called afterwards is plain code's.
 * - Routine of a recursion whose activations in plain code are counted: all activations over
 *   recorded ones.
 * - Other routine that enters a recursion: the gate counts all outermost activations, so their
 *   factor is known. Its other activations follow their callers within the recursion, because many
 * of these may have been recorded in samples of the recursion's loops, without their outermost
 * activations.
 * - Library routine: the cost of each caller's calls is scaled by that caller's factor.
 * Factors are found by iteration. Each is a mean of known factors, so the iteration converges.
 *
 * Totals then need four corrections. A gated loop that no sample met still has its own cost, which
 * is its number of iterations; its total is that plus the totals of the loops in it. If a loop is
 * executed within itself, its samples contain each other: its total is the cost of its outermost
 * executions, scaled by its iterations, all of which are known. The total of a recursion that is
 * entered again from such a loop is the sum over what runs in it. Finally, no total includes more
 * of a callee than the callee's total (run_callees.h), and no loop has less than the loops in it
 * (run_loops.h).
 */
#include "model/run/run_totals.h"

#include "base/arena.h"
#include "base/memory.h"
#include "model/run/run_bounds.h"
#include "model/run/run_callees.h"
#include "model/run/run_edges.h"
#include "model/run/run_growth.h"
#include "model/run/run_loops.h"
#include "model/run/run_nesting.h"
#include "model/run/run_observations.h"

#include <math.h>
#include <stdlib.h>

#define MOST 0.5 /* of the recorded activations of a scope */
enum { ROUNDS = 64, FACTOR_ROUNDS = 1000 };

struct scaling {
    const struct ordo_profile *p;
    struct ordo_run_totals *t;
    struct ordo_run_nesting nesting;
    double *factor;      /* factor of costs; 0: not known */
    double *sum, *count; /* sums over callers */
    double *itself;      /* calls by the scope itself */
    double *by_callees;  /* greatest totals that callees allow (run_callees.h) */
    bool *uncounted;     /* recursions whose activations plain code does not count */
    bool *cut_off;       /* scopes with callers of which no activation was recorded to its end */
    bool *by_loops;      /* recursions that their loops enter again */
};

static double factor_of(const struct scaling *x, uint32_t i) {
    return x->factor[i] > 0 ? x->factor[i] : 1;
}

static double ratio(double all, double recorded) {
    return recorded > 0 ? all / recorded : 0;
}

/* Plain code counts the activations of all routines of a recursion, or of none. A routine that it
 * enters has some. (Profiles of older versions do not say which recursions are not counted.) */
static void find_uncounted(struct scaling *x) {
    for (uint32_t i = 0; i < x->p->n_gated; i++) {
        const struct ordo_gated_scope *g = &x->p->gated[i];
        uint32_t recursion = x->nesting.recursion[g->scope];
        if (x->p->scopes[g->scope].kind == ORDO_PROFILE_ROUTINE && recursion != UINT32_MAX &&
            g->executions && !g->iterations)
            x->uncounted[recursion] = true;
    }
}

static void find_by_loops(struct scaling *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++)
        if (x->nesting.recursion[i] != UINT32_MAX && x->nesting.in_itself[i] &&
            x->p->scopes[i].kind == ORDO_PROFILE_LOOP)
            x->by_loops[x->nesting.recursion[i]] = true;
}

static bool counts_activations(const struct scaling *x, const struct ordo_gated_scope *g) {
    uint32_t recursion = x->nesting.recursion[g->scope];
    if (x->p->scopes[g->scope].flags & ORDO_PROFILE_UNCOUNTED) return false;
    if (g->iterations || g->executions) return g->iterations;
    return recursion == UINT32_MAX || !x->uncounted[recursion];
}

/* Returns whether the samples of a recursion do not represent its executions, and its loops, whose
 * iterations are known, do not make its calls. */
static bool misses_long_ones(const struct scaling *x, const struct ordo_gated_scope *g) {
    uint32_t recursion = x->nesting.recursion[g->scope];
    return ordo_run_misses_long_ones(g) && (recursion == UINT32_MAX || !x->by_loops[recursion]);
}

static void scale_gated(struct scaling *x, const struct ordo_gated_scope *g) {
    const struct ordo_profile_scope *s = &x->p->scopes[g->scope];
    struct ordo_run_scope *to = &x->t->scope[g->scope];
    double plain = (double)g->executions, all;
    to->gate = g;
    if (s->kind == ORDO_PROFILE_LOOP) {
        all = plain + (double)s->calls;
        to->executions = to->calls = all;
        to->iterations = (double)g->iterations + (double)s->iterations;
        to->calls_exact = to->iterations_exact = true;
        x->factor[g->scope] =
            s->iterations ? to->iterations / (double)s->iterations : ratio(all, (double)s->calls);
        return;
    }
    if (s->kind == ORDO_PROFILE_LIBRARY) { /* what it did in samples is recorded */
        to->executions = to->calls = plain + (double)s->calls;
        return;
    }
    to->executions = to->calls = all = plain + (double)s->units;
    to->calls_exact = to->activations_exact = counts_activations(x, g);
    if (!to->activations_exact) {
        to->cost_is_least = !s->calls || (plain > 0 && misses_long_ones(x, g));
        x->t->cost_is_least |= to->cost_is_least && plain > 0;
    }
    if (to->activations_exact) to->calls = (double)s->calls + (double)g->iterations;
    x->factor[g->scope] = to->activations_exact && s->calls ? ratio(to->calls, (double)s->calls)
                                                            : ratio(all, (double)s->units);
}

/* Returns whether the caller is known to belong to the recursion that the routine enters. */
static bool is_within(const struct scaling *x, uint32_t caller, uint32_t routine) {
    uint32_t recursion = x->nesting.recursion[routine];
    return x->p->scopes[caller].routine.i == routine ||
           (recursion != UINT32_MAX && x->nesting.recursion[caller] == recursion);
}

/* Returns the factor that its callers give it; its present factor if no caller's is known. */
static double factor_by_callers(const struct scaling *x, uint32_t i) {
    const struct ordo_profile_scope *s = &x->p->scopes[i];
    const struct ordo_run_scope *to = &x->t->scope[i];
    bool known = to->activations_exact || (to->gate && s->kind == ORDO_PROFILE_LOOP);
    if (!(x->count[i] > 0) || known) return x->factor[i];
    double mean = x->sum[i] / x->count[i];
    if (!to->gate) return mean;
    double units = (double)s->units, inner = fmax((double)s->calls - units, 0);
    inner *= x->count[i] / (x->count[i] + x->itself[i]); /* calls by itself are assumed to be
                                                            like the others */
    return units + inner > 0 ? (to->executions + inner * mean) / (units + inner) : x->factor[i];
}

/* Returns the part of the scope's recorded activations that were recorded to their end. */
static double whole_part(const struct ordo_profile_scope *s) {
    if (!s->at_exit) return 1;
    return s->at_exit < s->calls ? 1 - (double)s->at_exit / (double)s->calls : 0;
}

/* Returns the factor of calls of a scope without a gate; 0: not known. Few activations that were
 * recorded to their end do not stand for the others: they are the short ones. */
static double factor_of_calls(const struct scaling *x, uint32_t caller, uint32_t callee) {
    const struct ordo_run_scope *by = &x->t->scope[caller];
    if (x->t->scope[callee].gate || (by->gate && !by->activations_exact)) return x->factor[caller];
    double whole = whole_part(&x->p->scopes[caller]);
    return whole >= MOST ? x->factor[caller] * whole_part(&x->p->scopes[callee]) / whole : 0;
}

/* Does one round. Returns the greatest relative change of a factor. */
static double follow_callers(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    double change = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = x->count[i] = x->itself[i] = 0;
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        uint32_t callee = e->callee.i, caller = e->caller.i;
        if (ordo_scope_is_none(e->caller)) continue;
        if (caller == callee) x->itself[callee] += (double)e->calls;
        if (caller == callee || !(x->factor[caller] > 0)) continue;
        bool entered = x->t->scope[callee].gate && p->scopes[callee].units;
        if (entered && !is_within(x, caller, callee)) continue; /* the gate counts these calls */
        double factor = factor_of_calls(x, caller, callee);
        if (!(factor > 0)) {
            x->cut_off[callee] = true;
            continue;
        }
        x->sum[callee] += (double)e->calls * factor;
        x->count[callee] += (double)e->calls;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        double now = factor_by_callers(x, i);
        if (now > 0) change = fmax(change, fabs(now - x->factor[i]) / now);
        x->factor[i] = now;
    }
    return change;
}

/* Sets an exact interval if everything was recorded. */
static void settle_exact(struct ordo_run_scope *to, const struct ordo_profile_scope *s) {
    if (!to->gate || !s->calls || to->calls > (double)s->calls) return;
    to->has_interval = true;
    to->total = (struct ordo_estimate){
        .value = to->cost_total, .low = to->cost_total, .high = to->cost_total};
}

/* Sets x->sum to the costs scaled by callers: each caller's part is scaled by its own factor,
 * because a caller with few calls may have most of the cost. Cost without a caller is scaled by
 * the scope's own factor. */
static void scale_costs_by_callers(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = x->count[i] = 0;
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        if (ordo_scope_is_none(e->caller)) continue;
        x->sum[e->callee.i] += (double)e->cost * factor_of(x, e->caller.i);
        x->count[e->callee.i] += (double)e->cost;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        x->sum[i] += fmax((double)p->scopes[i].cost_total - x->count[i], 0) * factor_of(x, i);
}

/* Returns the activations of a recursion's routine that were recorded or counted. */
static double known_activations(const struct ordo_run_scope *to,
                                const struct ordo_profile_scope *s) {
    return (double)s->calls + (double)to->gate->iterations;
}

static void scale(struct scaling *x, uint32_t i) {
    const struct ordo_profile_scope *s = &x->p->scopes[i];
    struct ordo_run_scope *to = &x->t->scope[i];
    double factor = factor_of(x, i), calls = (double)s->calls * factor;
    uint64_t total = s->cost_total;
    to->recorded = s->calls;
    to->calls_of = i;
    to->nested = x->nesting.in_itself[i];
    if (to->nested && x->nesting.outermost[i] < total) total = x->nesting.outermost[i];
    if (!to->gate)
        to->executions = to->calls = calls;
    else if (s->kind == ORDO_PROFILE_ROUTINE && !to->activations_exact)
        to->calls = fmax(fmax(calls, to->executions + ((double)s->calls - (double)s->units)),
                         known_activations(to, s));
    if (!to->iterations_exact) to->iterations = (double)s->iterations * factor;
    to->cost_total = (double)total * factor;
    to->cost_self = (double)s->cost_self * factor;
    if (to->gate && s->kind == ORDO_PROFILE_ROUTINE)
        to->cost_self = fmax(to->cost_self, known_activations(to, s)); /* a step each */
    if (s->kind == ORDO_PROFILE_LIBRARY)
        to->cost_total = to->cost_self =
            to->gate ? (double)s->cost_self + (double)to->gate->iterations : x->sum[i];
    to->cost_total =
        fmax(to->cost_total, to->cost_self); /* samples that were given up have no total */
    settle_exact(to, s);
}

/* Returns whether no other routine enters the recursion, in samples or through other gates. */
static bool is_entered_once(const struct scaling *x, const struct ordo_profile_scope *s) {
    for (uint64_t k = 0; k < s->members.n; k++) {
        uint32_t member = x->p->members[s->members.first + k].i;
        const struct ordo_gated_scope *gate = x->t->scope[member].gate;
        if (member != s->routine.i && gate && gate->executions) return false;
    }
    return s->has_self;
}

/* Scales a recursion. Its calls are the outermost activations of its routine. */
static void scale_recursion(struct scaling *x, uint32_t i) {
    const struct ordo_profile *p = x->p;
    const struct ordo_profile_scope *s = &p->scopes[i];
    const struct ordo_run_scope *routine = &x->t->scope[s->routine.i];
    struct ordo_run_scope *to = &x->t->scope[i];
    double factor = factor_of(x, s->routine.i);
    to->gate = routine->gate;
    to->recorded = s->calls;
    to->calls_of = i;
    to->cost_is_least = routine->cost_is_least;
    to->calls_exact = to->gate != NULL;
    to->calls = to->executions = to->gate ? routine->executions : (double)s->calls * factor;
    if (s->calls) factor = ratio(to->calls, (double)s->calls);
    to->cost_total = (double)s->cost_total * factor;
    to->cost_self = fmin((double)s->cost_self * factor, to->cost_total);
    if ((factor > 1 || !s->calls) && is_entered_once(x, s)) {
        to->cost_total = routine->cost_total;
        to->cost_self = 0;
        for (uint64_t k = 0; k < s->members.n; k++)
            to->cost_self += x->t->scope[p->members[s->members.first + k].i].cost_self;
    }
    to->cost_total = fmax(to->cost_total, to->cost_self);
    settle_exact(to, s);
}

/* Sets the totals of loops that no sample met. Passes repeat until inner loops are included in
 * outer ones. */
static void complete_unmet(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    bool changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = 0;
        for (uint32_t i = 0; i < p->n_scopes; i++)
            if (p->scopes[i].kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(p->scopes[i].parent))
                x->sum[p->scopes[i].parent.i] += x->t->scope[i].cost_total;
        for (uint32_t i = 0; i < p->n_scopes; i++) {
            struct ordo_run_scope *to = &x->t->scope[i];
            if (!to->gate || to->recorded || p->scopes[i].kind != ORDO_PROFILE_LOOP) continue;
            double total = to->iterations + x->sum[i];
            changed |= total != to->cost_total;
            to->cost_self = to->iterations;
            to->cost_total = total;
        }
    }
}

/* What scopes cost whose callers' samples were all cut off is not known, nor is what the recursion
 * costs that they belong to. */
static void find_cut_off(struct scaling *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &x->p->scopes[i];
        if (!x->cut_off[i] || x->count[i] > 0 || !s->calls || x->t->scope[i].gate) continue;
        x->t->scope[i].cost_is_least = x->t->cost_is_least = true;
        if (s->kind == ORDO_PROFILE_LOOP && x->t->scope[s->routine.i].gate)
            x->t->scope[s->routine.i].cost_is_least = true;
    }
}

static void scale_all(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    find_uncounted(x);
    find_by_loops(x);
    for (uint32_t i = 0; i < p->n_gated; i++) scale_gated(x, &p->gated[i]);
    for (int round = 0; round < FACTOR_ROUNDS && follow_callers(x) > 1e-6; round++) {
    }
    find_cut_off(x);
    scale_costs_by_callers(x);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_RECURSION) scale(x, i);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION) scale_recursion(x, i);
    complete_unmet(x);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_RECURSION) x->t->cost += x->t->scope[i].cost_self;
}

/* Raises a routine that enters a recursion to the cost of its loops, which run nowhere else. */
static void cover_loops(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->sum[i] = x->t->scope[i].cost_self;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_run_scope *routine = &x->t->scope[p->scopes[i].routine.i];
        if (p->scopes[i].kind != ORDO_PROFILE_LOOP || !routine->gate) continue;
        x->sum[p->scopes[i].routine.i] += x->t->scope[i].cost_self;
        if (!routine->has_interval) ordo_run_be_at_least(routine, x->t->scope[i].cost_total);
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_ROUTINE && x->t->scope[i].gate)
            ordo_run_be_at_least(&x->t->scope[i], x->sum[i]);
}

/* Sets a total that is known better than from samples of whole executions, of which a few may have
 * most of the cost. The samples' interval is kept if it includes the total. */
static void set_total(struct ordo_run_scope *to, double total) {
    to->has_interval = to->has_interval && to->total.low <= total && total <= to->total.high;
    to->cost_total = to->total.value = total;
}

/* Lowers totals without an interval to what their callees allow. */
static void follow_callees(struct scaling *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++)
        if (x->p->scopes[i].kind != ORDO_PROFILE_RECURSION && !x->t->scope[i].has_interval)
            ordo_run_be_at_most(&x->t->scope[i], x->by_callees[i]);
}

/* Sets the total of each recursion that is entered again from loops to the cost of its routines
 * and loops, which run nowhere else, and of their callees. The factors inside such a recursion are
 * known too. */
static void add_up_recursions(struct scaling *x) {
    const struct ordo_profile *p = x->p;
    const uint32_t *recursion = x->nesting.recursion;
    for (uint32_t i = 0; i < p->n_scopes; i++) x->count[i] = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (recursion[i] != UINT32_MAX) x->count[recursion[i]] += x->t->scope[i].nested;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        struct ordo_run_scope *to = &x->t->scope[i];
        if (s->kind != ORDO_PROFILE_RECURSION || !to->gate) continue;
        if (to->calls <= (double)s->calls || !is_entered_once(x, s)) continue;
        struct ordo_run_scope *routine = &x->t->scope[s->routine.i];
        if (x->count[i] > 0) set_total(routine, x->by_callees[i]);
        set_total(to, routine->cost_total);
    }
}

/* Limits estimates of executions that contain each other to the cost of the run. */
static void limit(struct scaling *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &x->p->scopes[i];
        struct ordo_run_scope *to = &x->t->scope[i];
        bool recurs = s->kind == ORDO_PROFILE_RECURSION || to->nested ||
                      x->nesting.recursion[i] != UINT32_MAX ||
                      (to->gate && s->kind == ORDO_PROFILE_ROUTINE);
        if (recurs) ordo_run_be_at_most(to, x->t->cost);
    }
}

struct ordo_run_totals *ordo_run_totals_new(const struct ordo_profile *p) {
    struct ordo_run_totals *t = ordo_memory_new(1, sizeof *t);
    size_t n = (size_t)p->n_scopes + 1;
    struct ordo_arena *arena = ordo_arena_new();
    struct scaling x = {.p = p,
                        .t = t,
                        .factor = ordo_arena_array(arena, n, sizeof *x.factor),
                        .sum = ordo_arena_array(arena, n, sizeof *x.sum),
                        .count = ordo_arena_array(arena, n, sizeof *x.count),
                        .itself = ordo_arena_array(arena, n, sizeof *x.itself),
                        .by_callees = ordo_arena_array(arena, n, sizeof *x.by_callees),
                        .uncounted = ordo_arena_array(arena, n, sizeof *x.uncounted),
                        .cut_off = ordo_arena_array(arena, n, sizeof *x.cut_off),
                        .by_loops = ordo_arena_array(arena, n, sizeof *x.by_loops)};
    t->scope = ordo_memory_new(n, sizeof *t->scope);
    ordo_run_nesting_find(p, &x.nesting);
    scale_all(&x);
    ordo_run_growth_find(p, t);
    cover_loops(&x);
    ordo_run_totals_by_callees(p, &x.nesting, x.factor, t, x.by_callees);
    follow_callees(&x);
    add_up_recursions(&x);
    limit(&x);
    ordo_run_totals_by_loops(p, t);
    ordo_run_edges_find(p, x.factor, t);
    ordo_run_observations_find(p, t);
    ordo_arena_free(arena);
    ordo_run_nesting_done(&x.nesting);
    return t;
}

void ordo_run_totals_free(struct ordo_run_totals *t) {
    if (!t) return;
    free(t->scope);
    free(t->checkpoints);
    free(t->edges);
    free(t->observations);
    free(t);
}

static uint64_t whole(double x) {
    return x < 9e18 ? (uint64_t)llround(x) : (uint64_t)9e18;
}

void ordo_run_totals_apply(const struct ordo_run_totals *t, struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_run_scope *x = &t->scope[i];
        struct ordo_profile_scope *s = &p->scopes[i];
        s->calls = whole(x->calls);
        s->iterations = whole(x->iterations);
        s->cost_total = whole(x->cost_total);
        s->cost_self = whole(x->cost_self);
    }
    p->total_cost = whole(t->cost);
}
