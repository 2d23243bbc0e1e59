/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_json.c: writes an estimate as an object with its interval. An estimate that was not
 * made has a reason and no value.
 */
#include "report/json/production_json.h"

#include "report/json/model_json.h"
#include "report/words/production_words.h"

#include <math.h>

static void write_estimate(struct ordo_json_out *j, const char *key,
                           const struct ordo_estimate *e) {
    ordo_json_begin(j, key, '{');
    if (e->reason == ORDO_ESTIMATE_GOOD) {
        ordo_json_number(j, "value", e->value);
        ordo_json_number(j, "low", e->low);
        ordo_json_number(j, "high", e->high);
        ordo_json_text(j, "method", ordo_estimate_method_name(e->method));
    } else {
        ordo_json_text(j, "not_estimated", ordo_estimate_reason_text(e->reason));
    }
    ordo_json_end(j, '}');
}

static void write_processes(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, "processes", '[');
    for (uint32_t i = 0; i < p->n_samplings; i++) {
        const struct ordo_sampling *x = &p->samplings[i];
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "key", x->key);
        ordo_json_integer(j, "pid", p->processes[x->process].pid);
        if (x->rate)
            ordo_json_integer(j, "one_of", x->rate);
        else
            ordo_json_null(j, "one_of");
        if (x->budget)
            ordo_json_number(j, "budget", (double)x->budget / 1e6);
        else
            ordo_json_null(j, "budget");
        ordo_json_integer(j, "log_bytes", x->log_bytes);
        ordo_json_integer(j, "sampled_ns", x->sampled_ns);
        ordo_json_integer(j, "unsampled", x->unsampled);
        ordo_json_integer(j, "unlogged", x->unlogged);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

void ordo_production_json_write(struct ordo_json_out *j, const struct ordo_analysis *a) {
    if (!a->run) return;
    struct ordo_production_sums s = ordo_production_sums_of(a->profile, a->run);
    ordo_json_begin(j, "production", '{');
    ordo_json_integer(j, "runs", a->profile->n_runs);
    ordo_json_integer(j, "samples", s.samples);
    ordo_json_integer(j, "executions", (uint64_t)fmin(s.executions, 9e18));
    ordo_json_integer(j, "incomplete", s.incomplete);
    ordo_json_integer(j, "given_up", s.given_up);
    ordo_json_integer(j, "left", s.left);
    ordo_json_integer(j, "unsampled", s.unsampled);
    ordo_json_integer(j, "unlogged", s.unlogged);
    ordo_json_integer(j, "sampled_ns", s.sampled_ns);
    ordo_json_bool(j, "cost_is_least", a->run->cost_is_least);
    write_processes(j, a->profile);
    ordo_json_end(j, '}');
}

/* Writes [process, executions, iterations, cells, low, high] for checkpoints with known cells. */
static void write_checkpoints(struct ordo_json_out *j, const struct ordo_run_totals *run,
                              const struct ordo_run_growth *g) {
    ordo_json_begin(j, "checkpoints", '[');
    for (uint32_t i = g->first; i < g->first + g->n; i++) {
        const struct ordo_run_checkpoint *m = &run->checkpoints[i];
        if (m->at.cells.reason != ORDO_ESTIMATE_GOOD) continue;
        ordo_json_begin(j, NULL, '[');
        ordo_json_id(j, NULL, m->process);
        ordo_json_integer(j, NULL, m->at.executions);
        ordo_json_integer(j, NULL, m->at.iterations);
        ordo_json_number(j, NULL, m->at.cells.value);
        ordo_json_number(j, NULL, m->at.cells.low);
        ordo_json_number(j, NULL, m->at.cells.high);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

static void write_growth(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t scope) {
    const struct ordo_run_growth *g = &a->run->scope[scope].growth;
    struct ordo_text text = {0};
    if (g->verdict == ORDO_RUN_NONE) return;
    ordo_run_growth_add(&text, a, scope, false);
    ordo_json_begin(j, "over_run", '{');
    ordo_json_text(j, "verdict", ordo_run_verdict_name(g->verdict));
    ordo_json_bool(j, "faster", ordo_analysis_run_is_faster(a, scope));
    write_estimate(j, "cells", &g->cells);
    ordo_model_json_number(j, "exponent_by_executions", isfinite(g->exponent), g->exponent);
    if (!j->outline) write_checkpoints(j, a->run, g);
    ordo_json_text(j, "text", text.bytes ? text.bytes : "");
    ordo_json_end(j, '}');
    ordo_text_done(&text);
}

void ordo_production_json_scope(struct ordo_json_out *j, const struct ordo_analysis *a,
                                uint32_t scope) {
    if (!a->run) return;
    const struct ordo_run_scope *s = &a->run->scope[scope];
    ordo_json_begin(j, "production", '{');
    ordo_json_integer(j, "recorded", s->recorded);
    ordo_json_bool(j, "calls_exact", s->calls_exact);
    ordo_json_bool(j, "iterations_exact", s->iterations_exact);
    ordo_json_bool(j, "self_exact", ordo_estimated_self_is_exact(s));
    ordo_json_bool(j, "cost_is_least", s->cost_is_least);
    if (s->calls_of != scope)
        ordo_json_id(j, "calls_of", a->profile->scopes[ordo_run_calls_of(a->run, scope)].id);
    if (s->gate) {
        ordo_json_integer(j, "executions", (uint64_t)fmin(s->executions, 9e18));
        ordo_json_integer(j, "samples", s->gate->samples);
        ordo_json_integer(j, "incomplete", s->gate->incomplete);
        ordo_json_integer(j, "given_up", s->gate->given_up);
        ordo_json_integer(j, "left", s->gate->left);
    }
    if (s->has_interval || s->total.reason) write_estimate(j, "total", &s->total);
    if (s->has_means && a->profile->scopes[scope].kind != ORDO_PROFILE_ROUTINE) {
        write_estimate(j, "mean_size", &s->mean_size);
        write_estimate(j, "mean_cost", &s->mean_cost);
    }
    write_growth(j, a, scope);
    ordo_json_end(j, '}');
}
