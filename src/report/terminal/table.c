/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * table.c: the terminal report.
 *
 * If lines would be too wide, columns of numbers are left out, the least important first; scope,
 * growth, share and place stay. Then places are cut on the left, because their ends say most, and
 * names on the right. Control characters in names are replaced.
 */
#include "report/terminal/table.h"

#include "analysis/growth_rank.h"
#include "base/numerals.h"
#include "base/stream.h"
#include "base/text.h"
#include "report/choice/library_fold.h"
#include "report/choice/rank.h"
#include "report/json/growth_json.h"
#include "report/terminal/columns.h"
#include "report/terminal/warning_lines.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/finding_words.h"
#include "report/words/findings_summary.h"
#include "report/words/growth_cells.h"
#include "report/words/growth_color.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"
#include "report/words/unknown_costs.h"
#include "report/words/whole_call_words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column {
    FUTURE, /* share of a run on so many times the size as the factor says */
    SHARE,
    TOTAL,
    SELF,
    CALLS,
    DISTINCT,
    RANGE,
    GROWTH,
    EXPONENT,
    FORMULA,
    PREDICTED,
    WORST,
    SCOPE,
    WHERE,
    N_COLUMNS
};

static const char *const titles[N_COLUMNS] = {
    "AT %gx", "SHARE",    "TOTAL", "OWN",       "CALLS",      "DISTINCT", "SIZES",
    "GROWTH", "EXPONENT", "COST",  "%gx TOTAL", "WORST CASE", "SCOPE",    "WHERE"};

/* Columns that are left out, in this order, before anything is cut. */
static const enum column expendable[] = {DISTINCT, WORST,   PREDICTED, SELF,  EXPONENT,
                                         TOTAL,    FORMULA, RANGE,     CALLS, FUTURE};
enum { N_EXPENDABLE = sizeof expendable / sizeof *expendable };

#define WIDEST 100     /* columns of a line */
#define LEAST_PLACE 12 /* characters that cutting leaves */
#define LEAST_NAME 16
#define LEAST_TEXT 40        /* of both; with fewer, columns of numbers are left out */
#define GOOD_NAME 28         /* names keep so many while places lose their folders */
#define SHARE_OF_ROOTS 0.001 /* of the run now: smaller ones are not worth a line */
#define MOST_ROOTS 10
#define MOST_FINDINGS 10

struct table {
    const struct ordo_profile *p;
    const struct ordo_table_options *o;
    struct ordo_text *out;
    uint32_t *rows; /* scopes */
    size_t n_rows, n_hidden, n_folded;
    size_t n_loader;                      /* scopes of the dynamic loader that are folded away */
    uint64_t of_loader;                   /* their own cost */
    const struct ordo_library_fold *fold; /* NULL: code of libraries has rows */
    struct ordo_columns columns;          /* titles, then n_rows rows */
};

_Static_assert((int)ORDO_SORT_COST == ORDO_RANK_COST && (int)ORDO_SORT_SELF == ORDO_RANK_SELF &&
                   (int)ORDO_SORT_CALLS == ORDO_RANK_CALLS && (int)ORDO_SORT_NAME == ORDO_RANK_NAME,
               "table.h and rank.h");

static const char *color(const struct table *t, const char *code) {
    return t->o->color ? code : "";
}
#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RED "\033[31m"
#define PLAIN "\033[0m"

/* NULL: everything was recorded, numbers are exact. */
static const struct ordo_run_totals *run_of(const struct table *t) {
    return t->o->analysis ? t->o->analysis->run : NULL;
}

static const struct ordo_series *series_of(const struct table *t,
                                           const struct ordo_profile_scope *s, const char *metric) {
    const char *cost = ordo_profile_growth_cost(t->p, s);
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &t->p->series[s->series.first + k];
        if (strcmp(x->metric, metric) == 0 && strcmp(x->cost, cost) == 0) return x;
    }
    return NULL;
}

/* Returns the series of the metric asked for. If none was, that of rms; if all activations have the
 * same rms, the first other one with several sizes, a recursion's depth before its arguments. */
