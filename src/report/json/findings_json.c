/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/json/findings_json.h"

#include "report/json/model_json.h"
#include "report/json/whole_call_json.h"
#include "report/words/finding_words.h"

#include <math.h>
#include <string.h>

static void write_class(struct ordo_json_out *j, const char *key, enum ordo_growth g) {
    if (g == ORDO_GROWTH_NONE)
        ordo_json_null(j, key);
    else
        ordo_json_text(j, key, ordo_growth_name(g));
}

static const char *basis_name(enum ordo_basis basis) {
    static const char *const names[] = {[ORDO_BASIS_ACTIVATION] = "activation",
                                        [ORDO_BASIS_RUNS] = "runs",
                                        [ORDO_BASIS_RUN] = "run",
                                        [ORDO_BASIS_WORST] = "worst",
                                        [ORDO_BASIS_PASSES] = "conditional",
                                        [ORDO_BASIS_EVEN] = "conditional",
                                        [ORDO_BASIS_KEPT] = "conditional"};
    return names[basis];
}

static const char *unit_of(const struct ordo_analysis *a, const struct ordo_finding *f) {
    if (f->basis == ORDO_BASIS_RUNS) {
        enum ordo_run_size kind = a->findings.runs.series.kind;
        return kind == ORDO_RUN_SIZE_INPUT || kind == ORDO_RUN_SIZE_ALLOCATED ? "bytes"
               : kind == ORDO_RUN_SIZE_ALLOCATIONS                            ? "allocations"
                                                                              : "";
    }
    if (strcmp(f->metric, "calls") == 0) return "calls";
    if (strcmp(f->metric, "input") == 0) return "bytes";
    return strcmp(f->metric, "rms") == 0 || strcmp(f->metric, "drms") == 0 ? "cells" : "";
}

static void write_text(struct ordo_json_out *j, const struct ordo_analysis *a,
                       const struct ordo_finding *f) {
    struct ordo_text t = {0};
    ordo_finding_title_add(&t, a->profile, f, false);
    ordo_text_add(&t, ": ");
    ordo_finding_scope_add(&t, a->profile, f->scope, false);
    ordo_text_add(&t, "; ");
    ordo_finding_share_add(&t, &a->findings, f);
    ordo_text_add(&t, "; ");
    ordo_finding_reason_add(&t, a->profile, &a->findings, f, false);
    ordo_json_text(j, "text", t.bytes ? t.bytes : "");
    ordo_text_done(&t);
}

static void write_finding(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_finding *f = &a->findings.list[i];
    const struct ordo_profile_scope *s = &p->scopes[f->scope];
    bool runs = f->basis == ORDO_BASIS_RUNS;
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_integer(j, "rank", i + 1);
    ordo_json_id(j, "scope", s->id);
    ordo_json_text(j, "name", s->name);
    ordo_json_text(j, "routine", p->scopes[s->routine.i].name);
    ordo_json_text(j, "file", s->file);
    ordo_json_integer(j, "line", s->line);
    write_class(j, "growth", ordo_basis_is_conditional(f->basis) ? ORDO_GROWTH_NONE : f->growth);
    ordo_model_json_number(j, "exponent", f->has_exponent, f->exponent);
    ordo_model_json_interval(j, "ci", f->has_exponent, f->low, f->high);
    ordo_json_number(j, "probability", f->probability);
    ordo_model_json_number(j, "from", f->from > 0, f->from);
    ordo_json_text(j, "basis", basis_name(f->over_runs ? ORDO_BASIS_RUNS : f->basis));
    ordo_json_begin(j, "size", '{');
    ordo_json_text(j, "metric", f->metric);
    ordo_json_text(j, "name", runs ? a->findings.runs.series.name : f->metric);
    ordo_json_text(j, "unit", unit_of(a, f));
    ordo_json_end(j, '}');
    if (f->pair) ordo_pair_json_write(j, "two_sizes", f->pair);
    if (f->population) ordo_population_json_caller(j, p, f->population);
    ordo_json_begin(j, "through", '[');
    for (uint32_t k = 0; k < f->n_through; k++) ordo_json_id(j, NULL, p->scopes[f->through[k]].id);
    ordo_json_end(j, ']');
    ordo_json_number(j, "share", f->share);
    ordo_json_number(j, "share_at", f->share_at);
    ordo_model_json_number(j, "total_at", isfinite(f->total_at), f->total_at);
    write_text(j, a, f);
    ordo_json_end(j, '}');
}

