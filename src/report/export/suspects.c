/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * suspects.c: writes FILE:LINE, or a linkage name if there are no line tables or the file's name
 * has characters that separate items. The name of a routine stands for its loops and its recursion.
 * A routine that has neither, such as one that calls memmove, is represented by the loop that it is
 * called from.
 */
#include "report/export/suspects.h"

#include "analysis/call_paths.h"
#include "analysis/growth_rank.h"
#include "base/stream.h"
#include "base/text.h"
#include "report/choice/rank.h"
#include "report/words/finding_words.h"
#include "report/words/growth_cells.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_SHARE 0.001     /* of the run now or at the factor: smaller ones are left out */
#define SHARE_OF_MUCH 0.2     /* at the factor: listed whatever its growth */
#define SHARE_TAKEN 0.05      /* at the factor: listed if it grows ... */
#define TIMES_MORE 1.5        /* ... by this factor */
#define MOST_CHARACTERS 4000u /* of all items: what `ordo cc --focus` takes */

static bool grows(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_series_model *m = ordo_growth_best(a, i);
    if (a->scope[i].explosive || ordo_analysis_run_is_faster(a, i)) return true;
    if (a->scope[i].pair) return ordo_two_sizes_degree(&a->scope[i].pair->fit) > 1;
    return m && m->mean.growth != ORDO_GROWTH_NONE && m->mean.growth > ORDO_GROWTH_N;
}

static bool takes_over(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_scope_growth *g = &a->scope[i];
    double all = (double)a->profile->total_cost;
    if (!g->has_share || !(all > 0)) return false;
    return g->share_at_10x >= SHARE_OF_MUCH ||
           (g->share_at_10x >= SHARE_TAKEN && g->share_at_10x >= TIMES_MORE * g->own_now / all);
}

/* What is known of the calls between scopes, and the list that is being made. */
struct listing {
    const struct ordo_analysis *a;
    struct ordo_call_paths paths;
    struct ordo_text t, items;
    uint32_t n;
};

/* Returns whether the routine has a gate in production builds. No sample may have shown that it
 * recurs. */
static bool has_gate(const struct ordo_analysis *a, uint32_t i) {
    return a->profile->scopes[i].kind == ORDO_PROFILE_ROUTINE && a->run && a->run->scope[i].gate;
}

static bool is_part_of_recursion(const struct listing *x, uint32_t i) {
    return x->a->profile->scopes[i].kind == ORDO_PROFILE_ROUTINE && x->paths.recursion[i] != i;
}

static bool has_loops(const struct ordo_profile *p, uint32_t routine) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP && p->scopes[i].routine.i == routine)
            return true;
    return false;
}

/* Returns the scope that a focus can name for this one: itself, or the nearest loop or recursion on
 * the way through its main callers. ORDO_SCOPE_NONE_INDEX: that is not known. */
static uint32_t in_focus(const struct listing *x, uint32_t i) {
    const struct ordo_profile *p = x->a->profile;
    for (int k = 0; k < ORDO_CALL_PATHS_LONGEST && i != ORDO_SCOPE_NONE_INDEX; k++) {
        enum ordo_profile_kind kind = p->scopes[i].kind;
        if (kind == ORDO_PROFILE_LOOP || kind == ORDO_PROFILE_RECURSION) return i;
        if (kind == ORDO_PROFILE_ROUTINE &&
            (has_gate(x->a, i) || is_part_of_recursion(x, i) || has_loops(p, i)))
            return i;
        i = ordo_call_main_caller(&x->paths, i);
    }
    return ORDO_SCOPE_NONE_INDEX;
}

static bool is_suspect(const struct listing *x, uint32_t i) {
    const struct ordo_analysis *a = x->a;
    const struct ordo_profile_scope *s = &a->profile->scopes[i];
    bool recursion = has_gate(a, i) && !is_part_of_recursion(x, i);
    if (s->kind != ORDO_PROFILE_LOOP && s->kind != ORDO_PROFILE_RECURSION && !recursion)
        return false;
    if (!ordo_rank_profiled(s) || !s->calls) return false;
    if (a->run && a->run->scope[i].cost_is_least) return true;
    if (ordo_rank_share(a->profile, s) < LEAST_SHARE && a->scope[i].share_at_10x < LEAST_SHARE)
        return false;
    return grows(a, i) || takes_over(a, i);
}

static void add_item(struct ordo_text *t, const struct ordo_profile_scope *s) {
    if (s->kind != ORDO_PROFILE_LOOP)
        ordo_text_add(t, s->linkage_name);
    else if (!s->line || s->flags & ORDO_PROFILE_NO_LINES)
        ordo_text_add(t, s->linkage_name);
    else if (strpbrk(s->file, " \t\n,;#"))
        ordo_text_print(t, "%s:%u", s->linkage_name, s->line);
    else
        ordo_text_print(t, "%s:%u", s->file, s->line);
}