static const struct ordo_series *shown_series(const struct table *t,
                                              const struct ordo_profile_scope *s) {
    if (t->o->metric) return series_of(t, s, t->o->metric);
    if (t->o->analysis) {
        uint32_t best = t->o->analysis->scope[s - t->p->scopes].best;
        return best == ORDO_SERIES_NONE ? NULL : &t->p->series[best];
    }
    const struct ordo_series *rms = series_of(t, s, "rms");
    if (!rms || rms->points.n > 1) return rms;
    const struct ordo_series *depth = series_of(t, s, "depth");
    if (depth && depth->points.n > 1) return depth;
    const char *cost = ordo_profile_growth_cost(t->p, s);
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &t->p->series[s->series.first + k];
        if (x->points.n > 1 && strcmp(x->cost, cost) == 0) return x;
    }
    return rms;
}

/* A size that was asked for is shown alone. */
static bool shows_pair(const struct table *t, uint32_t scope) {
    return t->o->analysis && !t->o->metric && t->o->analysis->scope[scope].pair;
}

static bool shows_callers(const struct table *t, uint32_t scope) {
    return t->o->analysis && !t->o->metric && t->o->analysis->scope[scope].callers;
}

/* Returns the argument that the loop's row shows, or NULL. */
static const struct ordo_loop_argument *shown_argument(const struct table *t, uint32_t scope) {
    return t->o->analysis && !t->o->metric ? t->o->analysis->scope[scope].argument : NULL;
}

static void fill_argument(const struct ordo_loop_argument *x, struct ordo_text *row) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(&row[DISTINCT], ordo_numeral_exact(numeral, x->mean.n_points));
    ordo_spoken_text_add(&row[RANGE], x->n);
    ordo_text_print(&row[RANGE], " %s", ordo_numeral_short(numeral, (uint64_t)x->mean.n_min));
    ordo_text_print(&row[RANGE], "..%s", ordo_numeral_short(numeral, (uint64_t)x->mean.n_max));
}

/* Shows the names of both sizes, in the order n, m. */
static void fill_two_sizes(struct table *t, uint32_t scope, struct ordo_text *row) {
    char numeral[ORDO_NUMERAL_BYTES];
    const struct ordo_scope_pair *pair = t->o->analysis->scope[scope].pair;
    ordo_text_add(&row[DISTINCT], ordo_numeral_exact(numeral, pair->fit.calls));
    ordo_spoken_text_add(&row[RANGE], pair->n);
    ordo_text_add(&row[RANGE], ", ");
    ordo_spoken_text_add(&row[RANGE], pair->m);
}

static void fill_sizes(struct table *t, const struct ordo_profile_scope *s, struct ordo_text *row) {
    char low[ORDO_NUMERAL_BYTES], high[ORDO_NUMERAL_BYTES];
    const struct ordo_series *series = shown_series(t, s);
    if (shows_pair(t, (uint32_t)(s - t->p->scopes))) {
        fill_two_sizes(t, (uint32_t)(s - t->p->scopes), row);
        return;
    }
    if (shown_argument(t, (uint32_t)(s - t->p->scopes))) {
        fill_argument(shown_argument(t, (uint32_t)(s - t->p->scopes)), row);
        return;
    }
    if (!series) {
        ordo_text_add(&row[DISTINCT], "-");
        ordo_text_add(&row[RANGE], "-");
        return;
    }
    ordo_text_add(&row[DISTINCT],
                  series->bucketed ? ">4,096" : ordo_numeral_exact(low, series->points.n));
    if (!t->o->metric && strcmp(series->metric, "rms") != 0) {
        ordo_spoken_text_add(&row[RANGE], series->metric);
        ordo_text_add(&row[RANGE], " ");
    }
    ordo_text_add(&row[RANGE], ordo_numeral_short(low, series->n_min));
    if (series->n_max != series->n_min)
        ordo_text_print(&row[RANGE], "..%s", ordo_numeral_short(high, series->n_max));
}