/* Writes what is known of memory that grows too fast. */
static void write_memory(struct ordo_json_out *j, const struct ordo_analysis *a) {
    const struct ordo_memory_growth *m = &a->memory;
    if (!m->found) {
        ordo_json_null(j, "memory");
        return;
    }
    ordo_json_begin(j, "memory", '{');
    ordo_json_text(j, "basis", m->over_runs ? "runs" : "activation");
    ordo_json_id(j, "scope", a->profile->scopes[m->scope].id);
    ordo_json_text(j, "name", a->profile->scopes[m->scope].name);
    write_class(j, "growth", m->growth);
    ordo_json_number(j, "probability", m->probability);
    ordo_model_json_number(j, "exponent", m->has_exponent, m->exponent);
    ordo_model_json_interval(j, "ci", m->has_exponent, m->low, m->high);
    ordo_json_text(j, "metric", m->metric);
    ordo_json_number(j, "peak", m->now);
    ordo_json_number(j, "peak_at", m->at);
    ordo_json_end(j, '}');
}

void ordo_findings_json_write(struct ordo_json_out *j, const struct ordo_analysis *a) {
    const struct ordo_run_growths *g = &a->findings.runs;
    ordo_json_begin(j, "findings", '[');
    for (uint32_t i = 0; i < a->findings.n; i++) write_finding(j, a, i);
    ordo_json_end(j, ']');
    write_memory(j, a);
    if (!g->series.n) {
        ordo_json_null(j, "prediction");
        return;
    }
    ordo_json_begin(j, "prediction", '{');
    ordo_json_number(j, "factor", g->factor);
    ordo_json_begin(j, "size", '{');
    ordo_json_text(j, "name", g->series.name);
    ordo_json_number(j, "largest", g->series.size[g->series.n - 1]);
    ordo_json_end(j, '}');
    ordo_model_json_number(j, "total", isfinite(g->run.at.mean), g->run.at.mean);
    ordo_model_json_interval(j, "ci", true, g->run.at.low, g->run.at.high);
    ordo_json_end(j, '}');
}

void ordo_run_growth_json_write(struct ordo_json_out *j, const struct ordo_analysis *a,
                                uint32_t scope) {
    const struct ordo_run_growths *g = &a->findings.runs;
    if (!g->series.n || !g->scope[scope].n) return;
    const struct ordo_over_runs *r = &g->scope[scope];
    struct ordo_run_points points;
    ordo_run_growths_points(a->profile, g, scope, &points);
    ordo_json_begin(j, "run_growth", '{');
    write_class(j, "growth", r->cost.growth);
    ordo_model_json_number(j, "exponent", r->cost.known, r->cost.exponent);
    ordo_model_json_interval(j, "ci", r->cost.known, r->cost.low, r->cost.high);
    ordo_json_number(j, "probability", r->cost.known ? r->cost.probability[r->cost.growth] : 0);
    ordo_json_number(j, "calls_exponent", r->calls);
    ordo_model_json_number(j, "total_at", isfinite(r->at.mean), r->at.mean);
    double larger, more = ordo_run_growths_ratio(a->profile, g, scope, &larger);
    if (more > 0) {
        ordo_json_begin(j, "ratio", '{');
        ordo_json_number(j, "size", larger);
        ordo_json_number(j, "cost", more);
        ordo_json_end(j, '}');
    }
    ordo_json_begin(j, "points", '[');
    for (size_t i = 0; i < points.n; i++) {
        ordo_json_begin(j, NULL, '{');
        ordo_json_number(j, "size", points.size[i]);
        ordo_json_number(j, "calls", points.calls[i]);
        ordo_json_number(j, "cost", points.cost[i]);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}
