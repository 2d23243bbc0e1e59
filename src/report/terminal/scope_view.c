/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_view.c: one function per block of text, in the order in which they appear.
 */
#include "report/terminal/scope_view.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/stream.h"
#include "base/text.h"
#include "model/fit/formula.h"
#include "report/choice/library_fold.h"
#include "report/choice/rank.h"
#include "report/json/growth_json.h"
#include "report/terminal/plot_text.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/finding_words.h"
#include "report/words/growth_cells.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"
#include "report/words/whole_call_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_MARKS = 200, PLOT_HEIGHT = 16, DEFAULT_WIDTH = 80, AXIS = 14, MOST_INLINED = 12 };

struct view {
    const struct ordo_analysis *a;
    const struct ordo_profile *p;
    const struct ordo_profile_scope *s;
    uint32_t scope;
    const struct ordo_scope_view_options *o;
    const struct ordo_library_fold *fold; /* NULL: own cost is that of the scope alone */
    struct ordo_text *t;
};

/* Names the routines that the compiler inlined, so that nobody looks for them elsewhere. */
static void put_inlined(const struct view *v) {
    uint32_t n, first = ordo_profile_inlined(v->p, v->s, &n);
    for (uint32_t k = 0; k < n && k < MOST_INLINED; k++) {
        ordo_text_add(v->t, k ? ", " : "inlined into it: ");
        ordo_spoken_text_add(v->t, v->p->inlined[first + k].name);
    }
    if (n > MOST_INLINED) ordo_text_print(v->t, " and %u more", n - MOST_INLINED);
    if (n) ordo_text_add(v->t, "\n");
}

/* Says on which samples the numbers of a scope of a production profile are based. */
static void put_samples(const struct view *v) {
    const struct ordo_run_scope *x = &v->a->run->scope[v->scope];
    const struct ordo_gated_scope *g = x->gate;
    ordo_estimated_add(v->t, x->recorded, true);
    if (!g) ordo_text_print(v->t, " activation%s recorded in samples", x->recorded == 1 ? "" : "s");
    if (g) {
        ordo_text_add(v->t, " of ");
        ordo_estimated_add(v->t, x->executions, true);
        ordo_text_print(v->t, " executions recorded, %llu sampled here",
                        (unsigned long long)g->samples);
        if (g->incomplete)
            ordo_text_print(v->t, ", %llu incomplete", (unsigned long long)g->incomplete);
        if (g->given_up) ordo_text_print(v->t, ", %llu given up", (unsigned long long)g->given_up);
        if (g->left) ordo_text_print(v->t, ", %llu left by a jump", (unsigned long long)g->left);
    }
    ordo_text_add(v->t, "\n");
    if (x->has_interval && x->total.method != ORDO_ESTIMATE_EXACT) {
        ordo_text_add(v->t, "total ");
        ordo_estimate_add(v->t, &x->total);
        ordo_text_print(v->t, " %s (method: %s)\n", v->p->cost_metric,
                        ordo_estimate_method_name(x->total.method));
    }
    struct ordo_text line = {0};
    ordo_run_growth_add(&line, v->a, v->scope, v->o->ascii);
    if (line.n) ordo_text_print(v->t, "over the run: %s\n", line.bytes);
    ordo_text_done(&line);
}

/* Writes the scope's own cost, which includes what the table adds to it. */
static void put_own(const struct view *v, const struct ordo_run_scope *run) {
    char numeral[ORDO_NUMERAL_BYTES];
    double own = ordo_reported_own(v->a, v->fold, v->scope);
    if (!isnan(own)) {
        bool exact =
            !run || (!v->fold && ordo_estimated_self_is_exact(run) && own == run->cost_self);
        ordo_text_print(v->t, ", %s%s of its own", exact ? "" : "~",
                        ordo_numeral_short(numeral, (uint64_t)llround(own)));
    }
    if (v->fold) ordo_text_add(v->t, " and of code of libraries that it calls");
    ordo_text_add(v->t, ")\n");
}