static void fill_name(const struct table *t, const struct ordo_profile_scope *s,
                      struct ordo_text *cell) {
    if (s->kind == ORDO_PROFILE_LOOP) {
        ordo_text_add(cell, "  loop in ");
        ordo_spoken_name_add(cell, t->p->scopes[s->routine.i].name, t->o->ascii);
    } else if (s->kind == ORDO_PROFILE_RECURSION) {
        ordo_text_add(cell, "recursion ");
        ordo_spoken_name_add(cell, s->name, t->o->ascii);
        if (s->members.n > 1)
            ordo_text_print(cell, " (%llu routines)", (unsigned long long)s->members.n);
    } else {
        ordo_spoken_name_add(cell, s->name, t->o->ascii);
    }
}

static void fill_place(const struct ordo_profile_scope *s, struct ordo_text *cell) {
    if (s->flags & ORDO_PROFILE_NO_LINES) {
        ordo_spoken_text_add(cell, s->kind == ORDO_PROFILE_LOOP ? s->name
                                   : *s->file                   ? s->file
                                                                : s->object);
        return;
    }
    ordo_spoken_text_add(cell, s->file);
    ordo_text_print(cell, ":%u", s->line);
}

static void fill_growth(const struct table *t, uint32_t scope, struct ordo_text *row) {
    const struct ordo_analysis *a = t->o->analysis;
    const struct ordo_scope_growth *g = &a->scope[scope];
    const struct ordo_series *series = shown_series(t, &t->p->scopes[scope]);
    if (g->explosive)
        ordo_text_add(&row[FUTURE], "explosive");
    else if (g->has_share)
        ordo_text_print(&row[FUTURE], "%.1f %%", 100 * g->share_at_10x);
    else
        ordo_text_add(&row[FUTURE], "-");
    if (!series) {
        for (int c = GROWTH; c <= WORST; c++) ordo_text_add(&row[c], "-");
        return;
    }
    const struct ordo_series_model *m = &a->series[series - t->p->series];
    if (shows_pair(t, scope)) {
        ordo_pair_class_add(&row[GROWTH], g->pair, t->o->ascii);
        ordo_text_print(&row[GROWTH], " %.0f %%", fmin(100 * g->pair->fit.probability, 99));
        ordo_text_add(&row[EXPONENT], "-");
        ordo_pair_formula_add(&row[FORMULA], g->pair, 2, 3, t->o->ascii);
    } else if (shows_callers(t, scope)) {
        ordo_callers_class_add(&row[GROWTH], g->callers);
        ordo_text_add(&row[EXPONENT], "-");
        ordo_text_add(&row[FORMULA], "-");
    } else if (shown_argument(t, scope)) {
        ordo_growth_class_add(&row[GROWTH], &g->argument->mean);
        ordo_growth_exponent_add(&row[EXPONENT], &g->argument->mean);
        ordo_growth_formula_add_short(&row[FORMULA], &g->argument->mean);
    } else {
        if (t->o->wide)
            ordo_growth_class_add(&row[GROWTH], &m->mean);
        else
            ordo_growth_classes_add(&row[GROWTH], m);
        ordo_growth_exponent_add(&row[EXPONENT], &m->mean);
        ordo_growth_formula_add_short(&row[FORMULA], &m->mean);
    }
    ordo_growth_cost_add(&row[PREDICTED], g->predicted_total);
    if (shows_pair(t, scope)) { /* no one size has a worst case that means much */
        ordo_text_add(&row[WORST], "-");
        return;
    }
    ordo_growth_class_add(&row[WORST], &m->worst);
    if (m->worst.has_prediction) {
        ordo_text_add(&row[WORST], " ");
        ordo_growth_cost_add(&row[WORST], m->worst.predicted);
    }
}

/* Returns the scope's own cost, without library routines if nothing was inferred. */
static double own_of(const struct table *t, uint32_t scope) {
    const struct ordo_profile_scope *s = &t->p->scopes[scope];
    if (!t->o->analysis) return s->has_self ? (double)s->cost_self : NAN;
    return ordo_reported_own(t->o->analysis, t->fold, scope);
}

