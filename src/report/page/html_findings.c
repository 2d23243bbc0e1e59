/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_findings.c: the page fits nothing, so the curve of a finding over the runs is written as
 * points of equal distances on a logarithmic axis, from the smallest size to the predicted one. Of
 * a finding over one run, it is written what was observed. The points of the runs and of single
 * activations are in the outline and in the series.
 */
#include "report/page/html_findings.h"

#include "analysis/run_growths.h"
#include "base/text.h"
#include "report/words/finding_words.h"
#include "report/words/findings_summary.h"
#include "report/words/unknown_costs.h"

#include <math.h>

#define CURVE_STEPS 40

static void write_text(struct ordo_json_out *j, const char *key, struct ordo_text *t) {
    if (t->n) ordo_json_text(j, key, t->bytes);
    ordo_text_done(t);
}

static void write_words(struct ordo_json_out *j, const struct ordo_analysis *a,
                        const struct ordo_finding *f) {
    struct ordo_text title = {0}, scope = {0}, share = {0}, reason = {0};
    ordo_finding_title_add(&title, a->profile, f, false);
    write_text(j, "title", &title);
    ordo_finding_scope_add(&scope, a->profile, f->scope, false);
    write_text(j, "scope", &scope);
    ordo_finding_share_add(&share, &a->findings, f);
    write_text(j, "share", &share);
    ordo_finding_reason_add(&reason, a->profile, &a->findings, f, false);
    write_text(j, "reason", &reason);
}

/* A number that is not finite has no place in a plot. */
static void write_value(struct ordo_json_out *j, double v) {
    if (isfinite(v))
        ordo_json_number(j, NULL, v);
    else
        ordo_json_null(j, NULL);
}

/* Writes the fitted total: rows of size, mean, and its 95 % interval. */
static void write_curve(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t scope) {
    const struct ordo_run_growths *g = &a->findings.runs;
    const struct ordo_over_runs *r = &g->scope[scope];
    struct ordo_run_points x;
    ordo_run_growths_points(a->profile, g, scope, &x);
    if (!r->cost.known || x.n < 3) return;
    double from = x.size[0], to = g->factor * g->series.size[g->series.n - 1];
    if (!(from < to)) return;
    ordo_json_begin(j, "curve", '[');
    for (int i = 0; i <= CURVE_STEPS; i++) {
        double at = from * pow(to / from, (double)i / CURVE_STEPS);
        struct ordo_power_value v = ordo_run_growths_value(g, &x, scope, at);
        ordo_json_begin(j, NULL, '[');
        ordo_json_number(j, NULL, at);
        write_value(j, v.mean);
        write_value(j, v.low);
        write_value(j, v.high);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

/* Writes the observed calls: number of the call, and what it and all before it cost and read. The
 * sizes of library routines are no cells. */
static void write_history(struct ordo_json_out *j, const struct ordo_profile *p,
                          const struct ordo_finding *f) {
    ordo_json_bool(j, "falls", f->first_size > f->last_size);
    ordo_json_bool(j, "cells", p->scopes[f->inner].kind != ORDO_PROFILE_LIBRARY);
    ordo_json_begin(j, "history", '[');
    for (uint64_t i = 0; i < f->n_observed; i++) {
        ordo_json_begin(j, NULL, '[');
        ordo_json_integer(j, NULL, f->observed[i].calls);
        ordo_json_integer(j, NULL, f->observed[i].sum_cost);
        ordo_json_integer(j, NULL, f->observed[i].sum_size);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

static void write_list(struct ordo_json_out *j, const struct ordo_analysis *a) {
    ordo_json_begin(j, "list", '[');
    for (uint32_t i = 0; i < a->findings.n; i++) {
        const struct ordo_finding *f = &a->findings.list[i];
        ordo_json_begin(j, NULL, '{');
        write_words(j, a, f);
        if (f->basis == ORDO_BASIS_RUNS) write_curve(j, a, f->scope);
        if (f->n_observed) write_history(j, a->profile, f);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

/* Writes size and cost of the whole run. */
static void write_run(struct ordo_json_out *j, const struct ordo_analysis *a) {
    struct ordo_run_points x;
    if (!a->findings.runs.series.n) return;
    ordo_run_growths_points(a->profile, &a->findings.runs, ORDO_SCOPE_NONE_INDEX, &x);
    ordo_json_begin(j, "run", '[');
    for (size_t i = 0; i < x.n; i++) {
        ordo_json_begin(j, NULL, '[');
        ordo_json_number(j, NULL, x.size[i]);
        ordo_json_number(j, NULL, x.cost[i]);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

/* Writes how the total of each scope grows over a series of runs: rows of scope, class or null,
 * exponent and its 95 % interval. */
static void write_over_runs(struct ordo_json_out *j, const struct ordo_analysis *a) {
    const struct ordo_run_growths *g = &a->findings.runs;
    if (!g->series.n) return;
    ordo_json_begin(j, "over_runs", '[');
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) {
        const struct ordo_power_fit *f = &g->scope[i].cost;
        if (!f->known || a->profile->scopes[i].kind == ORDO_PROFILE_LIBRARY) continue;
        ordo_json_begin(j, NULL, '[');
        ordo_json_id(j, NULL, a->profile->scopes[i].id);
        if (f->growth == ORDO_GROWTH_NONE)
            ordo_json_null(j, NULL);
        else
            ordo_json_text(j, NULL, ordo_growth_name(f->growth));
        write_value(j, f->exponent);
        write_value(j, f->low);
        write_value(j, f->high);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

void ordo_html_findings_write(struct ordo_json_out *j, const struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    struct ordo_text none = {0}, left_out = {0}, unjudged = {0}, prediction = {0};
    j->outline = true; /* seven digits are enough for plots */
    ordo_json_begin(j, NULL, '{');
    if (ordo_findings_are_algorithms(p))
        ordo_findings_algorithms_add(&none);
    else if (!a->findings.n)
        ordo_findings_none_add(&none, a, false);
    write_text(j, "none", &none);
    ordo_findings_left_out_add(&left_out, p, &a->findings);
    write_text(j, "left_out", &left_out);
    ordo_findings_unjudged_add(&unjudged, a, false);
    if (a->run && a->run->cost_is_least && unjudged.n) ordo_text_add(&unjudged, "\n");
    ordo_unknown_costs_add(&unjudged, a, false);
    write_text(j, "unjudged", &unjudged);
    ordo_findings_prediction_add(&prediction, p, &a->findings);
    write_text(j, "prediction", &prediction);
    ordo_json_number(j, "factor", a->findings.runs.factor);
    write_run(j, a);
    write_over_runs(j, a);
    write_list(j, a);
    ordo_json_end(j, '}');
}
