/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_table.c: cuts the last column, the source text, to the width that is left, and breaks the
 * lines above the table.
 */
#include "report/terminal/lab_table.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/stream.h"
#include "report/terminal/columns.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/growth_cells.h"
#include "report/words/lab_text.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

enum column { WHERE, OWN, INCLUSIVE, GROWTH, COST, STATEMENT, N_COLUMNS };
static const char *const titles[N_COLUMNS] = {"LINE",   "OWN",  "WITH CALLS",
                                              "GROWTH", "COST", "STATEMENT"};

#define LEAST_TEXT 16   /* columns for the source; with fewer, the cost is left out */
#define PROSE_WIDTH 100 /* of lines above the table, if the output is not a terminal */
#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RED "\033[31m"
#define GREEN "\033[32m"
#define PLAIN "\033[0m"

struct sheet {
    const struct ordo_lab *lab;
    const struct ordo_lab_table_options *o;
    struct ordo_text *out;
    const struct ordo_lab_experiment *e;
    size_t *rows; /* statements that were executed */
    size_t n_rows, n_shown;
    struct ordo_columns columns; /* titles, then n_shown rows */
};

static const char *color(const struct sheet *s, const char *code) {
    return s->o->color ? code : "";
}

static double mean(const struct ordo_lab_point *p) {
    return p->count ? (double)p->sum / (double)p->count : 0;
}

static bool is_main(const struct ordo_lab_experiment *e) {
    return e->file == UINT32_MAX;
}

static double last(const struct ordo_lab_experiment *e, const struct ordo_lab_series *s) {
    return e->n_sizes ? mean(&s->points[e->n_sizes - 1]) : 0;
}

/* Orders by own executions, then by executions with calls, both descending, then as in the source.
 */
static int hotter(const struct sheet *s, size_t a, size_t b) {
    double x = last(s->e, &s->e->own[a]), y = last(s->e, &s->e->own[b]);
    if (x != y) return x > y ? -1 : 1;
    x = last(s->e, &s->e->inclusive[a]);
    y = last(s->e, &s->e->inclusive[b]);
    if (x != y) return x > y ? -1 : 1;
    return (a > b) - (a < b);
}

static int by_heat(const void *a, const void *b, void *sheet) {
    return hotter(sheet, *(const size_t *)a, *(const size_t *)b);
}

/* Appends the formula. If there is no formula, appends the reason. */
static void add_cost(struct ordo_text *t, const struct ordo_model *m) {
    if (m->growth == ORDO_GROWTH_NONE)
        ordo_text_print(t, "(%s)", ordo_lab_none_words(m));
    else
        ordo_growth_formula_add(t, m);
}

static void fill_row(struct sheet *s, size_t statement) {
    struct ordo_text *row = ordo_columns_row(&s->columns);
    const struct ordo_lab_statement *x = &s->lab->statements[statement];
    const struct ordo_lab_series *own = &s->e->own[statement];
    const char *base = strrchr(s->lab->files[x->file], '/');
    if (x->file != s->e->file) {
        ordo_spoken_text_add(&row[WHERE], base ? base + 1 : s->lab->files[x->file]);
        ordo_text_add(&row[WHERE], ":");
    }
    ordo_text_print(&row[WHERE], "%u", x->line);
    ordo_growth_cost_add(&row[OWN], last(s->e, own));
    ordo_growth_cost_add(&row[INCLUSIVE], last(s->e, &s->e->inclusive[statement]));
    ordo_growth_class_add(&row[GROWTH], &own->model);
    add_cost(&row[COST], &own->model);
    ordo_lab_text_add(&row[STATEMENT], s->lab, x);
}

static void fit(struct sheet *s) {
    struct ordo_columns *c = &s->columns;
    if (!s->o->width) return;
    size_t before = ordo_columns_total(c) - c->width[STATEMENT];
    if (before + LEAST_TEXT > s->o->width && !c->hidden[COST]) {
        c->hidden[COST] = true;
        before -= c->width[COST] + 2;
    }
    size_t room = s->o->width > before + LEAST_TEXT ? s->o->width - before : LEAST_TEXT;
    if (c->width[STATEMENT] > room) c->width[STATEMENT] = room;
}

static void put_row(const struct sheet *s, size_t i) {
    if (!i) ordo_text_add(s->out, color(s, BOLD));
    ordo_columns_write(&s->columns, i, NULL, s->out);
    ordo_text_print(s->out, "%s\n", i ? "" : color(s, PLAIN));
}