static void fill_row(struct table *t, size_t i) {
    char numeral[ORDO_NUMERAL_BYTES];
    const struct ordo_profile_scope *s = &t->p->scopes[t->rows[i]];
    struct ordo_text *row = ordo_columns_row(&t->columns);
    const struct ordo_run_totals *run = run_of(t);
    const double own = own_of(t, t->rows[i]);
    const struct ordo_run_scope *x = run ? &run->scope[t->rows[i]] : NULL;
    bool unknown = x && ordo_run_is_bound(x);
    if (unknown)
        ordo_text_add(&row[SHARE], "?");
    else
        ordo_text_print(&row[SHARE], "%s%.1f %%", run ? "~" : "", 100 * ordo_rank_share(t->p, s));
    if (x) {
        ordo_estimated_total_add(&row[TOTAL], x, t->o->ascii);
        if (isnan(own))
            ordo_text_add(&row[SELF], "-");
        else if (unknown)
            ordo_least_add(&row[SELF], own, t->o->ascii);
        else
            ordo_estimated_add(&row[SELF], own,
                               ordo_estimated_self_is_exact(x) && own == x->cost_self &&
                                   !(t->fold && t->fold->changed[t->rows[i]]));
        if (x->calls_of != t->rows[i]) /* nothing counts them */
            ordo_text_add(&row[CALLS], "-");
        else if (unknown && !x->calls_exact)
            ordo_least_add(&row[CALLS], x->calls, t->o->ascii);
        else
            ordo_estimated_add(&row[CALLS], x->calls, x->calls_exact);
    } else {
        ordo_text_add(&row[TOTAL], ordo_numeral_short(numeral, s->cost_total));
        ordo_text_add(&row[SELF],
                      isnan(own) ? "-" : ordo_numeral_short(numeral, (uint64_t)llround(own)));
        ordo_text_add(&row[CALLS], ordo_numeral_short(numeral, s->calls));
    }
    fill_sizes(t, s, row);
    fill_name(t, s, &row[SCOPE]);
    fill_place(s, &row[WHERE]);
    if (t->o->analysis) fill_growth(t, t->rows[i], row);
}

/* Returns the columns that a line may have; 0: any number. */
static size_t room_of(const struct table *t) {
    if (t->o->wide) return 0;
    return t->o->width && t->o->width < WIDEST ? t->o->width : WIDEST;
}

/* Returns the width of the longest place without its folders. */
static size_t width_without_folders(const struct table *t) {
    size_t most = LEAST_PLACE;
    for (size_t i = 1; i <= t->n_rows; i++) {
        const char *place = t->columns.cells[i * N_COLUMNS + WHERE].bytes;
        const char *slash = place ? strrchr(place, '/') : NULL;
        size_t n = place ? ordo_spoken_columns(slash ? slash : place) : 0;
        if (n > most) most = n;
    }
    return most;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Leaves out columns of numbers until the others fit, then shows again the ones that fit after all,
 * the most important first. */
static void leave_out(struct table *t, size_t room, size_t short_place) {
    struct ordo_columns *c = &t->columns;
    size_t text = smaller(c->width[SCOPE], GOOD_NAME) + smaller(c->width[WHERE], short_place);
    size_t total =
        ordo_columns_total(c) - c->width[SCOPE] - c->width[WHERE] + smaller(text, LEAST_TEXT);
    size_t n = 0, dropped[N_EXPENDABLE];
    for (size_t k = 0; k < N_EXPENDABLE && total > room; k++) {
        if (c->hidden[expendable[k]]) continue;
        c->hidden[expendable[k]] = true;
        total -= c->width[expendable[k]] + 2;
        dropped[n++] = k;
    }
    while (n-- > 0) {
        enum column again = expendable[dropped[n]];
        if (total + c->width[again] + 2 > room) continue;
        c->hidden[again] = false;
        total += c->width[again] + 2;
    }
}

/* Makes the lines fit. */
static void fit(struct table *t) {
    struct ordo_columns *c = &t->columns;
    size_t room = room_of(t);
    if (!room) return;
    size_t short_place = width_without_folders(t);
    leave_out(t, room, short_place);
    size_t total = ordo_columns_total(c);
    const struct {
        enum column column;
        size_t least;
    } cuts[] = {
        {WHERE, short_place}, {SCOPE, GOOD_NAME}, {WHERE, LEAST_PLACE}, {SCOPE, LEAST_NAME}};
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts && total > room; k++) {
        size_t *width = &c->width[cuts[k].column], least = cuts[k].least;
        size_t spare = *width > least ? *width - least : 0;
        size_t cut = total - room < spare ? total - room : spare;
        *width -= cut;
        total -= cut;
    }
}

