/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings_over_runs.c: scopes whose totals outgrow n log n over a series of runs.
 */
#include "analysis/finding_bases.h"
#include "base/memory.h"

#include <stdlib.h>

/* By bytes the slope of n log n is a little less, because a number has more bytes the larger it
 * is. */
#define STEEP_IN_BYTES 1.3
#define ABOVE_N_LOG_N 1.15 /* least exponent of the interval: that of n log n at 1,000 */
#define FEW_CALLS 16
#define OF_ONE_CALL                                                                                \
    0.25 /* least exponent of the cost of one call; with less, the caller is at fault */

/* Returns whether the total over the runs certainly outgrows n log n, from the smallest run to the
 * largest one and still at the end. */
static bool outgrows(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_power_fit *f = &s->g->scope[i].cost;
    double steep =
        s->g->series.kind <= ORDO_RUN_SIZE_ARGUMENT ? ORDO_FINDING_STEEP : STEEP_IN_BYTES;
    if (s->a->scope[i].run_pair) return false; /* see outgrows_over_runs_by_two_sizes() */
    if (s->g->scope[i].sudden && f->growth != ORDO_GROWTH_EXP) return false;
    return f->known && ordo_power_fit_outgrows(f) >= ORDO_FINDING_SURE && f->slope >= steep &&
           f->mean_slope >= ORDO_FINDING_STEEP_ON_AVERAGE &&
           f->exponent <= f->slope + ORDO_FINDING_UNSEEN &&
           (f->growth == ORDO_GROWTH_EXP ||
            (f->low >= ABOVE_N_LOG_N && f->high - f->low <= ORDO_FINDING_UNKNOWN));
}

/* Returns whether the whole interval of the exponent and both halves of the sizes are clearly above
 * n log n, whichever class it is. */
static bool is_steep_throughout(const struct ordo_power_fit *f) {
    return f->low >= ORDO_FINDING_STEEP_THROUGHOUT &&
           fmin(f->lower, f->upper) >= ORDO_FINDING_STEEP_THROUGHOUT;
}

/* Returns whether a few calls make up the cost, and larger runs have a few more: of a table that
 * doubles, the last call costs most, and the size at which it comes is chance. */
static bool comes_in_steps(const struct ordo_over_runs *r) {
    return r->calls > 0 && r->calls_now < FEW_CALLS;
}

/* Returns whether growth that the runs show is beyond doubt: a class fits, the exponent is known
 * and above n log n, and so is the slope if it goes on to fall. */
static bool is_beyond_doubt(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_power_fit *f = &s->g->scope[i].cost;
    double flatter = fmax(f->mean_slope - f->slope, 0);
    if (f->growth == ORDO_GROWTH_EXP || is_steep_throughout(f)) return true;
    if (f->growth == ORDO_GROWTH_NONE) return false;
    return ordo_power_fit_outgrows(f) >= ORDO_FINDING_CERTAIN &&
           f->probability[f->growth] >= ORDO_FINDING_SURE && f->low >= ORDO_FINDING_STEEP &&
           f->high - f->low <= ORDO_FINDING_WIDE && f->slope - flatter >= ORDO_FINDING_STEEP;
}

/* Returns whether the class or the exponent is not known and may be near n log n, or what costs
 * comes in steps: inputs that are not quite alike can look so. */
static bool is_vague(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_power_fit *f = &s->g->scope[i].cost;
    if (f->growth == ORDO_GROWTH_EXP) return false;
    if (comes_in_steps(&s->g->scope[i])) return true;
    if (f->low >= ORDO_FINDING_STEEP_THROUGHOUT) return false;
    return f->growth == ORDO_GROWTH_NONE || f->high - f->low > ORDO_FINDING_WIDE ||
           f->probability[f->growth] < ORDO_FINDING_SURE;
}

/* Returns the exponent of the cost of one call: over all sizes or over the upper half, whichever is
 * more. */
static double of_one_call(const struct ordo_over_runs *r) {
    double whole = r->cost.mean_slope - r->calls;
    return r->cost.growth == ORDO_GROWTH_EXP ? whole : fmax(whole, r->cost.upper - r->calls_upper);
}

/* Returns whether the scope's share is noticeable, and large enough for what is uncertain. */
static bool is_worth_a_finding(const struct ordo_finding_search *s, uint32_t i) {
    double now = ordo_search_share_now(s, i), at = ordo_search_share_at(s, i);
    if (now < ORDO_FINDING_NOTICEABLE || fmax(now, at) < ORDO_FINDING_WORTH_A_LINE) return false;
    if (now < ORDO_FINDING_MATTERS && !is_beyond_doubt(s, i)) return false;
    return now >= ORDO_FINDING_LARGE || !is_vague(s, i);
}

static void add_of_runs(struct ordo_finding_search *s, uint32_t culprit) {
    uint32_t scope = ordo_search_user_scope(s, culprit);
    if (scope != culprit && !s->culprit[scope]) return;
    if (ordo_search_is_listed(s, scope)) return;
    const struct ordo_over_runs *r = &s->g->scope[scope];
    struct ordo_finding *f = ordo_search_add(s, ORDO_BASIS_RUNS, scope);
    ordo_finding_set_fit(f, &r->cost);
    f->calls = r->calls;
    f->each = of_one_call(r);
    f->calls_now = r->calls_now;
    f->share_at = ordo_search_share_at(s, scope);
    f->total_at = r->at.mean;
    if (f->calls >= OF_ONE_CALL) ordo_search_multiplier(s, f, scope);
}

void ordo_findings_over_runs(struct ordo_finding_search *s) {
    const struct ordo_profile *p = s->p;
    uint32_t *visited = ordo_memory_new(p->n_scopes, sizeof *visited), first = s->out->n;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_over_runs *r = &s->g->scope[i];
        if (outgrows(s, i) && is_worth_a_finding(s, i))
            s->culprit[i] = of_one_call(r) >= OF_ONE_CALL;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (s->culprit[i]) {
            uint32_t inner = ordo_search_arises_at(s, i, visited, i + 1);
            if (inner != ORDO_SCOPE_NONE_INDEX) add_of_runs(s, inner);
        }
    ordo_search_drop_explained(s, first);
    free(visited);
}