/* Writes the findings about the scope, and how its total grows over a series of runs. */
static void put_findings(const struct view *v) {
    const struct ordo_findings *all = &v->a->findings;
    for (uint32_t i = 0; i < all->n; i++) {
        const struct ordo_finding *f = &all->list[i];
        if (f->scope != v->scope) continue;
        ordo_text_print(v->t, "finding %u: ", i + 1);
        ordo_finding_title_add(v->t, v->p, f, v->o->ascii);
        ordo_text_add(v->t, "; ");
        ordo_finding_share_add(v->t, all, f);
        ordo_text_add(v->t, ";\n  ");
        ordo_finding_reason_add(v->t, v->p, all, f, v->o->ascii);
        ordo_text_add(v->t, "\n");
    }
    const struct ordo_run_growths *g = &all->runs;
    if (!g->series.n || !g->scope[v->scope].cost.known) return;
    const struct ordo_over_runs *r = &g->scope[v->scope];
    ordo_text_print(v->t, "over %u runs, by %s: exponent %.2f..%.2f", g->series.n, g->series.name,
                    r->cost.low, r->cost.high);
    if (r->cost.growth != ORDO_GROWTH_NONE)
        ordo_text_print(v->t, ", %s with probability %.0f %%", ordo_growth_name(r->cost.growth),
                        fmin(100 * r->cost.probability[r->cost.growth], 99));
    ordo_text_print(v->t, "; its calls: exponent %.2f\n", r->calls);
}

static void put_head(const struct view *v) {
    const struct ordo_profile_scope *s = v->s;
    char numeral[ORDO_NUMERAL_BYTES];
    if (s->kind == ORDO_PROFILE_LOOP) {
        ordo_text_add(v->t, "loop in ");
        ordo_spoken_text_add(v->t, v->p->scopes[s->routine.i].name);
    } else {
        ordo_text_print(v->t, "%s ", ordo_profile_kind_name(s->kind));
        ordo_spoken_text_add(v->t, s->name);
    }
    ordo_text_add(v->t, "  ");
    ordo_spoken_text_add(v->t, s->file);
    if (s->line) ordo_text_print(v->t, ":%u", s->line);
    const struct ordo_run_scope *run = v->a->run ? &v->a->run->scope[v->scope] : NULL;
    ordo_text_add(v->t, "\n");
    bool unknown = run && ordo_run_is_bound(run);
    if (run && run->calls_of != v->scope)
        ordo_text_add(v->t, "an unknown number of");
    else if (unknown && !run->calls_exact)
        ordo_least_add(v->t, run->calls, v->o->ascii);
    else if (run)
        ordo_estimated_add(v->t, run->calls, run->calls_exact);
    else
        ordo_text_add(v->t, ordo_numeral_short(numeral, s->calls));
    bool one = s->calls == 1 && !(run && run->calls_of != v->scope);
    ordo_text_print(v->t, " call%s, ", one ? "" : "s");
    if (run)
        ordo_estimated_total_add(v->t, run, v->o->ascii);
    else
        ordo_text_add(v->t, ordo_numeral_short(numeral, s->cost_total));
    ordo_text_print(v->t, " %s", ordo_growth_unit(v->p->cost_metric));
    if (unknown)
        ordo_text_add(v->t, " (an unknown part of the run");
    else
        ordo_text_print(v->t, " (%.1f %% of the run", 100 * ordo_rank_share(v->p, s));
    put_own(v, run);
    if (run) put_samples(v);
    const struct ordo_scope_growth *g =
        v->fold ? &v->fold->analysis.scope[v->scope] : &v->a->scope[v->scope];
    bool space = ordo_cost_is_space(v->p->cost_metric);
    if (g->has_share)
        ordo_text_print(v->t, "at %gx the size: %s%.1f %% of the run%s, ", v->a->factor,
                        space ? "" : "own cost ", 100 * g->share_at_10x,
                        g->explosive ? " (explosive: sizes + 5)" : "");
    else
        ordo_text_print(v->t, "at %gx the size: own cost included in its recursion, ",
                        v->a->factor);
    ordo_text_add(v->t, "total ");
    ordo_growth_cost_add(v->t, g->predicted_total);
    ordo_text_print(v->t, " %s\n", ordo_growth_unit(v->p->cost_metric));
    put_inlined(v);
    if (g->cause.kind != ORDO_CAUSE_NONE) {
        ordo_text_add(v->t, "grows: ");
        ordo_growth_cause_add(v->t, v->a, v->scope, v->o->ascii);
        ordo_text_print(v->t, " (%.0f %% at %gx the largest size)\n", 100 * g->cause.share,
                        v->a->factor);
    }
    if (s->flags & ORDO_PROFILE_SETTLED)
        ordo_text_add(v->t, "settled: points stand for all calls, but not all were kept (ordo "
                            "record --all-points keeps all)\n");
}

