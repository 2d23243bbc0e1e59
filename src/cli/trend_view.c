/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_view.c: reads the options before the file, except the name of a feature, which is checked
 * against the file.
 */
#include "cli/trend_view.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/display.h"
#include "cli/page_file.h"
#include "report/json/trend_json.h"
#include "report/page/html_trend.h"
#include "report/terminal/trend_table.h"
#include "trend/added_features.h"
#include "trend/trend_store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool read_number(const char *text, double *v) {
    char *end;
    *v = strtod(text, &end);
    return end != text && !*end && isfinite(*v);
}

/* Finds the feature of NAME=NUMBER; *v is the number. NULL: the text is something else. */
static const char *split_predict(const char *text, double *v) {
    const char *equals = strrchr(text, '=');
    return equals && equals > text && read_number(equals + 1, v) ? equals : NULL;
}

static enum ordo_status read_options(const struct ordo_trend_view *v,
                                     const struct ordo_trend_view_request *r,
                                     struct ordo_trend_options *o,
                                     struct ordo_trend_table_options *table,
                                     struct ordo_error *error) {
    double n;
    if (v->alpha && (!read_number(v->alpha, &o->alpha) || !(o->alpha > 0 && o->alpha < 0.5)))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--alpha %s: not a number between 0 and 0.5, such as 0.02", v->alpha);
    if (v->sigma && (!read_number(v->sigma, &o->sigma) || o->sigma < 0))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--sigma %s: not a number from 0 on, such as 10", v->sigma);
    if (v->costly) {
        if (!read_number(v->costly, &n) || n < 0 || n >= 100)
            return ordo_error_set(
                error, ORDO_BAD_INPUT,
                "--costly %s: not a percentage; write a number from 0 to below 100", v->costly);
        o->costly = n / 100;
    }
    if (v->min_points) {
        if (!read_number(v->min_points, &n) || n < 0 || n > 1e9 || n != floor(n))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--min-points %s: not a whole number from 0 on, such as 8",
                                  v->min_points);
        o->min_points = (uint32_t)n;
    }
    if (r->rows) {
        if (!read_number(r->rows, &n) || n < 0 || n > 1e9 || n != floor(n))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--rows %s: not a number of rows; write a whole number from 0 on",
                                  r->rows);
        table->limit = (uint32_t)n;
    }
    for (size_t i = 0; i < v->predict.n; i++)
        if (!split_predict(v->predict.v[i], &n))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--predict %s: not NAME=NUMBER; write a feature such as n=1e6",
                                  v->predict.v[i]);
    static const char *const sorts[] = {"max", "predicted", "power"};
    static const enum ordo_trend_sort values[] = {ORDO_TREND_BY_MAX, ORDO_TREND_BY_PREDICTED,
                                                  ORDO_TREND_BY_POWER};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (!r->sort || strcmp(r->sort, sorts[i]) == 0) return table->sort = values[i], ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--sort %s: not for trends; write max, predicted or power", r->sort);
}

static enum ordo_status read_predict(const char *text, const struct ordo_trend *t, double *asked,
                                     struct ordo_error *error) {
    double v = NAN;
    size_t n = (size_t)(split_predict(text, &v) - text);
    for (uint32_t f = 0; f < t->n_features; f++) {
        if (strlen(t->features[f]) != n || strncmp(t->features[f], text, n) != 0) continue;
        if (!isnan(asked[f]))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--predict %s: a second value of %s: give one value for each "
                                  "feature",
                                  text, t->features[f]);
        asked[f] = v;
        return ORDO_OK;
    }
    struct ordo_text names = {0};
    for (uint32_t f = 0; f < t->n_features; f++)
        ordo_text_print(&names, "%s%s", f ? ", " : "", t->features[f]);
    ordo_error_set(error, ORDO_BAD_INPUT, "--predict %s: the trend has no feature %.*s: it has %s",
                   text, (int)n, text, names.n ? names.bytes : "none");
    ordo_text_done(&names);
    return ORDO_BAD_INPUT;
}

static enum ordo_status write_page(FILE *out, const void *data, struct ordo_error *error) {
    return ordo_html_trend_write(out, data, error);
}

static enum ordo_status place_page(const struct ordo_trend_analysis *a,
                                   const struct ordo_trend_view_request *r,
                                   enum ordo_trend_sort sort, struct ordo_error *error) {
    struct stat st;
    struct ordo_html_trend page = {
        .analysis = a, .sort = sort, .name = r->path, .with_sources = !r->no_source};
    if (stat(r->path, &st) == 0)
        page.end_ns = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
    return ordo_page_file_place(r->html, write_page, &page, error);
}

static enum ordo_status report(FILE *out, const struct ordo_trend *t,
                               const struct ordo_trend_view *v,
                               const struct ordo_trend_view_request *r,
                               struct ordo_trend_options *o, struct ordo_trend_table_options *table,
                               struct ordo_error *error) {
    double *asked = ordo_memory_new((size_t)t->n_features + 1, sizeof *asked);
    struct ordo_trend_analysis *a = NULL;
    for (uint32_t f = 0; f < t->n_features; f++) asked[f] = NAN;
    o->asked = asked;
    o->bands = r->html != NULL;
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < v->predict.n && status == ORDO_OK; i++)
        status = read_predict(v->predict.v[i], t, asked, error);
    if (status == ORDO_OK) status = ordo_trend_analyse(t, o, &a, error);
    if (status == ORDO_OK)
        status = r->html   ? place_page(a, r, table->sort, error)
                 : r->json ? ordo_trend_json_write(out, a, table->sort, error)
                           : ordo_trend_table_write(out, a, table, error);
    ordo_trend_analysis_free(a);
    free(asked);
    return status;
}

/* Files come first, so that formulas can use their features. */
static enum ordo_status add_features(struct ordo_trend *t, const struct ordo_trend_view *v,
                                     struct ordo_error *error) {
    for (size_t i = 0; i < v->feature_files.n; i++)
        ORDO_TRY(ordo_added_features_read(t, v->feature_files.v[i], error));
    for (size_t i = 0; i < v->features.n; i++)
        ORDO_TRY(ordo_added_features_compute(t, v->features.v[i], error));
    return ORDO_OK;
}

enum ordo_status ordo_trend_view_write(FILE *out, const struct ordo_trend_view *v,
                                       const struct ordo_trend_view_request *r, bool *usage,
                                       struct ordo_error *error) {
    enum { ROWS = 40 };
    struct ordo_trend_options o = ORDO_TREND_OPTIONS;
    struct ordo_trend_table_options table = {
        .limit = ROWS, .all = v->all, .predicts = v->predict.n > 0};
    struct ordo_trend *t = NULL;
    *usage = true;
    ORDO_TRY(read_options(v, r, &o, &table, error));
    struct ordo_table_options look;
    const struct ordo_display display = {.color = r->color};
    ORDO_TRY(ordo_display_fit(&display, stdout, &look, error));
    table.width = r->wide ? 0 : look.width;
    table.color = look.color;
    table.ascii = look.ascii;
    *usage = false;
    if (r->html) ORDO_TRY(ordo_page_file_check(r->html, "--html", error));
    ORDO_TRY(ordo_trend_load(r->path, true, &t, error));
    enum ordo_status status = add_features(t, v, error);
    if (status == ORDO_OK) status = report(out, t, v, r, &o, &table, error);
    ordo_trend_free(t);
    return status;
}
