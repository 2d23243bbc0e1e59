/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_warnings.c: finds the warnings of a production profile, in the order of their codes.
 *
 * Warnings about scopes are limited to scopes with at least 1 % of the run's cost.
 */
#include "report/words/production_warnings.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "report/choice/rank.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

#define SHARE_THAT_MATTERS 0.01
#define PART_THAT_MATTERS 0.01 /* of the samples or executions */
#define FEW_SAMPLES 20         /* fewer samples than this of many executions say little */

struct finding {
    const struct ordo_profile *p;
    const struct ordo_run_totals *run;
    const uint32_t *order;
    const struct ordo_warning_sink *sink;
    struct ordo_production_sums sums;
};

static void add(const struct finding *f, enum ordo_warning_code code, uint32_t scope,
                struct ordo_text *t) {
    f->sink->add(f->sink->to, code, scope, t);
}

static bool matters(const struct finding *f, uint32_t i) {
    const struct ordo_profile_scope *s = &f->p->scopes[i];
    return ordo_rank_profiled(s) && ordo_rank_share(f->p, s) >= SHARE_THAT_MATTERS;
}

static const struct ordo_gated_scope *gate_of(const struct finding *f, uint32_t i) {
    enum ordo_profile_kind kind = f->p->scopes[i].kind;
    if (kind == ORDO_PROFILE_RECURSION || kind == ORDO_PROFILE_LIBRARY) return NULL;
    return f->run->scope[i].gate;
}

static void name(struct ordo_text *t, const struct ordo_profile *p, uint32_t i) {
    if (p->scopes[i].kind == ORDO_PROFILE_LOOP) ordo_text_add(t, "loop at ");
    ordo_spoken_name_add(t, p->scopes[i].name, true);
}

/* Marks with `level` the unmarked scopes that scopes of the level before called. */
static bool reach(const struct ordo_profile *p, uint32_t level, uint32_t *reached) {
    bool more = false;
    for (uint64_t k = 0; k < p->n_edges; k++) {
        const struct ordo_edge *e = &p->edges[k];
        if (ordo_scope_is_none(e->caller) || reached[e->caller.i] != level - 1 ||
            reached[e->callee.i])
            continue;
        reached[e->callee.i] = level;
        more = true;
    }
    return more;
}

/* Returns the routine that is not recorded and that marked scopes called most; *all: the number of
 * their calls of all routines that are not recorded. */
static const struct ordo_profile_scope *most_called_by(const struct ordo_profile *p,
                                                       const uint32_t *reached, uint64_t *all) {
    const struct ordo_profile_scope *found = NULL;
    uint64_t most = 0, calls = 0;
    *all = 0;
    for (uint64_t k = 0; k < p->n_edges; k++) { /* edges of one callee are adjacent */
        const struct ordo_edge *e = &p->edges[k];
        const struct ordo_profile_scope *callee = &p->scopes[e->callee.i];
        if (k == 0 || e->callee.i != p->edges[k - 1].callee.i) calls = 0;
        if (ordo_scope_is_none(e->caller) || !reached[e->caller.i]) continue;
        if (!(callee->flags & ORDO_PROFILE_UNCOVERED)) continue;
        calls += e->calls;
        *all += e->calls;
        if (calls <= most) continue;
        most = calls;
        found = callee;
    }
    return found;
}

/* Returns the routine that is not recorded and that scope `i` called most. If its direct calls do
 * not explain so many incomplete samples, searches the scopes it called, level by level: nearer
 * routines come first, because an interpreter's loops reach the whole program. NULL: no such
 * routine. */
static const struct ordo_profile_scope *most_called(const struct ordo_profile *p, uint32_t i,
                                                    uint64_t incomplete) {
    const struct ordo_profile_scope *found = NULL;
    uint32_t *reached = ordo_memory_new(p->n_scopes, sizeof *reached),
             level = 1; /* 0: not reached */
    reached[i] = level;
    for (bool more = true; more; more = reach(p, ++level, reached)) {
        uint64_t calls;
        found = most_called_by(p, reached, &calls);
        if (calls >= incomplete) break;
    }
    free(reached);
    return found;
}

static bool is_for_production(const struct ordo_profile_scope *s) {
    return s->kind != ORDO_PROFILE_ROUTINE || s->flags & ORDO_PROFILE_SAMPLED;
}

/* Finds objects whose routines are instrumented, but not for sampling. */
static void find_not_for_production(const struct finding *f) {
    char number[ORDO_NUMERAL_BYTES];
    for (uint32_t k = 0; k < f->p->n_objects; k++) {
        const char *object = f->p->objects[k].path, *first = NULL;
        uint64_t n = 0;
        if (k && strcmp(f->p->objects[k - 1].path, object) == 0) continue;
        for (uint32_t i = 0; i < f->p->n_scopes; i++) {
            const struct ordo_profile_scope *s = &f->p->scopes[i];
            if (is_for_production(s) || strcmp(s->object, object) != 0) continue;
            if (n++ == 0) first = s->name;
        }
        if (!n) continue;
        struct ordo_text t = {0};
        ordo_text_print(&t, "%s: ", object);
        if (n > 1) ordo_text_print(&t, "%s routines, such as ", ordo_numeral_exact(number, n));
        ordo_spoken_name_add(&t, first, true);
        ordo_text_print(&t, "%s compiled without --production", n > 1 ? ", were" : " was");
        add(f, ORDO_WARN_NOT_FOR_PRODUCTION, ORDO_SCOPE_NONE_INDEX, &t);
    }
}

