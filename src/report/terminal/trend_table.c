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
    N_COLUMNS
};
static const char *const titles[N_COLUMNS] = {"AT 10x", "MAX",    "GROWTH", "COST",
                                              "OF",     "power",  "R2",     "power function at 10x",
                                              "BLOCKS", "CLUSTER"};

struct sheet {
    const struct ordo_trend_analysis *a;
    const struct ordo_trend_table_options *o;
    struct ordo_columns columns;
};

static const char *number(char out[32], double v) {
    if (!isfinite(v)) return "-";
    if (fabs(v) < 1e6 && v == floor(v))
        snprintf(out, 32, "%.0f", v);
    else
        snprintf(out, 32, "%.3g", v);
    return out;
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
    ordo_text_add(&row[FORMULA], *formula ? formula : "-");
    if (asked) {
        ordo_text_clear(&row[PREDICTED]);
        ordo_text_add(&row[PREDICTED], number(text, fit->at[at]));
    }
    if (!power->line.has) {
        ordo_text_add(&row[POWER], "-");
        ordo_text_add(&row[R2], "-");
        ordo_text_add(&row[POWER_AT], "-");
        return;
    }
    ordo_text_print(&row[POWER], "%.2f", power->line.b);
    if (isfinite(power->intervals.b.low))
        ordo_text_print(&row[POWER], " (%.2f to %.2f)", power->intervals.b.low,
                        power->intervals.b.high);
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
    ordo_text_add(&row[PREDICTED], number(text, ordo_trend_predicted(a, cluster)));
    ordo_text_add(&row[MAX], number(text, a->max_cost[cluster]));
    ordo_text_print(&row[BLOCKS], "%u", a->clusters.cluster[cluster].n);
    ordo_trend_words_cluster(&row[REPRESENTATIVE], a, cluster);
    if (feature == UINT32_MAX) {
        for (int c = GROWTH; c <= POWER_AT; c++) ordo_text_add(&row[c], "-");
        return;
    }
    ordo_text_add(&row[FEATURE], a->trend->features[feature]);
    fill_fit(&a->fits[(size_t)cluster * a->trend->n_features + feature],
             asked ? ORDO_TREND_AT_ASKED : ORDO_TREND_AT_F95X10, row);
}

static void write_head(FILE *out, const struct ordo_trend_analysis *a) {
    const struct ordo_clusters *c = &a->clusters;
    const struct ordo_trend *t = a->trend;
    fprintf(out, "%s: %u workloads", t->command, a->n_columns);
    if (a->n_columns < t->n_workloads)
        fprintf(out, ", %u more left out", t->n_workloads - a->n_columns);
    fprintf(out, "\n%u blocks: %u constant, %u nearly, %u varying -> %u cluster%s -> %u costly",
            t->n_locations, c->n_constant, c->n_little, c->n_varying, c->n, c->n == 1 ? "" : "s",
            a->n_costly);
    if (a->n_costly)
        fprintf(out, " (%u to 1), with %.1f %% of all cost", t->n_locations / a->n_costly,
                100 * a->costly_share);
    fprintf(out, "\n");
    for (uint32_t f = 0; f < t->n_features; f++) {
        const double *x = a->feature + (size_t)f * a->n_columns;
        double low = x[0], high = x[0];
        for (uint32_t k = 1; k < a->n_columns; k++) {
            low = fmin(low, x[k]);
            high = fmax(high, x[k]);
        }
        fprintf(out, "%s: %.6g to %.6g, 95th percentile %.6g\n", t->features[f], low, high,
                a->f95[f]);
    }
}

static void write_rows(FILE *out, struct sheet *s) {
    struct ordo_text text = {0};
    ordo_columns_measure(&s->columns);
    for (size_t r = 0; r < s->columns.n_rows; r++) {
        ordo_columns_write(&s->columns, r, NULL, &text);
        ordo_text_add(&text, "\n");
    }
    fputs(text.bytes, out);
    ordo_text_done(&text);
}

static void write_remarks(FILE *out, const struct ordo_trend_analysis *a, size_t n_hidden,
                          size_t n_cheap) {
    const struct ordo_trend *t = a->trend;
    size_t thin = 0;
    for (size_t i = 0; i < (size_t)a->clusters.n * t->n_features; i++)
        thin += !a->fits[i].power.line.has;
    if (n_hidden) fprintf(out, "%zu more clusters: --rows 0 shows them\n", n_hidden);
    if (n_cheap) fprintf(out, "%zu clusters that are not costly: --all shows them\n", n_cheap);
    if (!t->n_features)
        fprintf(out,
                "warning: no features: give `ordo trend` a --feature, or call ordo_feature()\n");
    if (thin)
        fprintf(
            out,
            "warning: %zu pair%s of cluster and feature without a power function: fewer than %d "
            "workloads or %d distinct values above 0: add workloads\n",
            thin, thin == 1 ? "" : "s", ORDO_TREND_MIN_POINTS, ORDO_TREND_MIN_DISTINCT);
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        const struct ordo_workload *x = &t->workloads[w];
        if (x->status != ORDO_WORKLOAD_OK)
            fprintf(out, "left out: %s: %s: %s: %s\n", x->name,
                    ordo_workload_status_name(x->status), x->command, x->why);
    }
}

static enum ordo_status write_sheet(FILE *out, struct sheet *s, const uint32_t *order,
                                    struct ordo_error *error) {
    const struct ordo_trend_analysis *a = s->a;
    size_t n_hidden = 0, n_cheap = 0;
    ordo_columns_titles(&s->columns, titles);
    for (int c = 0; c < N_COLUMNS; c++)
        if (c <= MAX || c == R2 || c == BLOCKS) s->columns.flags[c] = ORDO_COLUMN_RIGHT;
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
        fprintf(out, "%s%s = %.6g", before, a->trend->features[f], asked_at(a, f));
        before = ", ";
    }
    if (s->o->predicts) fprintf(out, "\n");
    if (s->columns.n_rows > 1) {
        fprintf(out, "\n");
        write_rows(out, s);
        fprintf(
            out,
            "x is the feature; intervals: bootstrap of the power function; 10x: ten times "
            "the feature's 95th percentile\n"
            "the prediction for a cluster that some workloads never execute is the greatest cost "
            "seen\n");
    }
    write_remarks(out, a, n_hidden, n_cheap);
    return ordo_stream_end(out, "the report", error);
}

enum ordo_status ordo_trend_table_write(FILE *out, const struct ordo_trend_analysis *a,
                                        const struct ordo_trend_table_options *options,
                                        struct ordo_error *error) {
    struct sheet s = {.a = a, .o = options, .columns = {.n = N_COLUMNS}};
    uint32_t *order = ordo_memory_new((size_t)a->clusters.n + 1, sizeof *order);
    ordo_trend_rank(a, options->sort, order);
    enum ordo_status status = write_sheet(out, &s, order, error);
    ordo_columns_done(&s.columns);
    free(order);
    return status;
}