static void put_row(struct table *t, size_t i) {
    const struct ordo_profile_scope *s = &t->p->scopes[t->rows[i]];
    const struct ordo_series *series = t->o->metric ? shown_series(t, s) : NULL;
    const char *growth = NULL;
    if (series && t->o->analysis)
        growth = ordo_growth_color(t->o->analysis->series[series - t->p->series].mean.growth);
    else if (t->o->analysis && !t->o->metric)
        growth = ordo_growth_color_of(t->o->analysis, t->rows[i]);
    const char *codes[N_COLUMNS] = {
        [GROWTH] = growth, [SCOPE] = s->kind != ORDO_PROFILE_LOOP ? BOLD : NULL, [WHERE] = DIM};
    ordo_columns_write(&t->columns, i + 1, t->o->color ? codes : NULL, t->out);
    ordo_text_add(t->out, "\n");
}

static void put_finding(struct table *t, uint32_t i) {
    const struct ordo_findings *all = &t->o->analysis->findings;
    const struct ordo_finding *f = &all->list[i];
    struct ordo_text title = {0};
    ordo_finding_title_add(&title, t->p, f, t->o->ascii);
    ordo_text_print(t->out, "%u  %s%s%s  ", i + 1, color(t, BOLD RED), title.n ? title.bytes : "",
                    color(t, PLAIN));
    ordo_text_done(&title);
    ordo_text_add(t->out, color(t, BOLD));
    ordo_finding_scope_add(t->out, t->p, f->scope, t->o->ascii);
    ordo_text_print(t->out, "%s  %s", color(t, PLAIN), color(t, DIM));
    fill_place(&t->p->scopes[f->scope], t->out);
    ordo_text_print(t->out, "%s\n   ", color(t, PLAIN));
    ordo_finding_share_add(t->out, all, f);
    ordo_text_add(t->out, "\n   ");
    ordo_finding_reason_add(t->out, t->p, all, f, t->o->ascii);
    ordo_text_add(t->out, "\n");
}

/* Adds an empty line to a text that has any. */
static void put_paragraph(struct table *t, struct ordo_text *text) {
    if (text->n) ordo_text_print(t->out, "%s\n\n", text->bytes);
    ordo_text_done(text);
}

/* The facts about growth that the user should know. */
static void put_findings(struct table *t) {
    if (!t->o->analysis || !t->n_rows) return;
    const struct ordo_findings *f = &t->o->analysis->findings;
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        if (!ordo_scope_filter_passes(&t->o->filter, t->p, NULL, f->list[i].scope)) continue;
        if (n++ < MOST_FINDINGS) put_finding(t, i);
    }
    if (n > MOST_FINDINGS) ordo_text_print(t->out, "and %u more\n", n - MOST_FINDINGS);
    if (n) ordo_text_add(t->out, "\n");
    struct ordo_text none = {0}, memory = {0}, left_out = {0}, unjudged = {0}, unknown = {0};
    if (!f->n) ordo_findings_none_add(&none, t->o->analysis, t->o->ascii);
    put_paragraph(t, &none);
    ordo_findings_memory_add(&memory, t->o->analysis, t->o->ascii);
    put_paragraph(t, &memory);
    ordo_findings_left_out_add(&left_out, t->p, f);
    put_paragraph(t, &left_out);
    ordo_findings_unjudged_add(&unjudged, t->o->analysis, t->o->ascii);
    put_paragraph(t, &unjudged);
    ordo_unknown_costs_add(&unknown, t->o->analysis, t->o->ascii);
    put_paragraph(t, &unknown);
}

