/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_json.c: writes fields in the order of docs/lab.schema.json; unknown values are null.
 */
#include "report/json/lab_json.h"

#include "base/stream.h"
#include "report/json/model_json.h"
#include "report/words/lab_text.h"

static void write_points(struct ordo_json_out *j, const struct ordo_lab_series *s, size_t n) {
    ordo_json_begin(j, "points", '[');
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_point *p = &s->points[i];
        ordo_json_begin(j, NULL, '[');
        ordo_json_integer(j, NULL, p->n);
        ordo_json_integer(j, NULL, p->count);
        ordo_json_integer(j, NULL, p->min);
        ordo_json_integer(j, NULL, p->max);
        ordo_json_integer(j, NULL, p->sum);
        ordo_model_json_number(j, NULL, true, p->sumsq);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

static void add_remedy(struct ordo_text *t, enum ordo_model_warning warning, const void *data) {
    (void)data;
    ordo_text_add(t, ordo_lab_remedy(warning));
}

void ordo_lab_json_model(struct ordo_json_out *j, const struct ordo_model *m) {
    ordo_model_json_write_advised(j, m, add_remedy, NULL);
}

static void write_series(struct ordo_json_out *j, const char *key, const struct ordo_lab_series *s,
                         size_t n) {
    ordo_json_begin(j, key, '{');
    write_points(j, s, n);
    ordo_json_begin(j, "model", '{');
    ordo_lab_json_model(j, &s->model);
    ordo_json_end(j, '}');
    ordo_json_end(j, '}');
}

void ordo_lab_json_statement(struct ordo_json_out *j, const struct ordo_lab *lab,
                             const struct ordo_lab_statement *s) {
    ordo_json_text(j, "file", lab->files[s->file]);
    ordo_json_integer(j, "line", s->line);
    ordo_json_integer(j, "col", s->column);
    ordo_json_integer(j, "end_line", s->end_line);
    ordo_json_integer(j, "end_col", s->end_column);
    ordo_json_text(j, "kind", ordo_lab_kind_name(s->kind));
    ordo_json_text(j, "function", s->function);
}

void ordo_lab_json_experiment(struct ordo_json_out *j, const struct ordo_lab *lab,
                              const struct ordo_lab_experiment *e) {
    ordo_json_text(j, "id", e->id);
    ordo_json_text(j, "function", e->function);
    ordo_json_text(j, "input", e->input);
    if (e->file == UINT32_MAX)
        ordo_json_null(j, "file");
    else
        ordo_json_text(j, "file", lab->files[e->file]);
    ordo_json_integer(j, "line", e->file == UINT32_MAX ? 0 : e->line);
    ordo_json_integer(j, "seed", e->seed);
    ordo_json_integer(j, "repeat", e->repeat);
    ordo_json_text(j, "status", ordo_lab_end_name(e->end));
    if (e->why)
        ordo_json_text(j, "why", e->why);
    else
        ordo_json_null(j, "why");
    ordo_json_begin(j, "sizes", '[');
    for (size_t i = 0; i < e->n_sizes; i++) ordo_json_integer(j, NULL, e->sizes[i]);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "function_model", '{');
    ordo_lab_json_model(j, &e->total.model);
    write_points(j, &e->total, e->n_sizes);
    ordo_json_end(j, '}');
}

static void write_line(struct ordo_json_out *j, const struct ordo_lab *lab,
                       const struct ordo_lab_experiment *e, size_t number) {
    const struct ordo_lab_line *l = &lab->lines[number];
    const struct ordo_lab_statement *s = &lab->statements[l->first];
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_text(j, "file", lab->files[s->file]);
    ordo_json_integer(j, "line", s->line);
    ordo_json_integer(j, "statements", l->n);
    write_series(j, "own", &e->own_lines[number], e->n_sizes);
    write_series(j, "inclusive", &e->inclusive_lines[number], e->n_sizes);
    ordo_json_end(j, '}');
}

static void write_experiment(struct ordo_json_out *j, const struct ordo_lab *lab,
                             const struct ordo_lab_experiment *e) {
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_lab_json_experiment(j, lab, e);
    ordo_json_begin(j, "statements", '[');
    for (size_t i = 0; i < lab->n_statements; i++) {
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_lab_json_statement(j, lab, &lab->statements[i]);
        write_series(j, "own", &e->own[i], e->n_sizes);
        write_series(j, "inclusive", &e->inclusive[i], e->n_sizes);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_begin(j, "lines", '[');
    for (size_t i = 0; i < lab->n_lines; i++) write_line(j, lab, e, i);
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}

enum ordo_status ordo_lab_json_write(FILE *out, const struct ordo_lab *lab,
                                     struct ordo_error *error) {
    struct ordo_json_out j = {.out = out};
    ordo_json_begin(&j, NULL, '{');
    ordo_json_integer(&j, "schema", ORDO_LAB_JSON_SCHEMA);
    ordo_json_begin(&j, "experiments", '[');
    for (size_t i = 0; i < lab->n_experiments; i++) write_experiment(&j, lab, &lab->experiments[i]);
    ordo_json_end(&j, ']');
    ordo_json_end(&j, '}');
    return ordo_stream_end(out, "the JSON report", error);
}
