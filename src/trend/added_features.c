/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * added_features.c: rows of values are appended, so that older features keep their numbers.
 */
#include "trend/added_features.h"

#include "base/arena.h"
#include "base/memory.h"
#include "trend/feature_formula.h"
#include "trend/feature_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Appends a feature. Sets *row to its values, all NAN. */
static enum ordo_status append(struct ordo_trend *t, const char *option, const char *name,
                               double **row, struct ordo_error *error) {
    size_t f = t->n_features, n = t->n_workloads;
    if (!*name)
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: a feature has no name: give it one",
                              option);
    for (size_t i = 0; i < f; i++)
        if (strcmp(t->features[i], name) == 0)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "%s: the trend already has a feature %s: name this one "
                                  "differently",
                                  option, name);
    const char **features = ordo_arena_array(t->arena, f + 1, sizeof *features);
    double *values = ordo_arena_array(t->arena, (f + 1) * n + 1, sizeof *values);
    if (f) memcpy(features, t->features, f * sizeof *features);
    if (f && n) memcpy(values, t->values, f * n * sizeof *values);
    features[f] = ordo_arena_copy(t->arena, name);
    for (size_t w = 0; w < n; w++) values[f * n + w] = NAN;
    *row = values + f * n;
    t->features = features;
    t->values = values;
    t->n_features++;
    return ORDO_OK;
}

/* Leaves out workloads whose last feature has no value. ORDO_BAD_INPUT: none remains. */
static enum ordo_status leave_out(struct ordo_trend *t, const char *option, const char *why,
                                  struct ordo_error *error) {
    uint32_t n_left_out = 0, n_kept = 0;
    const double *row = t->values + (size_t)(t->n_features - 1) * t->n_workloads;
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        struct ordo_workload *x = &t->workloads[w];
        if (x->status != ORDO_WORKLOAD_OK) continue;
        if (isfinite(row[w])) {
            n_kept++;
            continue;
        }
        n_left_out++;
        x->status = ORDO_WORKLOAD_NO_FEATURE;
        x->total = 0;
        x->why = ordo_arena_format(t->arena, "feature %s: %s", t->features[t->n_features - 1], why);
    }
    if (n_kept || !n_left_out) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "%s: %s has no value for any workload", option,
                          t->features[t->n_features - 1]);
}

static bool find_workload(const struct ordo_trend *t, const char *name, uint32_t *w) {
    for (*w = 0; *w < t->n_workloads; ++*w)
        if (strcmp(t->workloads[*w].name, name) == 0) return true;
    return false;
}

static enum ordo_status add_table(struct ordo_trend *t, const char *option, const char *file,
                                  const struct ordo_feature_table *table,
                                  struct ordo_error *error) {
    size_t n_rows = table->workloads.n, n = table->features.n;
    uint32_t *workload = ordo_memory_new(n_rows + 1, sizeof *workload);
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < n_rows && status == ORDO_OK; i++)
        if (!find_workload(t, table->workloads.v[i], &workload[i]))
            status = ordo_error_set(error, ORDO_BAD_INPUT,
                                    "%s: line %zu: the trend has no workload %.200s: `ordo export "
                                    "--format csv` lists their names",
                                    option, table->line[i], table->workloads.v[i]);
    for (size_t f = 0; f < n && status == ORDO_OK; f++) {
        double *row;
        status = append(t, option, table->features.v[f], &row, error);
        if (status != ORDO_OK) break;
        for (size_t i = 0; i < n_rows; i++) row[workload[i]] = table->values[i * n + f];
        char *why = ordo_arena_format(t->arena, "%s has no value for this workload", file);
        status = leave_out(t, option, why, error);
    }
    free(workload);
    return status;
}

enum ordo_status ordo_added_features_read(struct ordo_trend *t, const char *file,
                                          struct ordo_error *error) {
    struct ordo_feature_table table;
    const char *option = ordo_arena_format(t->arena, "--feature-file %s", file);
    enum ordo_status status = ordo_feature_table_read("--feature-file", file, &table, error);
    if (status == ORDO_OK) status = add_table(t, option, file, &table, error);
    ordo_feature_table_done(&table);
    return status;
}

enum ordo_status ordo_added_features_compute(struct ordo_trend *t, const char *text,
                                             struct ordo_error *error) {
    const char *equals = strchr(text, '='), *formula = equals ? equals + 1 : text;
    char *option = ordo_arena_format(t->arena, "--feature %s", text);
    char *name = ordo_arena_copy(t->arena, text);
    if (equals) name[equals - text] = 0;
    size_t n_names = t->n_features, n = t->n_workloads;
    double *row, *of_one = ordo_memory_new(n_names + 1, sizeof *of_one);
    enum ordo_status status = append(t, option, name, &row, error);
    for (size_t w = 0; w < n && status == ORDO_OK; w++) {
        for (size_t f = 0; f < n_names; f++) of_one[f] = t->values[f * n + w];
        status = ordo_feature_formula_value(formula, t->features, of_one, n_names, &row[w], error);
        if (status != ORDO_OK) ordo_error_prefix(error, "%s", option);
    }
    free(of_one);
    if (status != ORDO_OK) return status;
    return leave_out(t, option, "the formula has no value here", error);
}
