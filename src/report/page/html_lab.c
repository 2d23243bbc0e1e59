/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_lab.c: writes statements and experiments as one part, which the page reads at once, and the
 * counts of each experiment as a separate part, which it reads when needed.
 *
 * Invariant: what a part of counts leaves out follows from the rest: a statement or line that is
 * missing never ran, and missing inclusive counts equal the own counts.
 */
#include "report/page/html_lab.h"

#include "report/json/lab_json.h"
#include "report/json/model_json.h"
#include "report/page/html_document.h"

#include <string.h>

static enum ordo_status write_heads(struct ordo_html_part *x, const struct ordo_lab *lab,
                                    struct ordo_error *error) {
    ordo_html_part_begin(x, "lab", 0);
    x->j.outline = true;
    ordo_json_begin(&x->j, NULL, '{');
    ordo_json_begin(&x->j, "statements", '[');
    for (size_t i = 0; i < lab->n_statements; i++) {
        ordo_json_begin(&x->j, NULL, '{');
        ordo_lab_json_statement(&x->j, lab, &lab->statements[i]);
        ordo_json_end(&x->j, '}');
    }
    ordo_json_end(&x->j, ']');
    ordo_json_begin(&x->j, "lines", '[');
    for (size_t i = 0; i < lab->n_lines; i++) {
        ordo_json_begin(&x->j, NULL, '[');
        ordo_json_integer(&x->j, NULL, lab->lines[i].first);
        ordo_json_integer(&x->j, NULL, lab->lines[i].n);
        ordo_json_end(&x->j, ']');
    }
    ordo_json_end(&x->j, ']');
    ordo_json_begin(&x->j, "experiments", '[');
    for (size_t i = 0; i < lab->n_experiments; i++) {
        ordo_json_begin(&x->j, NULL, '{');
        ordo_lab_json_experiment(&x->j, lab, &lab->experiments[i]);
        ordo_json_end(&x->j, '}');
    }
    ordo_json_end(&x->j, ']');
    ordo_json_end(&x->j, '}');
    return ordo_html_part_end(x, error);
}

/* Writes [number, [count or [min, max, sum], ...], model]. */
static void write_series(struct ordo_json_out *j, size_t number, const struct ordo_lab_series *s,
                         size_t n) {
    ordo_json_begin(j, NULL, '[');
    ordo_json_integer(j, NULL, number);
    ordo_json_begin(j, NULL, '[');
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_point *p = &s->points[i];
        if (p->min == p->max) {
            ordo_json_integer(j, NULL, p->min);
            continue;
        }
        ordo_json_begin(j, NULL, '[');
        ordo_json_integer(j, NULL, p->min);
        ordo_json_integer(j, NULL, p->max);
        ordo_json_integer(j, NULL, p->sum);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
    ordo_json_begin(j, NULL, '{');
    ordo_lab_json_model(j, &s->model);
    ordo_json_end(j, '}');
    ordo_json_end(j, ']');
}

static bool ran(const struct ordo_lab_series *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s->points[i].max) return true;
    return false;
}

static bool same(const struct ordo_lab_series *a, const struct ordo_lab_series *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_point *x = &a->points[i], *y = &b->points[i];
        if (x->min != y->min || x->max != y->max || x->sum != y->sum) return false;
    }
    return true;
}

static void write_own(struct ordo_json_out *j, const char *key, const struct ordo_lab_series *own,
                      size_t n, size_t n_sizes) {
    ordo_json_begin(j, key, '[');
    for (size_t i = 0; i < n; i++)
        if (ran(&own[i], n_sizes)) write_series(j, i, &own[i], n_sizes);
    ordo_json_end(j, ']');
}

static void write_inclusive(struct ordo_json_out *j, const char *key,
                            const struct ordo_lab_series *own,
                            const struct ordo_lab_series *inclusive, size_t n, size_t n_sizes) {
    ordo_json_begin(j, key, '[');
    for (size_t i = 0; i < n; i++)
        if (!same(&own[i], &inclusive[i], n_sizes)) write_series(j, i, &inclusive[i], n_sizes);
    ordo_json_end(j, ']');
}

static enum ordo_status write_counts(struct ordo_html_part *x, const struct ordo_lab *lab,
                                     size_t number, struct ordo_error *error) {
    const struct ordo_lab_experiment *e = &lab->experiments[number];
    ordo_html_part_begin(x, "counts", number);
    x->j.outline = true;
    ordo_json_begin(&x->j, NULL, '{');
    write_own(&x->j, "own", e->own, lab->n_statements, e->n_sizes);
    write_inclusive(&x->j, "inclusive", e->own, e->inclusive, lab->n_statements, e->n_sizes);
    write_own(&x->j, "own_lines", e->own_lines, lab->n_lines, e->n_sizes);
    write_inclusive(&x->j, "inclusive_lines", e->own_lines, e->inclusive_lines, lab->n_lines,
                    e->n_sizes);
    ordo_json_end(&x->j, '}');
    return ordo_html_part_end(x, error);
}

static enum ordo_status write_sources(struct ordo_html_part *x, struct ordo_json_out *index,
                                      const struct ordo_html_lab *h, struct ordo_error *error) {
    ordo_json_begin(index, "files", '[');
    for (size_t i = 0; i < h->lab->n_files; i++) {
        const char *text = h->with_sources ? h->lab->sources[i] : NULL;
        ordo_json_begin(index, NULL, '{');
        ordo_json_text(index, "file", h->lab->files[i]);
        if (text)
            ordo_json_integer(index, "source", i);
        else
            ordo_json_text(index, "missing",
                           h->with_sources ? "it could not be read when this page was made"
                                           : "sources were left out (--no-source)");
        ordo_json_end(index, '}');
        if (!text) continue;
        ordo_html_part_begin(x, "source", i);
        fwrite(text, 1, strlen(text), x->block);
        ORDO_TRY(ordo_html_part_end(x, error));
    }
    ordo_json_end(index, ']');
    return ORDO_OK;
}

static enum ordo_status write_lab(struct ordo_html_part *x, struct ordo_json_out *index,
                                  const void *data, struct ordo_error *error) {
    const struct ordo_html_lab *h = data;
    ordo_json_begin(index, "profiles", '[');
    ordo_json_end(index, ']');
    ordo_json_begin(index, "lab", '{');
    ordo_json_text(index, "name", h->name);
    ORDO_TRY(write_heads(x, h->lab, error));
    for (size_t i = 0; i < h->lab->n_experiments; i++) ORDO_TRY(write_counts(x, h->lab, i, error));
    ORDO_TRY(write_sources(x, index, h, error));
    ordo_json_end(index, '}');
    return ORDO_OK;
}

enum ordo_status ordo_html_lab_write(FILE *out, const struct ordo_html_lab *lab,
                                     struct ordo_error *error) {
    return ordo_html_document_write(out, write_lab, lab, error);
}
