/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fit_line.c: parses the line with jansson; every number becomes a double.
 */
#include "report/json/fit_line.h"

#include "base/memory.h"
#include "model/fit/mean_and_worst.h"
#include "report/json/model_json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes) {
    return ordo_memory_new(bytes, 1);
}

static bool number_of(const json_t *v, double *out) {
    if (json_is_number(v)) {
        *out = json_number_value(v);
        return true;
    }
    const char *text = json_string_value(v);
    if (!text || !*text || strspn(text, "0123456789") != strlen(text)) return false;
    *out = strtod(text, NULL);
    return true;
}

static enum ordo_status read_point(const json_t *item, size_t i, struct ordo_model_point *p,
                                   struct ordo_error *error) {
    double v[6];
    size_t n = json_array_size(item);
    if (!json_is_array(item) || (n != 2 && n != 6))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "point %zu is neither [n,cost] nor [n,count,min,max,sum,sumsq]",
                              i + 1);
    for (size_t k = 0; k < n; k++)
        if (!number_of(json_array_get(item, k), &v[k]))
            return ordo_error_set(error, ORDO_BAD_INPUT, "point %zu: value %zu is not a number",
                                  i + 1, k + 1);
    if (n == 2)
        *p = (struct ordo_model_point){v[0], 1, v[1], v[1], v[1], v[1] * v[1]};
    else
        *p = (struct ordo_model_point){v[0], v[1], v[2], v[3], v[4], v[5]};
    return ORDO_OK;
}

static enum ordo_status read_object(const json_t *root, struct ordo_fit_line *out,
                                    struct ordo_error *error) {
    if (!json_is_object(root))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "is not an object: write {\"id\":...,\"points\":[...]}");
    const json_t *id = json_object_get(root, "id"), *points = json_object_get(root, "points");
    if (id) {
        out->id = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15));
        if (!out->id) ordo_memory_exhausted();
    }
    if (!json_is_array(points))
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "has no array \"points\": write {\"id\":...,\"points\":[[n,cost],...]}");
    size_t n = json_array_size(points);
    out->points = ordo_memory_new(n + 1, sizeof *out->points);
    for (; out->n < n; out->n++)
        ORDO_TRY(read_point(json_array_get(points, out->n), out->n, &out->points[out->n], error));
    return ORDO_OK;
}

enum ordo_status ordo_fit_line_read(const char *line, size_t bytes, struct ordo_fit_line *out,
                                    struct ordo_error *error) {
    json_error_t wrong;
    *out = (struct ordo_fit_line){0};
    json_set_alloc_funcs(allocate, free);
    /* integers stay integers, for ids; those that need more than 64 bits can only be read as reals
     */
    json_t *root = json_loadb(line, bytes, JSON_ALLOW_NUL, &wrong);
    if (!root && json_error_code(&wrong) == json_error_numeric_overflow)
        root = json_loadb(line, bytes, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &wrong);
    if (!root)
        return ordo_error_set(error, ORDO_BAD_INPUT, "byte %d: not JSON: %s", wrong.position,
                              wrong.text);
    enum ordo_status status = read_object(root, out, error);
    json_decref(root);
    return status;
}

void ordo_fit_line_done(struct ordo_fit_line *line) {
    free(line->id);
    free(line->points);
    *line = (struct ordo_fit_line){0};
}

static void write_id(struct ordo_json_out *j, const struct ordo_fit_line *line) {
    ordo_json_raw(j, "id", line->id ? line->id : "null");
}

void ordo_fit_line_answer(struct ordo_json_out *j, const struct ordo_fit_line *line,
                          const char *unit) {
    struct ordo_model mean, worst;
    enum ordo_cost_unit known =
        unit && strcmp(unit, "blocks") == 0 ? ORDO_UNIT_BLOCKS : ORDO_UNIT_UNKNOWN;
    ordo_model_fit_both(line->points, line->n, known, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    ordo_json_begin(j, NULL, '{');
    write_id(j, line);
    ordo_model_json_write(j, &mean);
    ordo_json_text(j, "max_class", ordo_growth_name(worst.growth));
    ordo_json_begin(j, "max", '{');
    ordo_model_json_write(j, &worst);
    ordo_json_end(j, '}');
    if (unit) ordo_json_text(j, "unit", unit);
    ordo_json_end(j, '}');
}

void ordo_fit_line_fail(struct ordo_json_out *j, const struct ordo_fit_line *line, uint64_t number,
                        const char *error) {
    ordo_json_begin(j, NULL, '{');
    ordo_json_integer(j, "line", number);
    write_id(j, line);
    ordo_json_text(j, "error", error);
    ordo_json_end(j, '}');
}