static void put_titles(struct table *t) {
    ordo_text_add(t->out, color(t, BOLD));
    ordo_columns_write(&t->columns, 0, NULL, t->out);
    ordo_text_print(t->out, "%s\n", color(t, PLAIN));
}

static void put_head(struct table *t) {
    const struct ordo_profile *p = t->p;
    char numeral[ORDO_NUMERAL_BYTES];
    const char *separator = t->o->ascii ? " - " : " \xc2\xb7 ";
    if (p->n_runs == 1 && *p->runs->command) {
        ordo_text_add(t->out, color(t, BOLD));
        ordo_spoken_text_add(t->out, p->runs->command);
        ordo_text_print(t->out, "%s\n", color(t, PLAIN));
    }
    bool valgrind = strcmp(p->engine, "valgrind") == 0;
    uint32_t processes = ordo_profile_processes(p);
    ordo_text_print(t->out, "%u run%s%s%s%u process%s%s%s%s %s", p->n_runs,
                    p->n_runs == 1 ? "" : "s", valgrind ? " under Valgrind" : "", separator,
                    processes, processes == 1 ? "" : "es", separator,
                    !run_of(t)                 ? ""
                    : run_of(t)->cost_is_least ? "at least ~"
                                               : "~",
                    ordo_numeral_short(numeral, p->total_cost), ordo_growth_unit(p->cost_metric));
    const char *metric = t->o->metric ? t->o->metric : "rms";
    if (strcmp(metric, "rms") == 0 || strcmp(metric, "drms") == 0) {
        if (p->cell_bytes && !ordo_findings_are_algorithms(p))
            ordo_text_print(t->out, "%ssizes: n = memory read (%s), in %u-byte cells", separator,
                            metric, p->cell_bytes);
    } else if (strcmp(metric, "input") == 0) {
        ordo_text_print(t->out, "%ssizes: n = bytes read (input)", separator);
    } else {
        ordo_text_print(t->out, "%ssizes: n = %s", separator, metric);
    }
    ordo_text_add(t->out, "\n");
    ordo_production_head_add(t->out, p, run_of(t), t->o->ascii);
    ordo_text_add(t->out, "\n");
}

/* Adds an item to a list of what is not shown, which may have several lines. */
static void put_count(const struct table *t, struct ordo_text *out, uint64_t n, const char *one,
                      const char *many) {
    char numeral[ORDO_NUMERAL_BYTES];
    struct ordo_text item = {0};
    if (!n) return;
    ordo_text_print(&item, "%s %s", ordo_numeral_exact(numeral, n), n == 1 ? one : many);
    const char *last = out->n ? strrchr(out->bytes, '\n') : NULL;
    size_t used = out->n - (last ? (size_t)(last + 1 - out->bytes) : 0);
    bool wraps = out->n && room_of(t) && used + 2 + item.n > room_of(t);
    ordo_text_print(out, "%s%s", !out->n ? "not shown: " : wraps ? ",\n  " : ", ", item.bytes);
    ordo_text_done(&item);
}

/* Whether everything was compiled with --blocks=only. */
static bool only_counted(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (!(p->scopes[i].flags & ORDO_PROFILE_COUNTED)) return false;
    return p->n_scopes > 0;
}

