/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_json.c: writes fields of docs/report.schema.json, and the cause of growth as text.
 */
#include "report/json/growth_json.h"

#include "base/memory.h"
#include "report/choice/library_fold.h"
#include "report/json/model_json.h"
#include "report/json/whole_call_json.h"
#include "report/words/spoken_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the model's object as it is written to j. The caller frees it. */
static char *model_text(const struct ordo_json_out *j, const struct ordo_model *m) {
    char *text = NULL;
    size_t n = 0;
    struct ordo_json_out part = *j;
    part.out = open_memstream(&text, &n);
    if (!part.out) ordo_memory_exhausted();
    part.comma = false;
    ordo_json_begin(&part, NULL, '{');
    ordo_model_json_write(&part, m);
    ordo_json_end(&part, '}');
    if (fclose(part.out) != 0) ordo_memory_exhausted();
    return text;
}

static void write_outline(struct ordo_json_out *j, const struct ordo_series_model *m) {
    char *mean = model_text(j, &m->mean), *worst = model_text(j, &m->worst);
    ordo_json_raw(j, "model", mean);
    if (strcmp(mean, worst) != 0) ordo_json_raw(j, "worst", worst);
    free(mean);
    free(worst);
}

void ordo_growth_json_series(struct ordo_json_out *j, const struct ordo_series_model *m) {
    if (j->outline) {
        write_outline(j, m);
        return;
    }
    ordo_json_begin(j, "model", '{');
    ordo_model_json_write(j, &m->mean);
    ordo_json_end(j, '}');
    ordo_json_begin(j, "worst", '{');
    ordo_model_json_write(j, &m->worst);
    ordo_json_end(j, '}');
}

void ordo_growth_cause_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope,
                           bool ascii) {
    const struct ordo_cause *c = &a->scope[scope].cause;
    const struct ordo_profile_scope *scopes = a->profile->scopes;
    if (c->kind == ORDO_CAUSE_NONE) return;
    ordo_text_add(t,
                  c->growth == ORDO_GROWTH_NONE ? "class unclear," : ordo_growth_name(c->growth));
    if (c->kind == ORDO_CAUSE_OWN) {
        ordo_text_add(t, " in its own code");
        return;
    }
    const struct ordo_profile_scope *child = &scopes[c->child.i];
    ordo_text_add(t, child->kind == ORDO_PROFILE_LOOP ? " through the loop at " : " through ");
    ordo_spoken_name_add(t, child->name, ascii);
}

static void write_cause(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t scope) {
    const struct ordo_cause *c = &a->scope[scope].cause;
    const struct ordo_profile_scope *scopes = a->profile->scopes;
    if (c->kind == ORDO_CAUSE_NONE) {
        ordo_json_null(j, "cause");
        return;
    }
    struct ordo_text text = {0};
    ordo_growth_cause_add(&text, a, scope, false);
    ordo_json_begin(j, "cause", '{');
    ordo_json_text(j, "through", c->kind == ORDO_CAUSE_OWN ? "own" : "child");
    if (c->kind == ORDO_CAUSE_CHILD)
        ordo_json_id(j, "child", scopes[c->child.i].id);
    else
        ordo_json_null(j, "child");
    ordo_json_text(j, "class", ordo_growth_name(c->growth));
    ordo_model_json_number(j, "share", true, c->share);
    if (ordo_scope_is_none(c->root))
        ordo_json_null(j, "root");
    else
        ordo_json_id(j, "root", scopes[c->root.i].id);
    ordo_json_text(j, "text", text.bytes ? text.bytes : "");
    ordo_json_end(j, '}');
    ordo_text_done(&text);
}

/* Returns the view that says what the scope costs by itself; NULL: its row is not in that view, or
 * code of libraries has rows. */
static const struct ordo_library_fold *fold_of(const struct ordo_json_out *j, uint32_t scope) {
    return j->fold && !j->fold->folded[scope] ? j->fold : NULL;
}

static void write_own(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t scope) {
    double own = ordo_reported_own(a, fold_of(j, scope), scope);
    bool known = own >= 0 && own < 0x1p64;
    if (known)
        ordo_json_integer(j, "own", (uint64_t)(own + 0.5));
    else
        ordo_json_null(j, "own");
    ordo_model_json_number(j, "own_share", known && a->profile->total_cost,
                           own / (double)a->profile->total_cost);
}

void ordo_growth_json_scope(struct ordo_json_out *j, const struct ordo_analysis *a,
                            uint32_t scope) {
    const struct ordo_scope_growth *g = &a->scope[scope];
    if (g->best == ORDO_SERIES_NONE)
        ordo_json_null(j, "best_size");
    else
        ordo_json_text(j, "best_size", a->profile->series[g->best].metric);
    write_own(j, a, scope);
    const struct ordo_library_fold *fold = fold_of(j, scope);
    const struct ordo_scope_growth *shown = fold ? &fold->analysis.scope[scope] : g;
    ordo_model_json_number(j, "share_at_10x", shown->has_share, shown->share_at_10x);
    ordo_json_bool(j, "explosive", shown->explosive);
    ordo_model_json_number(j, "predicted_total", true, g->predicted_total);
    write_cause(j, a, scope);
    if (g->pair) ordo_pair_json_write(j, "two_sizes", g->pair);
    if (g->run_pair) ordo_pair_json_write(j, "two_run_sizes", g->run_pair);
    if (g->callers) ordo_callers_json_write(j, a->profile, g->callers);
    if (g->argument) ordo_argument_json_write(j, g->argument);
}