static void put_prose(const struct sheet *s, struct ordo_text *out) {
    const struct ordo_lab_experiment *e = s->e;
    char numeral[ORDO_NUMERAL_BYTES];
    const char *ok = e->end == ORDO_LAB_OK ? GREEN : BOLD RED;
    ordo_text_add(out, color(s, BOLD));
    ordo_spoken_text_add(out, e->id);
    ordo_text_print(out, "%s  %s%s%s", color(s, PLAIN), color(s, ok), ordo_lab_end_name(e->end),
                    color(s, PLAIN));
    if (e->why) {
        ordo_text_add(out, ": ");
        ordo_spoken_text_add(out, e->why);
    }
    if (is_main(e)) {
        ordo_text_add(out, "\n");
        if (e->n_sizes) ordo_growth_cost_add(out, last(e, &e->total));
        if (e->n_sizes)
            ordo_text_print(out, " execution%s of statements\n",
                            last(e, &e->total) == 1 ? "" : "s");
        return;
    }
    ordo_text_print(out, "\n%zu size%s", e->n_sizes, e->n_sizes == 1 ? "" : "s");
    if (e->n_sizes) {
        ordo_text_print(out, ", %s", ordo_numeral_exact(numeral, e->sizes[0]));
        if (e->n_sizes > 1)
            ordo_text_print(out, "..%s", ordo_numeral_exact(numeral, e->sizes[e->n_sizes - 1]));
    }
    if (e->repeat > 1)
        ordo_text_print(out, ", %s repetitions each", ordo_numeral_exact(numeral, e->repeat));
    ordo_text_print(out, ", seed %llu\n", (unsigned long long)e->seed);
    if (!e->n_sizes) return;
    ordo_text_add(out, "the whole function: ");
    ordo_growth_class_add(out, &e->total.model);
    ordo_text_add(out, ", cost ");
    add_cost(out, &e->total.model);
    ordo_text_add(out, "; ");
    ordo_growth_cost_add(out, last(e, &e->total));
    ordo_text_print(out, " execution%s of statements at n = %s", last(e, &e->total) == 1 ? "" : "s",
                    ordo_numeral_exact(numeral, e->sizes[e->n_sizes - 1]));
    if (e->repeat > 1)
        ordo_text_print(out, " (mean of %s)", ordo_numeral_exact(numeral, e->repeat));
    ordo_text_add(out, "\n");
}

static void put_head(const struct sheet *s) {
    struct ordo_text prose = {0};
    put_prose(s, &prose);
    ordo_wrapped_text_fit(&prose, s->o->width ? s->o->width : PROSE_WIDTH);
    ordo_text_add(s->out, prose.bytes);
    ordo_text_done(&prose);
}

static void find_rows(struct sheet *s) {
    s->n_rows = 0;
    for (size_t i = 0; i < s->lab->n_statements; i++)
        if (last(s->e, &s->e->own[i]) > 0) s->rows[s->n_rows++] = i;
    qsort_r(s->rows, s->n_rows, sizeof *s->rows, by_heat, s);
    s->n_shown = s->o->limit && s->o->limit < s->n_rows ? s->o->limit : s->n_rows;
}

static void put_experiment(struct sheet *s) {
    put_head(s);
    find_rows(s);
    if (!s->n_shown) return;
    s->columns =
        (struct ordo_columns){.n = N_COLUMNS,
                              .flags = {ORDO_COLUMN_RIGHT, ORDO_COLUMN_RIGHT, ORDO_COLUMN_RIGHT},
                              .ascii = s->o->ascii};
    s->columns.hidden[GROWTH] = s->columns.hidden[COST] = is_main(s->e); /* one run: no growth */
    ordo_columns_titles(&s->columns, titles);
    for (size_t i = 0; i < s->n_shown; i++) fill_row(s, s->rows[i]);
    ordo_columns_measure(&s->columns);
    fit(s);
    ordo_text_add(s->out, "\n");
    for (size_t i = 0; i <= s->n_shown; i++) put_row(s, i);
    if (s->n_rows > s->n_shown)
        ordo_text_print(s->out, "%s%zu more statement%s ran%s\n", color(s, DIM),
                        s->n_rows - s->n_shown, s->n_rows - s->n_shown == 1 ? "" : "s",
                        color(s, PLAIN));
    ordo_columns_done(&s->columns);
}

enum ordo_status ordo_lab_table_write(FILE *out, const struct ordo_lab *lab,
                                      const struct ordo_lab_table_options *options,
                                      struct ordo_error *error) {
    struct ordo_text text = {0};
    struct sheet s = {.lab = lab, .o = options, .out = &text};
    s.rows = ordo_memory_new(lab->n_statements + 1, sizeof *s.rows);
    for (size_t i = 0; i < lab->n_experiments; i++) {
        if (i) ordo_text_add(&text, "\n");
        s.e = &lab->experiments[i];
        put_experiment(&s);
    }
    free(s.rows);
    return ordo_stream_write(out, &text, "the report", error);
}