/* Says what the table leaves out. */
static void put_rest(struct table *t) {
    uint64_t folded = 0, idle = 0, irreducible = 0, around = 0;
    for (uint32_t i = 0; i < t->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &t->p->scopes[i];
        if (s->kind == ORDO_PROFILE_LIBRARY || s->kind == ORDO_PROFILE_RECURSION) continue;
        if (s->flags & ORDO_PROFILE_FOLDED)
            folded++;
        else if (s->flags & ORDO_PROFILE_IRREDUCIBLE)
            irreducible++;
        else if (!ordo_rank_profiled(s))
            around++;
        else if (!s->calls && !s->unfinished && !(s->flags & ORDO_PROFILE_COUNTED))
            idle++;
    }
    struct ordo_text line = {0};
    put_count(t, &line, t->n_hidden, "more scope (--rows 0 shows all)",
              "more scopes (--rows 0 shows all)");
    put_count(t, &line, t->n_folded,
              "scope of a library, part of its caller (--no-fold-std shows it)",
              "scopes of libraries, part of their callers (--no-fold-std shows them)");
    if (t->n_loader) {
        double part = t->p->total_cost ? (double)t->of_loader / (double)t->p->total_cost : 0;
        struct ordo_text words = {0};
        ordo_text_print(&words, "of the dynamic loader with %.1f %% of the cost (--no-fold-std)",
                        100 * part);
        char *one = ordo_text_format("scope %s", words.bytes);
        char *many = ordo_text_format("scopes %s", words.bytes);
        put_count(t, &line, t->n_loader, one, many);
        ordo_text_done(&words);
        free(one);
        free(many);
    }
    put_count(t, &line, folded, "folded routine (constant cost)",
              "folded routines (constant cost)");
    put_count(t, &line, irreducible, "irreducible loop", "irreducible loops");
    put_count(t, &line, around, "routine counted in the scope around it",
              "routines counted in the scopes around them");
    if (t->p->has_production)
        put_count(t, &line, idle, "scope without samples", "scopes without samples");
    else
        put_count(t, &line, idle, "scope that never ran", "scopes that never ran");
    if (line.n) ordo_text_print(t->out, "\n%s%s%s\n", color(t, DIM), line.bytes, color(t, PLAIN));
    ordo_text_done(&line);
}

/* Lists growth that no single execution shows: by the cells that all executions so far have read.
 */
static void put_run_growth(struct table *t) {
    size_t n = 0;
    for (uint32_t i = 0; run_of(t) && i < t->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &t->p->scopes[i];
        if (!ordo_analysis_run_is_faster(t->o->analysis, i)) continue;
        if (ordo_rank_share(t->p, s) < SHARE_OF_ROOTS) continue;
        if (!ordo_scope_filter_passes(&t->o->filter, t->p, NULL, i)) continue;
        ordo_text_add(t->out,
                      n++ ? ""
                          : "\nwhere cost grows faster over the run than in a single execution\n");
        if (n > MOST_ROOTS) continue;
        ordo_text_add(t->out, "  loop at ");
        ordo_spoken_name_add(t->out, s->name, t->o->ascii);
        ordo_text_add(t->out, ": ");
        ordo_run_growth_add(t->out, t->o->analysis, i, t->o->ascii);
        ordo_text_add(t->out, "\n");
    }
    if (n > MOST_ROOTS) ordo_text_print(t->out, "  and %zu more\n", n - MOST_ROOTS);
}

static void put_warnings(struct table *t) {
    const struct ordo_warning_lines lines = {.profile = t->p,
                                             .analysis = t->o->analysis,
                                             .rows = t->rows,
                                             .n_rows = t->n_rows,
                                             .without = t->fold ? t->fold->folded : NULL,
                                             .full = t->o->warnings,
                                             .room = room_of(t),
                                             .color = t->o->color,
                                             .ascii = t->o->ascii};
    ordo_warning_lines_add(t->out, &lines);
}

