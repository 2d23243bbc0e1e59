/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_view.c: one algorithm: its line and nodes, its inputs, all its cost functions, and the
 * plot of the best one.
 */
#include "report/terminal/algorithm_view.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/stream.h"
#include "base/text.h"
#include "model/fit/formula.h"
#include "report/terminal/plot_text.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/algorithm_words.h"
#include "report/words/repetition_name.h"
#include "structure/classify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLOT_HEIGHT = 16, DEFAULT_WIDTH = 80, AXIS = 12, CURVE_MARKS = 200 };

struct view {
    struct ordo_text *text;
    struct ordo_algorithm_words words;
    const struct ordo_algorithm *x;
};

static void add_count(const struct view *v, uint64_t n, const char *what) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(v->text, "%s %s", ordo_numeral_exact(numeral, n), what);
}

static void add_nodes(const struct view *v) {
    const struct ordo_repetition *nodes = v->words.tree->nodes;
    for (uint64_t i = 0; i < v->x->nodes.n; i++) {
        uint32_t node = v->words.algorithms->nodes[v->x->nodes.first + i];
        ordo_text_print(v->text, "  %*s", (int)(2 * (nodes[node].depth - nodes[v->x->root].depth)),
                        "");
        ordo_repetition_name_add(v->text, v->words.profile, v->words.tree, node);
        ordo_text_add(v->text, ": ");
        add_count(v, nodes[node].invocations,
                  nodes[node].invocations == 1 ? "invocation, " : "invocations, ");
        add_count(v, nodes[node].steps, nodes[node].steps == 1 ? "step\n" : "steps\n");
    }
}

static void add_range(const struct view *v, const struct ordo_input_class *c, uint32_t input,
                      enum ordo_size_metric metric) {
    char numeral[ORDO_NUMERAL_BYTES];
    struct ordo_size_key key = {metric, input, ORDO_TYPE_NONE};
    if (!c->measured || !c->greatest[metric]) return;
    ordo_text_print(v->text, "    %s..", ordo_numeral_exact(numeral, c->least[metric]));
    ordo_text_print(v->text, "%s ", ordo_numeral_exact(numeral, c->greatest[metric]));
    ordo_algorithm_size_add(v->text, &v->words, &key);
    ordo_text_add(v->text, "\n");
}

static void add_inputs(const struct view *v) {
    for (uint32_t i = 0; i < v->x->inputs.n; i++) {
        const struct ordo_input_class *c = &v->words.algorithms->classes[v->x->inputs.first + i];
        ordo_text_add(v->text, i ? "  " : "\ninputs\n  ");
        ordo_algorithm_input_add(v->text, &v->words, i);
        ordo_text_print(v->text, ": %s, in ", ordo_operation_name(c->operation));
        add_count(v, c->invocations, c->invocations == 1 ? "invocation; " : "invocations; ");
        if (c->partial) ordo_text_add(v->text, "at least ");
        add_count(v, c->reads, "reads, ");
        add_count(v, c->writes, "writes, ");
        add_count(v, c->creations, "creations\n");
        for (int m = 0; m < ORDO_SIZES; m++) add_range(v, c, i, (enum ordo_size_metric)m);
    }
}

static void add_functions(const struct view *v) {
    const struct ordo_algorithms *a = v->words.algorithms;
    for (uint64_t i = v->x->functions.first; i < v->x->functions.first + v->x->functions.n; i++) {
        const struct ordo_cost_function *f = &a->functions[i];
        char formula[ORDO_FORMULA_BYTES];
        ordo_formula_write(formula, sizeof formula, &f->model, "n");
        ordo_text_add(v->text, i == v->x->functions.first ? "\ncost functions\n" : "");
        ordo_text_add(v->text, i == v->x->best ? "* " : i == v->x->outgrowing ? "! " : "  ");
        ordo_algorithm_cost_add(v->text, &v->words, &f->cost);
        ordo_text_print(v->text, " = %s, n = ", *formula ? formula : "?");
        ordo_algorithm_size_add(v->text, &v->words, &f->size);
        ordo_text_add(v->text, "  (");
        add_count(v, f->points.n, "sizes, ");
        if (f->unmeasured) add_count(v, f->unmeasured, "invocations not measured, ");
        double percent = 100 * sqrt(f->unexplained);
        if (f->model.growth == ORDO_GROWTH_NONE)
            ordo_text_add(v->text, "not enough data to fit)\n");
        else
            ordo_text_print(v->text, percent < 10 ? "%.2g %% off)\n" : "%.0f %% off)\n",
                            percent < 0.01 ? 0 : percent);
    }
}

static void add_plot(const struct view *v, const struct ordo_cost_function *f,
                     const struct ordo_algorithm_options *o) {
    const struct ordo_algorithms *a = v->words.algorithms;
    const struct ordo_model *m = &f->model;
    struct ordo_text x = {0}, y = {0};
    size_t n = 0;
    struct ordo_plot_mark *marks = ordo_memory_new(2 * f->points.n + CURVE_MARKS, sizeof *marks);
    for (int i = 0; i < CURVE_MARKS && m->growth != ORDO_GROWTH_NONE; i++) {
        double at = m->n_min * pow(m->n_max / m->n_min, i / (double)(CURVE_MARKS - 1));
        marks[n++] = (struct ordo_plot_mark){at, ordo_model_value(m, at), '.'};
    }
    for (uint64_t i = 0; i < f->points.n; i++) {
        const struct ordo_point *q = &a->points[f->points.first + i];
        marks[n++] = (struct ordo_plot_mark){(double)q->n, (double)q->max, '^'};
        marks[n++] = (struct ordo_plot_mark){(double)q->n, (double)q->sum / (double)q->count, 'o'};
    }
    unsigned width = o->width ? o->width : DEFAULT_WIDTH;
    width = width > AXIS + 20 ? width - AXIS - 10 : 20;
    ordo_algorithm_size_add(&x, &v->words, &f->size);
    ordo_algorithm_cost_add(&y, &v->words, &f->cost);
    ordo_text_add(&y, "   o mean   ^ greatest   . model");
    ordo_text_add(v->text, "\n");
    ordo_plot_text_add(v->text, marks, n, width > 100 ? 100 : width, PLOT_HEIGHT, x.bytes, y.bytes);
    ordo_text_done(&x);
    ordo_text_done(&y);
    free(marks);
}

enum ordo_status ordo_algorithm_view_write(FILE *out, const struct ordo_profile *p,
                                           const struct ordo_repetition_tree *t,
                                           const struct ordo_algorithms *a, uint64_t number,
                                           const struct ordo_algorithm_options *options,
                                           struct ordo_error *error) {
    if (!number || number > a->n)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "there is no algorithm %llu: `ordo tree` numbers them from 1 to %u",
                              (unsigned long long)number, a->n);
    struct ordo_text text = {0};
    const struct ordo_algorithm *x = &a->list[number - 1];
    struct view v = {.text = &text, .words = {p, t, a, x, options->ascii}, .x = x};
    ordo_algorithm_line_add(&text, &v.words);
    ordo_text_add(&text, "\n");
    add_nodes(&v);
    add_inputs(&v);
    add_functions(&v);
    uint64_t shown = x->best != ORDO_FUNCTION_NONE ? x->best : x->functions.first;
    if (x->functions.n) add_plot(&v, &a->functions[shown], options);
    ordo_wrapped_text_fit(&text, options->width);
    return ordo_stream_write(out, &text, "the algorithm", error);
}
