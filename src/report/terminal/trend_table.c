/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_table.c: shows a cluster with the feature that explains it best; the JSON report has every
 * pair.
 */
#include "report/terminal/trend_table.h"

#include "base/memory.h"
#include "base/stream.h"
#include "model/fit/formula.h"
#include "report/terminal/columns.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/growth_color.h"
#include "report/words/trend_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column {
    PREDICTED,
    MAX,
    GROWTH,
    FORMULA,
    FEATURE,
    POWER,
    R2,
    POWER_AT,
    BLOCKS,
    REPRESENTATIVE,
    WHERE,
    N_COLUMNS
};
enum { LEAST_NAME = 16 }; /* columns that cutting leaves */

static const char *const titles[N_COLUMNS] = {
    "AT 10x", "MAX",     "GROWTH", "COST", "OF", "power", "R2", "power function at 10x",
    "BLOCKS", "CLUSTER", "WHERE"};

struct sheet {
    const struct ordo_trend_analysis *a;
    const struct ordo_trend_table_options *o;
    struct ordo_columns columns;
    enum ordo_growth *growth; /* by row, after the titles */
};

static const char *number(char out[32], double v) {
    if (!isfinite(v)) return "-";
    if (fabs(v) < 1e6 && v == floor(v))
        snprintf(out, 32, "%.0f", v);
    else
        snprintf(out, 32, "%.3g", v);
    return out;
}

/* Returns v, or 0 if it is printed as -0.00. */
static double without_sign_of_0(double v) {
    return fabs(v) < 0.005 ? 0 : v;
}

static void add_interval(struct ordo_text *t, const struct ordo_trend_interval *i) {
    if (isfinite(i->low) && isfinite(i->high))
        ordo_text_print(t, " (%.3g to %.3g)", i->low, i->high);
}

static void fill_fit(const struct ordo_trend_fit *fit, int at, struct ordo_text *row) {
    char text[32], formula[ORDO_FORMULA_BYTES];
    const struct ordo_trend_form_fit *power = &fit->power;
    bool asked = at == ORDO_TREND_AT_ASKED;
    ordo_text_add(&row[GROWTH], ordo_growth_name(fit->model.growth));
    ordo_formula_write(formula, sizeof formula, &fit->model, "x");
    if (*formula)
        ordo_text_add(&row[FORMULA], formula);
    else
        ordo_text_print(&row[FORMULA], "(%s)", ordo_trend_words_none(&fit->model));
    if (asked) {
        ordo_text_clear(&row[PREDICTED]);
        ordo_text_add(&row[PREDICTED], number(text, ordo_trend_prediction_at(fit, (unsigned)at)));
    }
    if (!power->line.has) {
        ordo_text_add(&row[POWER], "-");
        ordo_text_add(&row[R2], "-");
        ordo_text_add(&row[POWER_AT], "-");
        return;
    }
    ordo_text_print(&row[POWER], "%.2f", without_sign_of_0(power->line.b));
    if (isfinite(power->intervals.b.low))
        ordo_text_print(&row[POWER], " (%.2f to %.2f)", without_sign_of_0(power->intervals.b.low),
                        without_sign_of_0(power->intervals.b.high));
    ordo_text_print(&row[R2], "%.3f", power->line.r2);
    ordo_text_add(&row[POWER_AT], number(text, power->at[at]));
    add_interval(&row[POWER_AT], &power->intervals.at[at]);
}

static double asked_at(const struct ordo_trend_analysis *a, uint32_t feature) {
    return a->at[(size_t)feature * ORDO_TREND_ATS + ORDO_TREND_AT_ASKED];
}

/* Returns the feature that a row shows: the best one, unless a prediction was asked for others. */
static uint32_t feature_of(const struct sheet *s, uint32_t cluster) {
    const struct ordo_trend_analysis *a = s->a;
    uint32_t best = a->best[cluster];
    if (!s->o->predicts || (best != UINT32_MAX && !isnan(asked_at(a, best)))) return best;
    for (uint32_t f = 0; f < a->trend->n_features; f++)
        if (!isnan(asked_at(a, f))) return f;
    return best;
}

static void fill_row(struct sheet *s, uint32_t cluster) {
    struct ordo_text *row = ordo_columns_row(&s->columns);
    const struct ordo_trend_analysis *a = s->a;
    char text[32];
    bool asked = s->o->predicts;
    uint32_t feature = feature_of(s, cluster);
    s->growth[s->columns.n_rows - 2] = ORDO_GROWTH_NONE;
    ordo_text_add(&row[PREDICTED], number(text, ordo_trend_prediction(a, cluster)));
    ordo_text_add(&row[MAX], number(text, a->max_cost[cluster]));
    ordo_text_print(&row[BLOCKS], "%u", a->clusters.cluster[cluster].n);
    ordo_trend_words_name(&row[REPRESENTATIVE], a, cluster);
    ordo_trend_words_place(&row[WHERE], a, cluster);
    if (feature == UINT32_MAX) {
        for (int c = GROWTH; c <= POWER_AT; c++) ordo_text_add(&row[c], "-");
        return;
    }
    ordo_text_add(&row[FEATURE], a->trend->features[feature]);
    const struct ordo_trend_fit *fit = &a->fits[(size_t)cluster * a->trend->n_features + feature];
    s->growth[s->columns.n_rows - 2] = fit->model.growth;
    fill_fit(fit, asked ? ORDO_TREND_AT_ASKED : ORDO_TREND_AT_F95X10, row);
}

