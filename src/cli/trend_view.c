/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_view.c: reads the options before the file, except the name of a feature, which is checked
 * against the file.
 */
#include "cli/trend_view.h"

#include "base/memory.h"
#include "cli/nearest.h"
#include "cli/output_guard.h"
#include "cli/page_file.h"
#include "report/json/trend_json.h"
#include "report/page/html_trend.h"
#include "report/terminal/trend_table.h"
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

static enum ordo_status read_options(const struct ordo_trend_view *v,
                                     const struct ordo_trend_view_request *r,
                                     struct ordo_trend_options *o,
                                     struct ordo_trend_table_options *table,
                                     struct ordo_error *error) {
    double n;
    if (v->alpha && (!read_number(v->alpha, &o->alpha) || !(o->alpha > 0 && o->alpha < 0.5)))
        return ordo_error_set(error, ORDO_BAD_INPUT, "--alpha %s: not a number between 0 and 0.5",
                              v->alpha);
    if (v->sigma && (!read_number(v->sigma, &o->sigma) || o->sigma < 0))
        return ordo_error_set(error, ORDO_BAD_INPUT, "--sigma %s: not a number from 0 on",
                              v->sigma);
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
                                  "--min-points %s: not a whole number from 0 on", v->min_points);
        o->min_points = (uint32_t)n;
    }
    if (r->rows) {
        if (!read_number(r->rows, &n) || n < 0 || n > 1e9 || n != floor(n))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--rows %s: not a number of rows; write a whole number from 0 on",
                                  r->rows);
        table->limit = (uint32_t)n;
    }
    static const char *const sorts[] = {"predicted", "max", "power"};
    static const enum ordo_trend_sort values[] = {ORDO_TREND_BY_PREDICTED, ORDO_TREND_BY_MAX,
                                                  ORDO_TREND_BY_POWER};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (!r->sort || strcmp(r->sort, sorts[i]) == 0) return table->sort = values[i], ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--sort %s: not for trends; write predicted, max or power", r->sort);
}

static enum ordo_status read_predict(const char *text, const struct ordo_trend *t, double *asked,
                                     uint32_t *feature, struct ordo_error *error) {
    const char *equals = strrchr(text, '=');
    double v = NAN;
    if (!equals || !read_number(equals + 1, &v))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--predict %s: not NAME=NUMBER; write a feature such as n=1e6", text);
    for (uint32_t f = 0; f < t->n_features; f++) {
        if (strlen(t->features[f]) != (size_t)(equals - text) ||
            strncmp(t->features[f], text, (size_t)(equals - text)) != 0)
            continue;
        asked[f] = v;
        *feature = f;
        return ORDO_OK;
    }
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const char *near = ordo_nearest_find(name, t->features, t->n_features);
    return ordo_error_set(error, ORDO_BAD_INPUT, "--predict %s: there is no feature %s%s%s%s", text,
                          name, near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
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
                               bool *usage, struct ordo_error *error) {
    double *asked = ordo_memory_new((size_t)t->n_features + 1, sizeof *asked);
    struct ordo_trend_analysis *a = NULL;
    for (uint32_t f = 0; f < t->n_features; f++) asked[f] = NAN;
    o->asked = asked;
    o->bands = r->html != NULL;
    enum ordo_status status = ORDO_OK;
    if (v->predict) status = read_predict(v->predict, t, asked, &table->asked, error);
    *usage = status != ORDO_OK;
    if (status == ORDO_OK) status = ordo_trend_analyse(t, o, &a, error);
    if (status == ORDO_OK)
        status = r->html   ? place_page(a, r, table->sort, error)
                 : r->json ? ordo_trend_json_write(out, a, table->sort, error)
                           : ordo_trend_table_write(out, a, table, error);
    ordo_trend_analysis_free(a);
    free(asked);
    return status;
}

enum ordo_status ordo_trend_view_write(FILE *out, const struct ordo_trend_view *v,
                                       const struct ordo_trend_view_request *r, bool *usage,
                                       struct ordo_error *error) {
    enum { ROWS = 40 };
    struct ordo_trend_options o = ORDO_TREND_OPTIONS;
    struct ordo_trend_table_options table = {.limit = ROWS, .all = v->all, .asked = UINT32_MAX};
    struct ordo_trend *t = NULL;
    *usage = true;
    ORDO_TRY(read_options(v, r, &o, &table, error));
    *usage = false;
    if (r->html) ORDO_TRY(ordo_output_guard(r->html, "the page", error));
    ORDO_TRY(ordo_trend_load(r->path, true, &t, error));
    enum ordo_status status = report(out, t, v, r, &o, &table, usage, error);
    ordo_trend_free(t);
    return status;
}