static void put_model(const struct view *v, const char *what, const char *cost,
                      const struct ordo_model *m) {
    ordo_text_print(v->t, "  %-10s ", what);
    if (m->growth == ORDO_GROWTH_NONE) {
        ordo_text_add(v->t, "not enough data to fit");
        if (m->has_least) {
            ordo_text_add(v->t, "; grows ");
            ordo_growth_class_add(v->t, m);
        }
        ordo_text_add(v->t, "\n");
        return;
    }
    ordo_growth_formula_add(v->t, m);
    ordo_text_print(v->t, " %s  (", cost);
    ordo_growth_class_add(v->t, m);
    ordo_text_add(v->t, m->has_base ? ", grows " : ", exponent ");
    ordo_growth_exponent_add(v->t, m);
    if (m->has_exponent) {
        ordo_text_add(v->t, ", at the largest sizes ");
        ordo_growth_top_exponent_add(v->t, m);
    }
    ordo_text_add(v->t, ")");
    if (m->has_later) {
        ordo_text_print(v->t, "; %s takes over at n = ", ordo_growth_name(m->later));
        ordo_growth_cost_add(v->t, ceil(m->later_from));
    }
    if (m->has_prediction) {
        ordo_text_add(v->t, "; at n = ");
        ordo_growth_cost_add(v->t, m->at);
        ordo_text_add(v->t, ": ");
        ordo_growth_cost_add(v->t, m->predicted);
    }
    ordo_text_add(v->t, "\n");
}

static void put_series(const struct view *v, uint32_t i) {
    char numeral[ORDO_NUMERAL_BYTES];
    const struct ordo_series *x = &v->p->series[i];
    const struct ordo_series_model *m = &v->a->series[i];
    const struct ordo_scope_growth *g = &v->a->scope[v->scope];
    bool best = g->best == i;
    ordo_text_print(v->t, "\nsize ");
    ordo_spoken_text_add(v->t, x->metric);
    if (strcmp(x->metric, "input") == 0) ordo_text_add(v->t, ", bytes read");
    ordo_text_print(v->t, "%s: %s distinct, ",
                    best && g->argument             ? ""
                    : best && g->pair               ? " (of single sizes the best)"
                    : best                          ? " (explains the cost best)"
                    : strcmp(x->metric, "run") == 0 ? " (~, distinct cells over the run so far)"
                                                    : "",
                    ordo_numeral_exact(numeral, x->points.n));
    ordo_text_print(v->t, "%s", ordo_numeral_short(numeral, x->n_min));
    ordo_text_print(v->t, "..%s\n", ordo_numeral_short(numeral, x->n_max));
    put_model(v, "cost", x->cost, &m->mean);
    put_model(v, "worst case", x->cost, &m->worst);
    if (g->argument) return; /* the size that explains the cost has been shown */
    for (unsigned bit = 1; bit <= m->mean.warnings; bit <<= 1) {
        if (!(m->mean.warnings & bit)) continue;
        ordo_text_print(v->t, "  warning [%s] %s ",
                        ordo_model_warning_code((enum ordo_model_warning)bit),
                        v->o->ascii ? "->" : "\xe2\x86\x92");
        if (ordo_growth_size_stays(v->a, i))
            ordo_growth_of_input_add(v->t, v->a, v->scope);
        else
            ordo_growth_remedy_add(v->t, &m->mean, (enum ordo_model_warning)bit);
        ordo_text_add(v->t, "\n");
        if (ordo_growth_size_stays(v->a, i)) break;
    }
}

/* The cost by two sizes, which is what the scope's row shows if they are those of calls. */
static void put_pair(const struct view *v, const struct ordo_scope_pair *pair, bool over_runs) {
    char low[ORDO_NUMERAL_BYTES], high[ORDO_NUMERAL_BYTES], numeral[ORDO_NUMERAL_BYTES];
    const struct ordo_two_sizes *f = &pair->fit;
    ordo_text_print(v->t, "\ntwo sizes %sexplain the %s, and no one size does: ",
                    over_runs ? "of runs " : "", over_runs ? "total of each" : "cost");
    ordo_pair_sizes_add(v->t, pair);
    ordo_text_add(v->t, "\n  cost       ");
    ordo_pair_formula_add(v->t, pair, ORDO_TWO_SIZE_TERMS, 4, v->o->ascii);
    ordo_text_print(v->t, " %s  (", ordo_growth_unit(v->p->cost_metric));
    ordo_pair_class_add(v->t, pair, v->o->ascii);
    ordo_text_print(
        v->t, " %.0f %%)\n  from       %s %s, n %s..%s", fmin(100 * f->probability, 99),
        ordo_numeral_exact(numeral, f->calls), over_runs ? "different runs" : "observed calls",
        ordo_numeral_short(low, (uint64_t)f->n_min), ordo_numeral_short(high, (uint64_t)f->n_max));
    ordo_text_print(v->t, ", m %s..%s; ", ordo_numeral_short(low, (uint64_t)f->m_min),
                    ordo_numeral_short(high, (uint64_t)f->m_max));
    ordo_errors_add(v->t, f->error, f->alone, "by one size alone");
    ordo_text_add(v->t, "\n");
}