/* Chooses scopes that ran, in the order asked for, up to the limit. */
static void choose_rows(struct table *t) {
    const struct ordo_analysis *a = t->o->analysis;
    bool by_growth = t->o->sort >= ORDO_SORT_PREDICTED;
    double *own = a ? ordo_reported_owns(a, t->fold) : NULL;
    uint32_t *order =
        by_growth && a
            ? ordo_growth_rank(a, t->o->sort == ORDO_SORT_ORDER)
            : ordo_rank_scopes(t->p, by_growth ? ORDO_RANK_COST : (enum ordo_rank_key)t->o->sort,
                               own);
    free(own);
    size_t n = 0;
    struct ordo_scope_filter names = t->o->filter;
    names.min_share = 0; /* what is folded has no share */
    for (uint32_t k = 0; k < t->p->n_scopes; k++) {
        const struct ordo_profile_scope *s = &t->p->scopes[order[k]];
        if (s->kind == ORDO_PROFILE_LIBRARY || !ordo_rank_profiled(s)) continue;
        if (!s->calls && !s->unfinished) continue;
        if (t->fold && t->fold->folded[order[k]]) {
            bool passes = ordo_scope_filter_passes(&names, t->p, t->o->analysis, order[k]);
            bool loader = passes && t->fold->loader[order[k]];
            t->n_loader += loader;
            t->of_loader += loader ? s->cost_self : 0;
            t->n_folded += passes && !loader;
            continue;
        }
        if (!ordo_scope_filter_passes(&t->o->filter, t->p, t->o->analysis, order[k])) continue;
        order[n++] = order[k];
    }
    t->rows = order;
    t->n_rows = t->o->limit && n > t->o->limit ? t->o->limit : n;
    t->n_hidden = n - t->n_rows;
}

static void put_where_growth_is(struct table *t) {
    struct ordo_text where = {0};
    ordo_findings_algorithms_add(&where);
    put_paragraph(t, &where);
}

static bool is_hidden(const struct table *t, int column) {
    bool about_growth = column == FUTURE || (column >= GROWTH && column <= WORST);
    bool about_sizes = about_growth || column == DISTINCT || column == RANGE;
    return ordo_findings_are_algorithms(t->p) ? about_sizes : !t->o->analysis && about_growth;
}

static void add_titles(struct table *t) {
    double factor = t->o->analysis ? t->o->analysis->factor : 10;
    struct ordo_text *row = ordo_columns_row(&t->columns);
    for (int c = 0; c < N_COLUMNS; c++) ordo_text_print(&row[c], titles[c], factor);
}

static void make(struct table *t) {
    choose_rows(t);
    add_titles(t);
    for (int c = 0; c < N_COLUMNS; c++) {
        t->columns.flags[c] = c < SCOPE ? ORDO_COLUMN_RIGHT : c == WHERE ? ORDO_COLUMN_CUT_LEFT : 0;
        t->columns.hidden[c] = is_hidden(t, c);
    }
    for (size_t i = 0; i < t->n_rows; i++) fill_row(t, i);
    ordo_columns_measure(&t->columns);
    fit(t);
    put_head(t);
    if (ordo_findings_are_algorithms(t->p))
        put_where_growth_is(t);
    else
        put_findings(t);
    if (t->n_rows) {
        put_titles(t);
        for (size_t i = 0; i < t->n_rows; i++) put_row(t, i);
    } else {
        ordo_text_add(t->out,
                      only_counted(t->p) ? "no sizes or costs were measured\n" : "no scope ran\n");
    }
    put_rest(t);
    put_run_growth(t);
    put_warnings(t);
}

static void make_folded(struct table *t) {
    struct ordo_library_fold fold;
    struct ordo_table_options options = *t->o;
    ordo_library_fold_init(&fold, t->p, t->o->analysis);
    if (t->o->analysis) options.analysis = &fold.analysis;
    t->p = &fold.profile;
    t->o = &options;
    t->fold = &fold;
    make(t);
    ordo_library_fold_done(&fold);
}

enum ordo_status ordo_table_write(FILE *out, const struct ordo_profile *p,
                                  const struct ordo_table_options *options,
                                  struct ordo_error *error) {
    struct ordo_text text = {0};
    struct table t = {
        .p = p, .o = options, .out = &text, .columns = {.n = N_COLUMNS, .ascii = options->ascii}};
    if (options->library_rows || !ordo_library_fold_differs(p))
        make(&t);
    else
        make_folded(&t);
    ordo_columns_done(&t.columns);
    free(t.rows);
    if (!options->wide) ordo_wrapped_text_fit(&text, options->width);
    return ordo_stream_write(out, &text, "the report", error);
}