static void add_reason(struct ordo_text *t, const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile_scope *s = &a->profile->scopes[i];
    const struct ordo_series_model *m = ordo_growth_best(a, i);
    bool recursion = s->kind == ORDO_PROFILE_RECURSION || has_gate(a, i);
    ordo_text_add(t, s->kind == ORDO_PROFILE_LOOP ? "loop in " : recursion ? "recursion " : "");
    ordo_spoken_name_add(t, a->profile->scopes[s->routine.i].name, true);
    if (m) {
        ordo_text_add(t, ": ");
        ordo_growth_class_add(t, &m->mean);
        ordo_text_print(t, " by %s", a->profile->series[a->scope[i].best].metric);
    }
    if (ordo_analysis_run_is_faster(a, i)) {
        ordo_text_add(t, m ? ", over the run " : ": over the run ");
        ordo_growth_class_add(t, &a->series[ordo_analysis_run_series(a, i)].mean);
    }
    if (a->run && a->run->scope[i].cost_is_least)
        ordo_text_add(t, ", its cost is not known");
    else if (a->scope[i].explosive)
        ordo_text_add(t, ", explosive");
    else if (a->scope[i].has_share)
        ordo_text_print(t, ", %.1f %% of the run at %gx the size", 100 * a->scope[i].share_at_10x,
                        a->factor);
}

/* Says how the finding's scope grows, if need be by its name. */
static void add_finding(struct ordo_text *t, const struct ordo_analysis *a,
                        const struct ordo_finding *f) {
    ordo_finding_scope_add(t, a->profile, f->scope, true);
    ordo_text_add(t, ": ");
    ordo_finding_title_add(t, a->profile, f, true);
    if (a->findings.run_is_known && f->growth != ORDO_GROWTH_EXP)
        ordo_text_print(t, ", %.1f %% of the run at %gx the size", 100 * f->share_at, a->factor);
    else
        ordo_text_print(t, ", %.1f %% of the run now", 100 * f->share);
}

static bool has_item(const struct ordo_text *items, const char *item) {
    size_t n = strlen(item);
    for (const char *at = items->bytes; at && (at = strstr(at, item)); at += n)
        if ((at == items->bytes || at[-1] == '\n') && at[n] == '\n') return true;
    return false;
}

/* Adds an item with its reason. Two loops on one line are one item. */
static void add_suspect(struct listing *x, uint32_t i, const struct ordo_text *reason) {
    struct ordo_text item = {0};
    add_item(&item, &x->a->profile->scopes[i]);
    bool fits = x->items.n + item.n + 1 <= MOST_CHARACTERS;
    if (item.n && fits && !has_item(&x->items, item.bytes)) {
        ordo_text_print(&x->items, "%s\n", item.bytes);
        ordo_text_print(&x->t, "%-31s # %s\n", item.bytes, reason->bytes);
        x->n++;
    }
    ordo_text_done(&item);
}

/* Adds what stands for each finding. */
static void add_findings(struct listing *x, const struct ordo_scope_filter *filter,
                         uint32_t limit) {
    const struct ordo_findings *all = &x->a->findings;
    for (uint32_t k = 0; k < all->n && (!limit || x->n < limit); k++) {
        const struct ordo_finding *f = &all->list[k];
        if (!ordo_scope_filter_passes(filter, x->a->profile, x->a, f->scope)) continue;
        struct ordo_text reason = {0};
        uint32_t named = in_focus(x, f->scope);
        if (named == f->scope && f->basis != ORDO_BASIS_RUNS)
            add_reason(&reason, x->a, named); /* has the model of its calls, too */
        else
            add_finding(&reason, x->a, f);
        if (named != ORDO_SCOPE_NONE_INDEX)
            add_suspect(x, named, &reason);
        else
            ordo_text_print(&x->t, "# %s; the loop that calls it is not known\n", reason.bytes);
        ordo_text_done(&reason);
    }
}

enum ordo_status ordo_suspects_write(FILE *out, const struct ordo_analysis *a,
                                     const struct ordo_scope_filter *filter, uint32_t limit,
                                     uint32_t *n, struct ordo_error *error) {
    const struct ordo_profile *p = a->profile;
    uint32_t *order = ordo_growth_rank(a, false);
    struct listing x = {.a = a};
    ordo_call_paths_init(&x.paths, p, a->run ? a->run->edges : p->edges,
                         a->run ? a->run->n_edges : p->n_edges);
    ordo_text_add(&x.t,
                  "# Loops and recursions that grow faster than linear or take much of the run "
                  "when inputs grow:\n"
                  "# ordo cc --production --focus=@FILE\n");
    add_findings(&x, filter, limit);
    for (uint32_t k = 0; k < p->n_scopes && (!limit || x.n < limit); k++) {
        uint32_t i = order[k];
        if (!is_suspect(&x, i) || !ordo_scope_filter_passes(filter, p, a, i)) continue;
        struct ordo_text reason = {0};
        add_reason(&reason, a, i);
        add_suspect(&x, i, &reason);
        ordo_text_done(&reason);
    }
    *n = x.n;
    free(order);
    ordo_text_done(&x.items);
    ordo_call_paths_done(&x.paths);
    return ordo_stream_write(out, &x.t, "the list", error);
}