/* The cost of a loop by an argument of its routine. */
static void put_argument(const struct view *v, const struct ordo_loop_argument *x) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(v->t, "\nsize ");
    ordo_spoken_text_add(v->t, x->n);
    ordo_text_print(v->t, "%s (explains the cost best; from %s observed calls): %zu distinct, ",
                    strcmp(x->n, "depth") == 0 ? "" : " of its routine",
                    ordo_numeral_exact(numeral, x->calls), x->mean.n_points);
    ordo_text_add(v->t, ordo_numeral_short(numeral, (uint64_t)x->mean.n_min));
    ordo_text_print(v->t, "..%s\n", ordo_numeral_short(numeral, (uint64_t)x->mean.n_max));
    put_model(v, "cost", ordo_growth_unit(v->p->cost_metric), &x->mean);
}

/* The cost by caller. */
static void put_callers(const struct view *v, const struct ordo_scope_callers *c) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(v->t, "\nthe cost depends on the caller; n is ");
    ordo_spoken_text_add(v->t, c->n);
    ordo_text_add(v->t, "; ");
    ordo_errors_add(v->t, c->error, c->together, "by one function for all callers");
    ordo_text_add(v->t, "\n");
    for (uint32_t k = 0; k < c->n_populations; k++) {
        const struct ordo_population *x = &c->population[k];
        ordo_text_add(v->t, "  called from ");
        ordo_population_name_add(v->t, v->p, x, v->o->ascii);
        ordo_text_add(v->t, ": ");
        ordo_growth_formula_add(v->t, &x->mean);
        ordo_text_print(v->t, " %s  (", ordo_growth_unit(v->p->cost_metric));
        ordo_growth_class_add(v->t, &x->mean);
        ordo_text_print(v->t, "; %.0f %% of the cost, %s observed calls)\n",
                        fmin(100 * x->share, 100), ordo_numeral_exact(numeral, x->calls));
    }
}

static uint32_t plotted(const struct view *v) {
    uint32_t best = v->a->scope[v->scope].best;
    const char *cost = ordo_profile_growth_cost(v->p, v->s);
    for (uint64_t k = 0; v->o->metric && k < v->s->series.n; k++) {
        const struct ordo_series *x = &v->p->series[v->s->series.first + k];
        if (strcmp(x->metric, v->o->metric) == 0 &&
            (strcmp(x->cost, cost) == 0 || strcmp(x->metric, "run") == 0))
            return (uint32_t)(v->s->series.first + k);
    }
    return best;
}

static double size_of(const struct ordo_series *s, const struct ordo_point *p) {
    if (!s->bucketed || p->sum_n == UINT64_MAX) return (double)p->n;
    return (double)p->sum_n / (double)p->count;
}