static void find_incomplete(const struct finding *f) {
    char part[ORDO_NUMERAL_BYTES], whole[ORDO_NUMERAL_BYTES];
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_gated_scope *g = gate_of(f, i);
        if (!g || !g->incomplete || (double)g->incomplete < PART_THAT_MATTERS * (double)g->samples)
            continue;
        if (!matters(f, i) && g->incomplete < g->samples) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        ordo_text_print(&t, ": in %s of %s samples the program called code that is not recorded",
                        ordo_numeral_exact(part, g->incomplete),
                        ordo_numeral_exact(whole, g->samples));
        const struct ordo_profile_scope *called = most_called(f->p, i, g->incomplete);
        if (called) {
            ordo_text_add(&t, ", most often ");
            ordo_spoken_name_add(&t, called->name, true);
            if (*called->object) ordo_text_print(&t, " (%s)", called->object);
        }
        add(f, ORDO_WARN_INCOMPLETE, i, &t);
    }
}

static void find_given_up(const struct finding *f) {
    char part[ORDO_NUMERAL_BYTES], whole[ORDO_NUMERAL_BYTES];
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_gated_scope *g = gate_of(f, i);
        if (!g || !g->given_up || !matters(f, i)) continue;
        if ((double)g->given_up < PART_THAT_MATTERS * (double)g->samples) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        ordo_text_print(
            &t, ": %s of %s samples were given up: they took longer than the budget allows",
            ordo_numeral_exact(part, g->given_up), ordo_numeral_exact(whole, g->samples));
        if (f->p->scopes[i].kind != ORDO_PROFILE_LOOP)
            ordo_text_add(&t, "; the cost shown is a lower bound");
        add(f, ORDO_WARN_GIVEN_UP, i, &t);
    }
}

static void find_few(const struct finding *f) {
    char part[ORDO_NUMERAL_BYTES], whole[ORDO_NUMERAL_BYTES];
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_gated_scope *g = gate_of(f, i);
        const struct ordo_run_scope *s = &f->run->scope[i];
        if (!g || s->recorded >= FEW_SAMPLES || (double)s->recorded >= s->executions) continue;
        if (s->cost_self < SHARE_THAT_MATTERS * f->run->cost) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        if (s->executions > 1)
            ordo_text_print(&t, ": %s of %s executions %s recorded",
                            ordo_numeral_exact(part, s->recorded),
                            ordo_numeral_exact(whole, (uint64_t)s->executions),
                            s->recorded == 1 ? "was" : "were");
        else
            ordo_text_add(&t, ": its only execution was not recorded");
        if (!s->recorded)
            ordo_text_add(&t, "; its total includes only the scope and the loops in it");
        add(f, ORDO_WARN_FEW_SAMPLES, i, &t);
    }
}

/* Finds loops whose cost can be estimated, but not the size of their executions. */
static void find_sizes_not_estimated(const struct finding *f) {
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_run_scope *s = &f->run->scope[i];
        if (!gate_of(f, i) || !matters(f, i) || s->total.reason || !s->has_means) continue;
        if (s->mean_size.reason != ORDO_ESTIMATE_BIASED) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        ordo_text_print(&t, ": mean size not estimated: %s",
                        ordo_estimate_reason_text(s->mean_size.reason));
        add(f, ORDO_WARN_NOT_ESTIMATED, i, &t);
    }
}

static void find_not_estimated(const struct finding *f) {
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_run_growth *g = &f->run->scope[i].growth;
        if (g->verdict != ORDO_RUN_NOT_ESTIMATED || !matters(f, i)) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        ordo_text_print(&t, ": distinct cells over the run not estimated: %s",
                        ordo_estimate_reason_text(g->cells.reason));
        add(f, ORDO_WARN_NOT_ESTIMATED, i, &t);
    }
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_run_scope *s = &f->run->scope[i];
        if (!gate_of(f, i) || !matters(f, i)) continue;
        if (!s->total.reason || s->total.reason == ORDO_ESTIMATE_FEW) continue;
        struct ordo_text t = {0};
        name(&t, f->p, i);
        ordo_text_print(&t, ": total cost is uncertain: %s",
                        ordo_estimate_reason_text(s->total.reason));
        add(f, ORDO_WARN_NOT_ESTIMATED, i, &t);
    }
    find_sizes_not_estimated(f);
}

static void find_spent(const struct finding *f) {
    char part[ORDO_NUMERAL_BYTES], whole[ORDO_NUMERAL_BYTES];
    if (f->sums.unsampled <= f->sums.samples) return;
    struct ordo_text t = {0};
    ordo_text_print(&t,
                    "%s executions were due but not sampled, because the budget was spent; %s were "
                    "sampled",
                    ordo_numeral_exact(part, f->sums.unsampled),
                    ordo_numeral_exact(whole, f->sums.samples));
    add(f, ORDO_WARN_BUDGET_SPENT, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_unlogged(const struct finding *f) {
    char part[ORDO_NUMERAL_BYTES];
    if (!f->sums.unlogged) return;
    struct ordo_text t = {0};
    ordo_text_print(
        &t, "the log was full: %s sample%s in totals only, so growth over the run is less precise",
        ordo_numeral_exact(part, f->sums.unlogged), f->sums.unlogged == 1 ? " counts" : "s count");
    add(f, ORDO_WARN_LOG_FULL, ORDO_SCOPE_NONE_INDEX, &t);
}

void ordo_production_warnings_find(const struct ordo_profile *p, const struct ordo_run_totals *run,
                                   const uint32_t *order, const struct ordo_warning_sink *sink) {
    if (!p->has_production || !run) return;
    struct finding f = {p, run, order, sink, ordo_production_sums_of(p, run)};
    find_not_for_production(&f);
    find_incomplete(&f);
    find_given_up(&f);
    find_few(&f);
    find_not_estimated(&f);
    find_spent(&f);
    find_unlogged(&f);
}
