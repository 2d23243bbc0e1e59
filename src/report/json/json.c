/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * json.c: writes the JSON report in the order of docs/report.schema.json.
 *
 * Rule: what was not measured is absent. Folded routines and irreducible loops have no calls, cost
 * or sizes; only loops have iterations.
 */
#include "report/json/json.h"

#include "analysis/user_code.h"
#include "base/memory.h"
#include "base/stream.h"
#include "report/choice/library_fold.h"
#include "report/choice/rank.h"
#include "report/json/findings_json.h"
#include "report/json/growth_json.h"
#include "report/json/json_out.h"
#include "report/json/production_json.h"
#include "report/words/warnings.h"

#include <stdlib.h>
#include <string.h>

static void write_processes(struct ordo_json_out *j, const struct ordo_profile *p,
                            const struct ordo_run *r, const bool *continues) {
    ordo_json_begin(j, "processes", '[');
    for (uint64_t i = 0; i < r->processes.n; i++) {
        const struct ordo_process *x = &p->processes[r->processes.first + i];
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_integer(j, "pid", x->pid);
        ordo_json_integer(j, "ppid", x->ppid);
        ordo_json_text(j, "exe", x->exe);
        ordo_json_text(j, "command", x->command);
        ordo_json_text(j, "state", ordo_process_state_name(x->state));
        if (x->stop) ordo_json_text(j, "stop", ordo_stop_name(x->stop));
        if (x->stop_errno) ordo_json_text(j, "stop_reason", strerror((int)x->stop_errno));
        if (x->lost_children) ordo_json_integer(j, "lost_children", x->lost_children);
        if (x->start_ns) ordo_json_integer(j, "start_ns", x->start_ns);
        if (x->end_ns) ordo_json_integer(j, "end_ns", x->end_ns);
        ordo_json_bool(j, "forked", x->forked);
        if (continues[r->processes.first + i]) ordo_json_bool(j, "continues", true);
        ordo_json_integer(j, "threads", x->threads);
        ordo_json_integer(j, "cost", x->cost);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_runs(struct ordo_json_out *j, const struct ordo_profile *p) {
    bool *continues = ordo_memory_new(p->n_processes, sizeof *continues);
    ordo_profile_continued(p, continues);
    ordo_json_begin(j, "runs", '[');
    for (uint32_t i = 0; i < p->n_runs; i++) {
        const struct ordo_run *r = &p->runs[i];
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "command", r->command);
        if (r->start_ns) ordo_json_integer(j, "start_ns", r->start_ns);
        if (r->end_ns) ordo_json_integer(j, "end_ns", r->end_ns);
        if (r->exit_status >= 0) ordo_json_signed(j, "exit_status", r->exit_status);
        if (r->signal) ordo_json_signed(j, "signal", r->signal);
        if (r->allocated) ordo_json_integer(j, "allocated", r->allocated);
        if (r->peak) ordo_json_integer(j, "peak", r->peak);
        ordo_json_begin(j, "features", '{');
        for (uint64_t k = 0; k < r->features.n; k++)
            ordo_json_number(j, p->features[r->features.first + k].name,
                             p->features[r->features.first + k].value);
        ordo_json_end(j, '}');
        write_processes(j, p, r, continues);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    free(continues);
}

static void write_warnings(struct ordo_json_out *j, const struct ordo_profile *p,
                           const struct ordo_warnings *w) {
    ordo_json_begin(j, "warnings", '[');
    for (size_t i = 0; i < w->n; i++) {
        const struct ordo_warning *x = &w->list[i];
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "code", ordo_warning_code_name(x->code));
        ordo_json_text(j, "text", x->text);
        ordo_json_text(j, "remedy", ordo_warning_remedy(p, x->code));
        if (ordo_scope_is_none(x->scope))
            ordo_json_null(j, "scope");
        else
            ordo_json_id(j, "scope", p->scopes[x->scope.i].id);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static uint64_t calls_of(const struct ordo_profile *p, const struct ordo_profile_scope *s) {
    uint64_t calls = 0;
    for (uint64_t k = 0; k < s->callers.n; k++) calls += p->edges[s->callers.first + k].calls;
    return s->calls ? s->calls : calls;
}

static void write_uncovered(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, "uncovered", '[');
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (!(s->flags & ORDO_PROFILE_UNCOVERED) || !calls_of(p, s)) continue;
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "library", s->object);
        ordo_json_text(j, "function", s->name);
        ordo_json_integer(j, "calls", calls_of(p, s));
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_callers(struct ordo_json_out *j, const struct ordo_profile *p,
                          const struct ordo_profile_scope *s) {
    ordo_json_begin(j, "callers", '[');
    for (uint64_t k = 0; k < s->callers.n; k++) {
        const struct ordo_edge *e = &p->edges[s->callers.first + k];
        if (ordo_scope_is_none(e->caller)) continue;
        const struct ordo_profile_scope *caller = &p->scopes[e->caller.i];
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "id", caller->id);
        ordo_json_text(j, "kind", ordo_profile_kind_name(caller->kind));
        ordo_json_text(j, "name", caller->name);
        ordo_json_integer(j, "calls", e->calls);
        ordo_json_integer(j, "cost", e->cost);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_children(struct ordo_json_out *j, const struct ordo_profile *p,
                           const struct ordo_profile_scope *s) {
    if (!s->children.n) return;
    ordo_json_begin(j, "children", '[');
    uint64_t end = s->children.first + s->children.n;
    for (uint64_t first = s->children.first, last; first < end; first = last) {
        uint64_t calls = 0, cost = 0;
        for (last = first; last < end && p->children[last].child.i == p->children[first].child.i;
             last++) {
            calls += p->children[last].calls;
            cost += p->children[last].cost;
        }
        const struct ordo_profile_scope *child = &p->scopes[p->children[first].child.i];
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "id", child->id);
        ordo_json_text(j, "kind", ordo_profile_kind_name(child->kind));
        ordo_json_text(j, "name", child->name);
        ordo_json_integer(j, "calls", calls);
        ordo_json_integer(j, "cost", cost);
        if (!j->outline) ordo_json_begin(j, "by_size", '[');
        for (uint64_t k = first; k < last && !j->outline; k++) {
            ordo_json_begin(j, NULL, '[');
            ordo_json_integer(j, NULL, p->children[k].n);
            ordo_json_integer(j, NULL, p->children[k].calls);
            ordo_json_integer(j, NULL, p->children[k].cost);
            ordo_json_end(j, ']');
        }
        if (!j->outline) ordo_json_end(j, ']');
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

/* Writes the mean size of a bucket; its lower end if the sum of its sizes did not fit 64 bits,
 * which happens only with arguments that are not sizes. */
static void write_bucket_size(struct ordo_json_out *j, const struct ordo_point *x) {
    uint64_t mean = x->sum_n / x->count;
    if (x->sum_n == UINT64_MAX || mean < x->n || mean - x->n > x->n / 128)
        ordo_json_integer(j, NULL, x->n);
    else if (x->sum_n % x->count && mean < (uint64_t)1
                                               << 52) /* a double has bits left for decimals */
        ordo_json_number(j, NULL, (double)x->sum_n / (double)x->count);
    else
        ordo_json_integer(j, NULL, mean);
}

static void write_points(struct ordo_json_out *j, const struct ordo_profile *p,
                         const struct ordo_series *series) {
    ordo_json_begin(j, "points", '[');
    for (uint64_t k = 0; k < series->points.n; k++) {
        const struct ordo_point *x = &p->points[series->points.first + k];
        ordo_json_begin(j, NULL, '[');
        if (series->bucketed)
            write_bucket_size(j, x);
        else
            ordo_json_integer(j, NULL, x->n);
        ordo_json_integer(j, NULL, x->count);
        ordo_json_integer(j, NULL, x->min);
        ordo_json_integer(j, NULL, x->max);
        ordo_json_integer(j, NULL, x->sum);
        ordo_json_wide(j, NULL, x->sumsq_high, x->sumsq_low);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

static void write_series(struct ordo_json_out *j, const struct ordo_profile *p,
                         const struct ordo_series *series) {
    ordo_json_begin(j, series->metric, '{');
    ordo_json_integer(j, "distinct", series->points.n);
    ordo_json_integer(j, "min", series->n_min);
    ordo_json_integer(j, "max", series->n_max);
    ordo_json_bool(j, "bucketed", series->bucketed);
    ordo_growth_json_series(j, &j->analysis->series[series - p->series]);
    if (j->outline)
        ordo_json_integer(j, "series", (uint64_t)(series - p->series));
    else
        write_points(j, p, series);
    ordo_json_end(j, '}');
}

/* Writes the series of one cost metric; those that growth is fitted to are the scope's sizes. */
static void write_sizes(struct ordo_json_out *j, const struct ordo_profile *p,
                        const struct ordo_profile_scope *s, const char *cost) {
    ordo_json_begin(j, "sizes", '{');
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *series = &p->series[s->series.first + k];
        if (strcmp(series->cost, cost) == 0) write_series(j, p, series);
    }
    ordo_json_end(j, '}');
}

static void write_other_costs(struct ordo_json_out *j, const struct ordo_profile *p,
                              const struct ordo_profile_scope *s) {
    const char *sizes = ordo_profile_growth_cost(p, s), *last = sizes;
    bool any = false;
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *series = &p->series[s->series.first + k];
        if (strcmp(series->cost, sizes) == 0 || strcmp(series->cost, last) == 0) continue;
        if (!any) ordo_json_begin(j, "costs", '{');
        any = true;
        last = series->cost;
        ordo_json_begin(j, last, '{');
        write_sizes(j, p, s, last);
        ordo_json_end(j, '}');
    }
    if (any) ordo_json_end(j, '}');
}

static void write_members(struct ordo_json_out *j, const struct ordo_profile *p,
                          const struct ordo_profile_scope *s) {
    ordo_json_begin(j, "members", '[');
    for (uint64_t k = 0; k < s->members.n; k++) {
        const struct ordo_profile_scope *m = &p->scopes[p->members[s->members.first + k].i];
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "id", m->id);
        ordo_json_text(j, "name", m->name);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_inlined(struct ordo_json_out *j, const struct ordo_profile *p,
                          const struct ordo_profile_scope *s) {
    uint32_t n, first = ordo_profile_inlined(p, s, &n);
    if (!n) return;
    ordo_json_begin(j, "inlined", '[');
    for (uint32_t k = 0; k < n; k++) {
        const struct ordo_inlined *x = &p->inlined[first + k];
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "name", x->name);
        ordo_json_text(j, "file", x->file);
        ordo_json_integer(j, "line", x->line);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_measures(struct ordo_json_out *j, const struct ordo_profile *p,
                           const struct ordo_profile_scope *s) {
    ordo_json_integer(j, "calls", s->calls);
    if (s->flags & ORDO_PROFILE_SETTLED) ordo_json_bool(j, "settled", true);
    if (s->kind == ORDO_PROFILE_LOOP) ordo_json_integer(j, "iterations", s->iterations);
    if (s->kind != ORDO_PROFILE_RECURSION) {
        ordo_json_integer(j, "unfinished", s->unfinished);
        if (s->unfinished) ordo_json_integer(j, "unfinished_cost", s->unfinished_cost);
        if (s->at_exit) ordo_json_integer(j, "at_exit", s->at_exit);
    }
    ordo_json_begin(j, "cost", '{');
    ordo_json_integer(j, "total", s->cost_total);
    if (s->has_self) ordo_json_integer(j, "self", s->cost_self);
    ordo_json_number(j, "share", ordo_rank_share(p, s));
    ordo_json_end(j, '}');
    ordo_growth_json_scope(j, j->analysis, (uint32_t)(s - p->scopes));
    ordo_production_json_scope(j, j->analysis, (uint32_t)(s - p->scopes));
    const char *sizes = ordo_profile_growth_cost(p, s);
    if (strcmp(sizes, p->cost_metric) != 0) ordo_json_text(j, "sizes_cost", sizes);
    write_sizes(j, p, s, sizes);
    write_other_costs(j, p, s);
}

/* Returns whether the scope is code of a library that has no row beside the code that calls it. */
static bool has_no_row(const struct ordo_json_out *j, uint32_t scope) {
    const struct ordo_profile *p = j->analysis->profile;
    if (!j->fold) return false;
    return j->fold->folded[scope] ||
           (!ordo_rank_profiled(&p->scopes[scope]) && !ordo_is_user_code(p, scope));
}

static void write_scope(struct ordo_json_out *j, const struct ordo_profile *p,
                        const struct ordo_profile_scope *s) {
    const struct ordo_profile_scope *routine = &p->scopes[s->routine.i];
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_id(j, "id", s->id);
    ordo_json_text(j, "kind", ordo_profile_kind_name(s->kind));
    ordo_json_text(j, "name", s->name);
    ordo_json_text(j, "linkage_name", s->linkage_name);
    ordo_json_text(j, "object", s->object);
    ordo_json_text(j, "file", s->file);
    ordo_json_integer(j, "line", s->line);
    ordo_json_integer(j, "column", s->column);
    ordo_json_text(j, "routine", routine->name);
    ordo_json_id(j, "routine_id", routine->id);
    if (ordo_scope_is_none(s->parent))
        ordo_json_null(j, "parent");
    else
        ordo_json_id(j, "parent", p->scopes[s->parent.i].id);
    ordo_json_bool(j, "folded", (s->flags & ORDO_PROFILE_FOLDED) != 0);
    ordo_json_bool(j, "profiled", ordo_rank_profiled(s));
    if (has_no_row(j, (uint32_t)(s - p->scopes))) ordo_json_bool(j, "library", true);
    if (s->kind == ORDO_PROFILE_RECURSION)
        write_members(j, p, s);
    else
        write_callers(j, p, s);
    write_inlined(j, p, s);
    if (ordo_rank_profiled(s)) write_measures(j, p, s);
    write_children(j, p, s);
    ordo_run_growth_json_write(j, j->analysis, (uint32_t)(s - p->scopes));
    ordo_json_end(j, '}');
}

static void write_library(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, "library", '[');
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_LIBRARY) continue;
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "id", s->id);
        ordo_json_text(j, "function", s->name);
        ordo_json_text(j, "library", s->object);
        ordo_json_bool(j, "modelled", !(s->flags & ORDO_PROFILE_UNCOVERED));
        ordo_json_integer(j, "calls", calls_of(p, s));
        if (!(s->flags & ORDO_PROFILE_UNCOVERED)) ordo_json_integer(j, "cost", s->cost_total);
        write_callers(j, p, s);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_contexts(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_bool(j, "contexts_truncated", p->contexts_truncated);
    ordo_json_begin(j, "contexts", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_id(j, "scope", p->scopes[c->scope.i].id);
        if (c->parent == UINT32_MAX)
            ordo_json_null(j, "parent");
        else
            ordo_json_integer(j, "parent", c->parent);
        ordo_json_integer(j, "calls", c->calls);
        ordo_json_integer(j, "cost", c->cost);
        ordo_json_integer(j, "self", c->self);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_lines(struct ordo_json_out *j, const struct ordo_profile *p) {
    if (!p->n_lines) return;
    ordo_json_begin(j, "lines", '[');
    for (uint64_t i = 0; i < p->n_lines; i++) {
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "file", p->lines[i].file);
        ordo_json_integer(j, "line", p->lines[i].line);
        ordo_json_integer(j, "count", p->lines[i].count);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_document(struct ordo_json_out *j, const struct ordo_profile *p,
                           const struct ordo_warnings *w, const uint32_t *order) {
    ordo_json_begin(j, NULL, '{');
    ordo_json_integer(j, "schema", ORDO_JSON_SCHEMA);
    ordo_json_text(j, "engine", p->engine);
    ordo_json_integer(j, "cell_bytes", p->cell_bytes);
    ordo_json_text(j, "cost_metric", p->cost_metric);
    write_runs(j, p);
    ordo_json_integer(j, "total_cost", p->total_cost);
    ordo_production_json_write(j, j->analysis);
    ordo_findings_json_write(j, j->analysis);
    write_warnings(j, p, w);
    write_uncovered(j, p);
    ordo_json_begin(j, "objects", '[');
    for (uint32_t i = 0; i < p->n_objects; i++) {
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "path", p->objects[i].path);
        ordo_json_text(j, "source_root", p->objects[i].source_root);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_begin(j, "scopes", '[');
    for (uint32_t k = 0; k < p->n_scopes; k++)
        if (p->scopes[order[k]].kind != ORDO_PROFILE_LIBRARY)
            write_scope(j, p, &p->scopes[order[k]]);
    ordo_json_end(j, ']');
    write_library(j, p);
    if (!j->outline) write_contexts(j, p);
    write_lines(j, p);
    ordo_json_end(j, '}');
}

static enum ordo_status write_report(struct ordo_json_out *j, struct ordo_error *error) {
    const struct ordo_profile *p = j->analysis->profile;
    struct ordo_warnings warnings;
    if (!p->has_points)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "a summary has no points to report: load the profile whole");
    ordo_warnings_find(p, j->analysis->run, &warnings);
    uint32_t *order = ordo_rank_scopes(p, ORDO_RANK_COST, NULL);
    write_document(j, p, &warnings, order);
    free(order);
    ordo_warnings_done(&warnings);
    return ordo_stream_end(j->out, "the report", error);
}

enum ordo_status ordo_json_write(FILE *out, const struct ordo_analysis *a,
                                 struct ordo_error *error) {
    return write_report(&(struct ordo_json_out){.out = out, .analysis = a}, error);
}

enum ordo_status ordo_json_write_outline(FILE *out, const struct ordo_analysis *a,
                                         const struct ordo_library_fold *fold,
                                         struct ordo_error *error) {
    return write_report(
        &(struct ordo_json_out){.out = out, .analysis = a, .outline = true, .fold = fold}, error);
}