/* Plots mean costs as o, greatest as ^, the model as dots; if there is a bound, ratios instead. */
static void put_plot(const struct view *v, uint32_t series) {
    const struct ordo_series *x = &v->p->series[series];
    const struct ordo_model *m = &v->a->series[series].mean;
    size_t n = 0, most = 2 * x->points.n + CURVE_MARKS;
    struct ordo_plot_mark *marks = ordo_memory_new(most, sizeof *marks);
    for (int i = 0; i < CURVE_MARKS && m->growth != ORDO_GROWTH_NONE && !v->o->has_bound; i++) {
        double at = m->n_min * pow(m->n_max / m->n_min, i / (double)(CURVE_MARKS - 1));
        marks[n++] = (struct ordo_plot_mark){at, ordo_model_value(m, at), '.'};
    }
    for (uint64_t i = 0; i < x->points.n; i++) {
        const struct ordo_point *q = &v->p->points[x->points.first + i];
        double at = size_of(x, q);
        double f = v->o->has_bound ? ordo_growth_value(v->o->bound, at) : 1;
        marks[n++] = (struct ordo_plot_mark){at, (double)q->max / f, '^'};
        if (!v->o->has_bound)
            marks[n++] = (struct ordo_plot_mark){at, (double)q->sum / (double)q->count, 'o'};
    }
    unsigned width = v->o->width ? v->o->width : DEFAULT_WIDTH;
    width = width > AXIS + 20 ? width - AXIS - 10 : 20;
    char name[96];
    if (v->o->has_bound)
        snprintf(name, sizeof name, "worst case / (%s)", ordo_growth_name(v->o->bound));
    else
        snprintf(name, sizeof name, "%s   o mean   ^ greatest   . model", x->cost);
    ordo_text_add(v->t, "\n");
    ordo_plot_text_add(v->t, marks, n, width > 100 ? 100 : width, PLOT_HEIGHT, x->metric, name);
    free(marks);
}

static void put_bound(const struct view *v, uint32_t series, struct ordo_bound *bound) {
    const struct ordo_series *x = &v->p->series[series];
    struct ordo_model_point *points = ordo_memory_new(x->points.n + 1, sizeof *points);
    for (uint64_t i = 0; i < x->points.n; i++) {
        const struct ordo_point *q = &v->p->points[x->points.first + i];
        points[i] = (struct ordo_model_point){size_of(x, q),  (double)q->count, (double)q->min,
                                              (double)q->max, (double)q->sum,   NAN};
    }
    ordo_bound_check(points, x->points.n, v->o->bound, v->a->unit, bound);
    free(points);
    ordo_text_print(v->t, "\nbound %s by %s: %s", ordo_growth_name(v->o->bound), x->metric,
                    ordo_bound_name(bound->verdict));
    if (bound->has_slope)
        ordo_text_print(v->t, " (slope of the ratio %.3f, %.3f..%.3f)", bound->slope, bound->low,
                        bound->high);
    ordo_text_add(v->t, "\n");
}

static void make(const struct view *v, struct ordo_bound *bound) {
    put_head(v);
    put_findings(v);
    uint32_t best = v->a->scope[v->scope].best;
    if (v->a->scope[v->scope].pair) put_pair(v, v->a->scope[v->scope].pair, false);
    if (v->a->scope[v->scope].run_pair) put_pair(v, v->a->scope[v->scope].run_pair, true);
    if (v->a->scope[v->scope].callers) put_callers(v, v->a->scope[v->scope].callers);
    if (v->a->scope[v->scope].argument) put_argument(v, v->a->scope[v->scope].argument);
    if (best != ORDO_SERIES_NONE) put_series(v, best);
    for (uint64_t k = 0; k < v->s->series.n; k++) {
        uint32_t i = (uint32_t)(v->s->series.first + k);
        if (i != best && strcmp(v->p->series[i].cost, v->p->cost_metric) == 0) put_series(v, i);
    }
    uint32_t over_run = ordo_analysis_run_series(v->a, v->scope);
    if (over_run != ORDO_SERIES_NONE) put_series(v, over_run);
    uint32_t series = plotted(v);
    if (series == ORDO_SERIES_NONE) {
        ordo_text_add(v->t, "\nno sizes were measured\n");
        if (v->o->has_bound) bound->verdict = ORDO_BOUND_INSUFFICIENT;
    } else {
        if (v->o->has_bound) put_bound(v, series, bound);
        put_plot(v, series);
    }
}

enum ordo_status ordo_scope_view_write(FILE *out, const struct ordo_analysis *a, uint32_t scope,
                                       const struct ordo_scope_view_options *options,
                                       struct ordo_bound *verdict, struct ordo_error *error) {
    struct ordo_text text = {0};
    struct ordo_library_fold fold;
    const struct ordo_profile *p = a->profile;
    struct view v = {
        .a = a, .p = p, .s = &p->scopes[scope], .scope = scope, .o = options, .t = &text};
    bool folds = !options->library_rows && ordo_library_fold_differs(p);
    if (folds) {
        ordo_library_fold_init(&fold, p, a);
        if (fold.changed[scope] && !fold.folded[scope]) v.fold = &fold;
    }
    make(&v, verdict);
    if (folds) ordo_library_fold_done(&fold);
    ordo_wrapped_text_fit(&text, options->width);
    return ordo_stream_write(out, &text, "the report", error);
}
