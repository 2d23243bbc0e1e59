/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_json.c: writes fields in the order of docs/trend.schema.json; unknown values are null.
 */
#include "report/json/trend_json.h"

#include "base/memory.h"
#include "base/stream.h"
#include "report/json/json_out.h"
#include "report/json/model_json.h"
#include "report/words/trend_words.h"

#include <math.h>
#include <stdlib.h>

static void put(struct ordo_json_out *j, const char *key, double v) {
    ordo_model_json_number(j, key, true, v);
}

static void write_workloads(struct ordo_json_out *j, const struct ordo_trend *t) {
    ordo_json_begin(j, "workloads", '[');
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        const struct ordo_workload *x = &t->workloads[w];
        bool ok = x->status == ORDO_WORKLOAD_OK;
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "name", x->name);
        ordo_json_text(j, "status", ordo_workload_status_name(x->status));
        ordo_json_text(j, "command", x->command);
        ordo_json_text(j, "why", x->why);
        ordo_json_integer(j, "total", x->total);
        ordo_json_begin(j, "features", '{');
        for (uint32_t f = 0; ok && f < t->n_features; f++)
            put(j, t->features[f], t->values[(size_t)f * t->n_workloads + w]);
        ordo_json_end(j, '}');
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_prediction(struct ordo_json_out *j, const char *key, double v,
                             const struct ordo_trend_interval *i) {
    if (!isfinite(v)) {
        ordo_json_null(j, key);
        return;
    }
    ordo_json_begin(j, key, '[');
    put(j, NULL, v);
    put(j, NULL, i->low);
    put(j, NULL, i->high);
    ordo_json_end(j, ']');
}

/* Writes [size, low, high], ... */
static void write_band(struct ordo_json_out *j, const struct ordo_trend_form_fit *fit,
                       const double *at) {
    ordo_json_begin(j, "band", '[');
    for (int k = ORDO_TREND_AT_BAND; k < ORDO_TREND_ATS; k++)
        write_prediction(j, NULL, at[k], &fit->intervals.at[k]);
    ordo_json_end(j, ']');
}

static void write_fit(struct ordo_json_out *j, const char *key,
                      const struct ordo_trend_form_fit *fit, const double *at) {
    static const char *const names[ORDO_TREND_AT_BAND] = {"f95x2", "f95x10", "asked"};
    if (!fit->line.has) {
        ordo_json_null(j, key);
        return;
    }
    ordo_json_begin(j, key, '{');
    put(j, "a", fit->line.a);
    put(j, "b", fit->line.b);
    ordo_model_json_interval(j, "a_ci", true, fit->intervals.a.low, fit->intervals.a.high);
    ordo_model_json_interval(j, "b_ci", true, fit->intervals.b.low, fit->intervals.b.high);
    put(j, "r2", fit->line.r2);
    ordo_json_integer(j, "zeros", fit->line.n_left_out);
    ordo_json_begin(j, "pred", '{');
    for (int k = 0; k < ORDO_TREND_AT_BAND; k++)
        if (k != ORDO_TREND_AT_ASKED || !isnan(at[k]))
            write_prediction(j, names[k], fit->at[k], &fit->intervals.at[k]);
    ordo_json_end(j, '}');
    if (!isnan(at[ORDO_TREND_AT_BAND])) write_band(j, fit, at);
    ordo_json_end(j, '}');
}

struct advised {
    const struct ordo_trend_analysis *a;
    uint32_t feature;
};

static void add_remedy(struct ordo_text *t, enum ordo_model_warning warning, const void *data) {
    const struct advised *x = data;
    ordo_trend_words_remedy(t, x->a, x->feature, warning);
}

static void write_model(struct ordo_json_out *j, const struct ordo_trend_analysis *a,
                        const struct ordo_trend_fit *fit, uint32_t feature, bool asked) {
    ordo_json_begin(j, "model", '{');
    ordo_model_json_write_advised(j, &fit->model, add_remedy, &(struct advised){a, feature});
    ordo_json_text(j, "why", ordo_trend_words_none(&fit->model));
    put(j, "f95x2", fit->at[ORDO_TREND_AT_F95X2]);
    put(j, "f95x10", fit->at[ORDO_TREND_AT_F95X10]);
    if (asked) put(j, "asked", fit->at[ORDO_TREND_AT_ASKED]);
    ordo_json_end(j, '}');
}