static void write_head(struct ordo_text *out, const struct ordo_trend_analysis *a) {
    const struct ordo_clusters *c = &a->clusters;
    const struct ordo_trend *t = a->trend;
    ordo_text_print(out, "%s: %u workload%s", t->command, a->n_columns,
                    a->n_columns == 1 ? "" : "s");
    if (a->n_columns < t->n_workloads)
        ordo_text_print(out, ", %u more left out", t->n_workloads - a->n_columns);
    ordo_text_print(out,
                    "\n%u blocks: %u constant, %u nearly, %u varying -> %u cluster%s -> %u costly",
                    t->n_locations, c->n_constant, c->n_little, c->n_varying, c->n,
                    c->n == 1 ? "" : "s", a->n_costly);
    if (a->n_costly)
        ordo_text_print(out, " (%u to 1), with %.1f %% of all cost", t->n_locations / a->n_costly,
                        100 * a->costly_share);
    ordo_text_print(out, "\n");
    for (uint32_t f = 0; f < t->n_features; f++) {
        const double *x = a->feature + (size_t)f * a->n_columns;
        double low = x[0], high = x[0];
        for (uint32_t k = 1; k < a->n_columns; k++) {
            low = fmin(low, x[k]);
            high = fmax(high, x[k]);
        }
        ordo_text_print(out, "%s: %.6g to %.6g, 95th percentile %.6g\n", t->features[f], low, high,
                        a->f95[f]);
    }
}

/* Leaves out columns until the lines fit, then cuts places on the left and names on the right: a
 * cluster, its growth and its cost stay. */
static void fit(struct sheet *s) {
    static const enum column expendable[] = {POWER_AT, R2, POWER, BLOCKS, MAX};
    struct ordo_columns *c = &s->columns;
    size_t n = sizeof expendable / sizeof *expendable, width = s->o->width;
    for (size_t k = 0; k < n && width && ordo_columns_total(c) > width; k++)
        c->hidden[expendable[k]] = true;
    static const enum column cut[] = {WHERE, REPRESENTATIVE};
    for (size_t k = 0; k < 2 && width; k++) {
        size_t total = ordo_columns_total(c), *cell = &c->width[cut[k]];
        size_t spare = *cell > LEAST_NAME ? *cell - LEAST_NAME : 0;
        if (total > width) *cell -= total - width < spare ? total - width : spare;
    }
}

