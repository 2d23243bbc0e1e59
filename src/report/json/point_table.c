/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_table.c: the first line decides about separator and columns.
 */
#include "report/json/point_table.h"

#include "base/cells.h"
#include "base/memory.h"
#include "base/vector.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = -1, UNNAMED = -2 };

static const char *const column_names[ORDO_POINT_COLUMNS] = {"n",   "cost", "count", "min",
                                                             "max", "sum",  "sumsq"};

bool ordo_point_table_is(const char *line) {
    line += strspn(line, " \t");
    return !strchr("{[", *line);
}

static bool has(const struct ordo_point_table *t, int meaning) {
    for (size_t k = 0; k < t->n_columns; k++)
        if (t->meaning[k] == meaning) return true;
    return false;
}

static int meaning_of(const struct ordo_point_table *t, const char *name) {
    for (int m = 0; m < ORDO_POINT_COLUMNS; m++)
        if (strcasecmp(name, column_names[m]) == 0 && !has(t, m)) return m;
    return LABEL;
}

static enum ordo_status check_columns(const struct ordo_point_table *t, struct ordo_error *error) {
    bool sums = true;
    for (int m = ORDO_POINT_COUNT; m < ORDO_POINT_COLUMNS; m++) sums &= has(t, m);
    if (has(t, ORDO_POINT_N) && (has(t, ORDO_POINT_COST) || sums)) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "neither JSON nor a table of points: write two numbers, n and cost, or "
                          "name the columns in the first line: n and cost, or "
                          "n, count, min, max, sum and sumsq");
}

/* Reads the first line. *names: it names the columns, and has no point. */
static enum ordo_status begin(struct ordo_point_table *t, const char *line, bool *names,
                              struct ordo_error *error) {
    static const int sums[] = {ORDO_POINT_N,   ORDO_POINT_COUNT, ORDO_POINT_MIN,
                               ORDO_POINT_MAX, ORDO_POINT_SUM,   ORDO_POINT_SUMSQ};
    char *copy = ordo_memory_copy(line), *rest = copy, *cell;
    size_t n_numbers = 0;
    double v;
    t->separator = ordo_cells_separator(line);
    while (rest && t->n_columns < ORDO_POINT_TABLE_WIDEST) {
        rest = ordo_cells_next(rest, t->separator, &cell);
        n_numbers += ordo_cells_number(cell, &v);
        t->meaning[t->n_columns] = meaning_of(t, cell);
        t->names[t->n_columns++] = ordo_memory_copy(cell);
    }
    free(copy);
    size_t n = t->n_columns;
    *names = n_numbers < n;
    for (size_t k = 0; *names && k < n; k++)
        if (!*t->names[k]) t->meaning[k] = UNNAMED;
    bool named = has(t, ORDO_POINT_N) && has(t, ORDO_POINT_COST);
    if (n == 2 && (n_numbers == 2 || (n_numbers == 0 && !named)))
        t->meaning[0] = ORDO_POINT_N, t->meaning[1] = ORDO_POINT_COST;
    if (n == 6 && n_numbers == 6) memcpy(t->meaning, sums, sizeof sums);
    return check_columns(t, error);
}

/* Returns the labels as a JSON object; NULL if the table has none. */
static char *id_of(const json_t *labels) {
    if (!json_object_size(labels)) return NULL;
    char *id = json_dumps(labels, JSON_COMPACT);
    if (!id) ordo_memory_exhausted();
    return id;
}

static bool same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static const char *separator_name(char separator) {
    return separator == ','    ? "commas"
           : separator == ';'  ? "semicolons"
           : separator == '\t' ? "tabs"
                               : "blanks";
}

static enum ordo_status read_row(const struct ordo_point_table *t, char *line, double *v,
                                 json_t *labels, struct ordo_error *error) {
    char *rest = line, *cell;
    size_t k = 0;
    for (; rest && k < t->n_columns; k++) {
        rest = ordo_cells_next(rest, t->separator, &cell);
        if (t->meaning[k] == UNNAMED) continue;
        if (t->meaning[k] == LABEL)
            json_object_set_new(labels, t->names[k], json_string(cell));
        else if (!ordo_cells_number(cell, &v[t->meaning[k]]) && *cell &&
                 (rest || k + 1 == t->n_columns))
            return ordo_error_set(error, ORDO_BAD_INPUT, "column %zu: %.100s: not a number", k + 1,
                                  cell);
    }
    if (k == t->n_columns && !rest) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s than %zu columns, which the first line has, separated by %s",
                          rest ? "more" : "fewer", t->n_columns, separator_name(t->separator));
}

static struct ordo_model_point point_of(const struct ordo_point_table *t, const double *v) {
    if (has(t, ORDO_POINT_COST))
        return (struct ordo_model_point){
            v[ORDO_POINT_N],    1,
            v[ORDO_POINT_COST], v[ORDO_POINT_COST],
            v[ORDO_POINT_COST], v[ORDO_POINT_COST] * v[ORDO_POINT_COST]};
    return (struct ordo_model_point){v[ORDO_POINT_N],   v[ORDO_POINT_COUNT], v[ORDO_POINT_MIN],
                                     v[ORDO_POINT_MAX], v[ORDO_POINT_SUM],   v[ORDO_POINT_SUMSQ]};
}

static enum ordo_status add_row(struct ordo_point_table *t, char *line, struct ordo_fit_line *ended,
                                struct ordo_error *error) {
    double v[ORDO_POINT_COLUMNS];
    for (int m = 0; m < ORDO_POINT_COLUMNS; m++) v[m] = NAN;
    json_t *labels = json_object();
    enum ordo_status status = read_row(t, line, v, labels, error);
    if (status == ORDO_OK) {
        char *id = id_of(labels);
        struct ordo_fit_line *s = &t->series;
        if (s->n && !same(s->id, id)) {
            *ended = *s;
            *s = (struct ordo_fit_line){0};
            t->capacity = 0;
        }
        if (s->n)
            free(id);
        else
            s->id = id;
        s->points = ordo_vector_reserve(s->points, &t->capacity, s->n + 1, sizeof *s->points);
        s->points[s->n++] = point_of(t, v);
    }
    json_decref(labels);
    return status;
}

enum ordo_status ordo_point_table_add(struct ordo_point_table *t, char *line, size_t n,
                                      struct ordo_fit_line *ended, struct ordo_error *error) {
    *ended = (struct ordo_fit_line){0};
    ordo_cells_trim(line, n);
    size_t blanks = strspn(line, " \t");
    if (!line[blanks] || line[blanks] == '#') return ORDO_OK;
    if (!t->n_columns) {
        bool names;
        enum ordo_status status = begin(t, line, &names, error);
        if (status != ORDO_OK) {
            ordo_point_table_done(t);
            return status;
        }
        if (names) return ORDO_OK;
    }
    return add_row(t, line, ended, error);
}

void ordo_point_table_done(struct ordo_point_table *t) {
    for (size_t k = 0; k < t->n_columns; k++) free(t->names[k]);
    ordo_fit_line_done(&t->series);
    *t = (struct ordo_point_table){0};
}