static void write_location(struct ordo_json_out *j, const char *key, const struct ordo_trend *t,
                           uint32_t number) {
    const struct ordo_location *l = &t->locations[number];
    uint64_t most = 0;
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        uint64_t count = t->counts[(size_t)number * t->n_workloads + w];
        if (t->workloads[w].status == ORDO_WORKLOAD_OK && count > most) most = count;
    }
    ordo_json_begin(j, key, '{');
    ordo_json_text(j, "routine", l->routine);
    ordo_json_text(j, "file", l->file);
    ordo_json_integer(j, "line", l->line);
    ordo_json_integer(j, "col", l->column);
    ordo_json_integer(j, "block", l->ordinal);
    ordo_json_integer(j, "max", most);
    ordo_json_end(j, '}');
}

static void write_representative(struct ordo_json_out *j, const struct ordo_trend *t,
                                 const struct ordo_cluster *c) {
    if (!c->of_feature) {
        write_location(j, "representative", t, c->representative);
        return;
    }
    ordo_json_begin(j, "representative", '{');
    ordo_json_text(j, "feature", t->features[c->representative]);
    ordo_json_end(j, '}');
}

static void write_cluster(struct ordo_json_out *j, const struct ordo_trend_analysis *a,
                          uint32_t i) {
    const struct ordo_trend *t = a->trend;
    const struct ordo_cluster *c = &a->clusters.cluster[i];
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    write_representative(j, t, c);
    ordo_json_begin(j, "members", '[');
    for (uint32_t m = 0; m < c->n; m++)
        write_location(j, NULL, t, a->clusters.member[c->first + m]);
    ordo_json_end(j, ']');
    put(j, "max", a->max_cost[i]);
    ordo_json_bool(j, "costly", a->costly[i]);
    if (a->best[i] == UINT32_MAX)
        ordo_json_null(j, "best");
    else
        ordo_json_text(j, "best", t->features[a->best[i]]);
    put(j, "predicted", ordo_trend_prediction(a, i));
    ordo_json_begin(j, "costs", '[');
    for (uint32_t k = 0; k < a->n_columns; k++) put(j, NULL, a->cost[(size_t)i * a->n_columns + k]);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "fits", '[');
    for (uint32_t f = 0; f < t->n_features; f++) {
        const struct ordo_trend_fit *fit = &a->fits[(size_t)i * t->n_features + f];
        const double *at = a->at + (size_t)f * ORDO_TREND_ATS;
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "feature", t->features[f]);
        write_fit(j, "power", &fit->power, at);
        write_fit(j, "linear", &fit->linear, at);
        write_model(j, a, fit, f, !isnan(at[ORDO_TREND_AT_ASKED]));
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}

static void write_features(struct ordo_json_out *j, const struct ordo_trend_analysis *a) {
    ordo_json_begin(j, "features", '[');
    for (uint32_t f = 0; f < a->trend->n_features; f++) {
        const double *at = a->at + (size_t)f * ORDO_TREND_ATS;
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "name", a->trend->features[f]);
        put(j, "f95", a->f95[f]);
        put(j, "asked", at[ORDO_TREND_AT_ASKED]);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

enum ordo_status ordo_trend_json_write(FILE *out, const struct ordo_trend_analysis *a,
                                       enum ordo_trend_sort sort, struct ordo_error *error) {
    static const char *const sorts[] = {[ORDO_TREND_BY_PREDICTED] = "predicted",
                                        [ORDO_TREND_BY_MAX] = "max",
                                        [ORDO_TREND_BY_POWER] = "power"};
    struct ordo_json_out j = {.out = out};
    const struct ordo_clusters *c = &a->clusters;
    uint32_t *order = ordo_memory_new((size_t)c->n + 1, sizeof *order);
    ordo_trend_rank(a, sort, order);
    ordo_json_begin(&j, NULL, '{');
    ordo_json_integer(&j, "schema", ORDO_TREND_JSON_SCHEMA);
    ordo_json_text(&j, "command", a->trend->command);
    ordo_json_text(&j, "source", a->trend->source);
    ordo_json_text(&j, "sort", sorts[sort]);
    write_features(&j, a);
    write_workloads(&j, a->trend);
    ordo_json_begin(&j, "locations", '{');
    ordo_json_integer(&j, "total", a->trend->n_locations);
    ordo_json_integer(&j, "constant", c->n_constant);
    ordo_json_integer(&j, "little", c->n_little);
    ordo_json_integer(&j, "varying", c->n_varying);
    ordo_json_end(&j, '}');
    ordo_json_integer(&j, "costly_clusters", a->n_costly);
    put(&j, "costly_share", a->costly_share);
    ordo_json_begin(&j, "clusters", '[');
    for (uint32_t i = 0; i < c->n; i++) write_cluster(&j, a, order[i]);
    ordo_json_end(&j, ']');
    ordo_json_end(&j, '}');
    free(order);
    return ordo_stream_end(out, "the report", error);
}