static void write_rows(struct sheet *s, struct ordo_text *text) {
    ordo_columns_measure(&s->columns);
    fit(s);
    for (size_t r = 0; r < s->columns.n_rows; r++) {
        const char *codes[N_COLUMNS] = {NULL};
        if (r) codes[GROWTH] = ordo_growth_color(s->growth[r - 1]);
        ordo_columns_write(&s->columns, r, s->o->color ? codes : NULL, text);
        ordo_text_add(text, "\n");
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Says which workloads are missing for fits by the feature. */
static void write_advice(struct ordo_text *out, const struct ordo_trend_analysis *a, uint32_t f) {
    enum { DECADE = 10 };
    const double *x = a->feature + (size_t)f * a->n_columns;
    const char *name = a->trend->features[f];
    double *sorted = ordo_memory_new((size_t)a->n_columns + 1, sizeof *sorted);
    size_t n = 0;
    for (uint32_t k = 0; k < a->n_columns; k++)
        if (x[k] > 0) sorted[n++] = x[k];
    qsort(sorted, n, sizeof *sorted, compare);
    size_t distinct = n > 0;
    for (size_t k = 1; k < n; k++) distinct += sorted[k] != sorted[k - 1];
    double low = n ? sorted[0] : 0, high = n ? sorted[n - 1] : 0;
    free(sorted);
    if (n < ORDO_TREND_MIN_POINTS || distinct < ORDO_TREND_MIN_DISTINCT)
        ordo_text_print(out,
                        "warning: nothing is fitted to %s, which has %zu distinct value%s above 0 "
                        "in %zu workload%s: ",
                        name, distinct, distinct == 1 ? "" : "s", n, n == 1 ? "" : "s");
    else if (high < DECADE * low)
        ordo_text_print(out, "warning: the values of %s span less than a factor of %d: ", name,
                        DECADE);
    else
        return;
    ordo_trend_words_wanted(out, a, f);
    ordo_text_add(out, "\n");
}

/* Says what to do about costly clusters that do not follow any feature. */
static void write_missing_feature(struct ordo_text *out, const struct ordo_trend_analysis *a) {
    const struct ordo_trend *t = a->trend;
    uint32_t n = 0;
    for (uint32_t c = 0; c < a->clusters.n; c++) {
        bool follows = !a->costly[c] || !t->n_features;
        for (uint32_t f = 0; f < t->n_features; f++) {
            const struct ordo_model *m = &a->fits[(size_t)c * t->n_features + f].model;
            follows |= m->growth != ORDO_GROWTH_NONE ||
                       !(m->warnings & (ORDO_MODEL_NO_RELATION | ORDO_MODEL_FALLING));
        }
        n += !follows;
    }
    if (n)
        ordo_text_print(out,
                        "warning: %u costly cluster%s no feature: compute one from "
                        "others (--feature 'a*b'), or read one (--feature-file)\n",
                        n, n == 1 ? " follows" : "s follow");
}

static void write_remarks(struct ordo_text *out, const struct ordo_trend_analysis *a,
                          size_t n_hidden, size_t n_cheap) {
    const struct ordo_trend *t = a->trend;
    if (n_hidden)
        ordo_text_print(out, "%zu more cluster%s (--rows 0 shows all)\n", n_hidden,
                        n_hidden == 1 ? "" : "s");
    if (n_cheap)
        ordo_text_print(out, "%zu cluster%s not costly (--all shows all)\n", n_cheap,
                        n_cheap == 1 ? " is" : "s are");
    if (!t->n_features)
        ordo_text_print(
            out, "warning: no features: give `ordo trend` a --feature, or call ordo_feature()\n");
    for (uint32_t f = 0; f < t->n_features; f++) write_advice(out, a, f);
    write_missing_feature(out, a);
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        const struct ordo_workload *x = &t->workloads[w];
        if (x->status != ORDO_WORKLOAD_OK)
            ordo_text_print(out, "left out: %s: %s: %s: %s\n", x->name,
                            ordo_workload_status_name(x->status), x->command, x->why);
    }
}

static void write_sheet(struct ordo_text *out, struct sheet *s, const uint32_t *order) {
    const struct ordo_trend_analysis *a = s->a;
    size_t n_hidden = 0, n_cheap = 0;
    ordo_columns_titles(&s->columns, titles);
    for (int c = 0; c < N_COLUMNS; c++)
        if (c <= MAX || c == R2 || c == BLOCKS) s->columns.flags[c] = ORDO_COLUMN_RIGHT;
    s->columns.flags[WHERE] = ORDO_COLUMN_CUT_LEFT;
    if (s->o->predicts) {
        ordo_text_clear(&s->columns.cells[PREDICTED]);
        ordo_text_clear(&s->columns.cells[POWER_AT]);
        ordo_text_add(&s->columns.cells[PREDICTED], "PREDICTED");
        ordo_text_add(&s->columns.cells[POWER_AT], "power function there");
    }
    for (uint32_t i = 0; i < a->clusters.n; i++) {
        if (!s->o->all && !a->costly[order[i]])
            n_cheap++;
        else if (s->o->limit && s->columns.n_rows > s->o->limit)
            n_hidden++;
        else
            fill_row(s, order[i]);
    }
    write_head(out, a);
    const char *before = "predicted at ";
    for (uint32_t f = 0; s->o->predicts && f < a->trend->n_features; f++) {
        if (isnan(asked_at(a, f))) continue;
        ordo_text_print(out, "%s%s = %.6g", before, a->trend->features[f], asked_at(a, f));
        before = ", ";
    }
    if (s->o->predicts) ordo_text_print(out, "\n");
    if (s->columns.n_rows > 1) {
        ordo_text_print(out, "\n");
        write_rows(s, out);
        ordo_text_print(out,
                        "%s; x is the feature\n"
                        "power, R2 and the power function %s are of another model, a x^power, with "
                        "bootstrap intervals\n"
                        "MAX was measured; there is no prediction where some workloads cost "
                        "nothing, or where the power function's interval spans more than a factor "
                        "of %d\n",
                        s->o->predicts ? "PREDICTED is the value of COST at that size"
                                       : "AT 10x is the value of COST at ten times the feature's "
                                         "95th percentile",
                        s->o->predicts ? "there" : "at 10x", ORDO_TREND_WIDEST);
    }
    write_remarks(out, a, n_hidden, n_cheap);
}

enum ordo_status ordo_trend_table_write(FILE *out, const struct ordo_trend_analysis *a,
                                        const struct ordo_trend_table_options *options,
                                        struct ordo_error *error) {
    struct sheet s = {.a = a, .o = options, .columns = {.n = N_COLUMNS, .ascii = options->ascii}};
    uint32_t *order = ordo_memory_new((size_t)a->clusters.n + 1, sizeof *order);
    ordo_trend_rank(a, options->sort, order);
    struct ordo_text text = {0};
    s.growth = ordo_memory_new((size_t)a->clusters.n + 1, sizeof *s.growth);
    write_sheet(&text, &s, order);
    ordo_columns_done(&s.columns);
    free(s.growth);
    free(order);
    ordo_wrapped_text_fit(&text, options->width);
    return ordo_stream_write(out, &text, "the report", error);
}
