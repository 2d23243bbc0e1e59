/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_json.c: writes types by name. Inputs are numbered from 0 within their algorithm;
 * algorithms from 1, as in the terminal's table.
 */
#include "report/json/algorithm_json.h"

#include "report/json/model_json.h"
#include "report/words/algorithm_words.h"
#include "structure/classify.h"

static const char *const forms[] = {[ORDO_INPUT_STRUCTURE] = "structure",
                                    [ORDO_INPUT_ARRAY] = "array",
                                    [ORDO_INPUT_SOURCE] = "source",
                                    [ORDO_INPUT_SINK] = "sink"};
static const char *const bonds[] = {
    [ORDO_BOND_NONE] = "none",           [ORDO_BOND_INPUT] = "input",
    [ORDO_BOND_ADVANCE] = "advance",     [ORDO_BOND_END] = "end",
    [ORDO_BOND_HANDOVER] = "handover",   [ORDO_BOND_RECURSION] = "recursion",
    [ORDO_BOND_HAND] = "joined by hand", [ORDO_BOND_APART] = "split by hand"};

static void write_type(struct ordo_json_out *j, const struct ordo_profile *p, uint32_t type) {
    if (type == ORDO_TYPE_NONE)
        ordo_json_null(j, "type");
    else
        ordo_json_text(j, "type", p->types[type].name);
}

static void write_input(struct ordo_json_out *j, const struct ordo_algorithm_words *w,
                        uint32_t input) {
    const struct ordo_input_class *c = &w->algorithms->classes[w->algorithm->inputs.first + input];
    struct ordo_text text = {0};
    ordo_algorithm_input_add(&text, w, input);
    ordo_json_begin(j, NULL, '{');
    ordo_json_text(j, "description", text.bytes);
    ordo_json_text(j, "form", forms[c->form]);
    write_type(j, w->profile, c->type);
    ordo_json_text(j, "name", c->name);
    ordo_json_integer(j, "rank", c->rank);
    ordo_json_bool(j, "further", c->further);
    ordo_json_text(j, "operation", ordo_operation_name(c->operation));
    ordo_json_integer(j, "invocations", c->invocations);
    ordo_json_integer(j, "reads", c->reads);
    ordo_json_integer(j, "writes", c->writes);
    ordo_json_integer(j, "creations", c->creations);
    ordo_json_bool(j, "partial", c->partial);
    ordo_json_begin(j, "sizes", '{');
    for (int m = 0; m < ORDO_SIZES && c->measured; m++) {
        ordo_json_begin(j, ordo_size_metric_name((enum ordo_size_metric)m), '[');
        ordo_json_integer(j, NULL, c->least[m]);
        ordo_json_integer(j, NULL, c->greatest[m]);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, '}');
    ordo_json_end(j, '}');
    ordo_text_done(&text);
}

static void write_keys(struct ordo_json_out *j, const struct ordo_algorithm_words *w,
                       const struct ordo_cost_function *f) {
    struct ordo_text size = {0}, cost = {0};
    ordo_algorithm_size_add(&size, w, &f->size);
    ordo_algorithm_cost_add(&cost, w, &f->cost);
    ordo_json_begin(j, "cost", '{');
    ordo_json_text(j, "description", cost.bytes);
    ordo_json_text(j, "metric", ordo_cost_metric_name(f->cost.metric));
    if (f->cost.input == ORDO_INPUT_NONE)
        ordo_json_null(j, "input");
    else
        ordo_json_integer(j, "input", f->cost.input);
    write_type(j, w->profile, f->cost.type);
    ordo_json_end(j, '}');
    ordo_json_begin(j, "size", '{');
    ordo_json_text(j, "description", size.bytes);
    ordo_json_text(j, "metric", ordo_size_metric_name(f->size.metric));
    ordo_json_integer(j, "input", f->size.input);
    write_type(j, w->profile, f->size.type);
    ordo_json_end(j, '}');
    ordo_text_done(&size);
    ordo_text_done(&cost);
}

static void write_points(struct ordo_json_out *j, const struct ordo_point *points, uint64_t n) {
    ordo_json_begin(j, "points", '[');
    for (uint64_t i = 0; i < n; i++) {
        ordo_json_begin(j, NULL, '[');
        ordo_json_integer(j, NULL, points[i].n);
        ordo_json_integer(j, NULL, points[i].count);
        ordo_json_integer(j, NULL, points[i].min);
        ordo_json_integer(j, NULL, points[i].max);
        ordo_json_integer(j, NULL, points[i].sum);
        ordo_json_wide(j, NULL, points[i].sumsq_high, points[i].sumsq_low);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

static void write_function(struct ordo_json_out *j, const struct ordo_algorithm_words *w,
                           uint64_t i) {
    const struct ordo_cost_function *f = &w->algorithms->functions[i];
    bool fitted = f->model.growth != ORDO_GROWTH_NONE;
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_bool(j, "best", i == w->algorithm->best);
    ordo_json_bool(j, "outgrows_steps", i == w->algorithm->outgrowing);
    write_keys(j, w, f);
    ordo_json_integer(j, "n_min", f->least_n);
    ordo_json_integer(j, "n_max", f->greatest_n);
    ordo_json_integer(j, "invocations", f->invocations);
    ordo_json_integer(j, "unmeasured", f->unmeasured);
    ordo_model_json_number(j, "leading", fitted, f->leading);
    ordo_model_json_number(j, "unexplained", fitted, f->unexplained);
    ordo_json_begin(j, "model", '{');
    ordo_model_json_write(j, &f->model);
    ordo_json_end(j, '}');
    write_points(j, w->algorithms->points + f->points.first, f->points.n);
    ordo_json_end(j, '}');
}

static void write_nodes(struct ordo_json_out *j, const struct ordo_algorithm_words *w) {
    ordo_json_begin(j, "nodes", '[');
    for (uint64_t i = 0; i < w->algorithm->nodes.n; i++)
        ordo_json_integer(j, NULL, w->algorithms->nodes[w->algorithm->nodes.first + i]);
    ordo_json_end(j, ']');
}

static void write_algorithm(struct ordo_json_out *j, const struct ordo_algorithm_words *w,
                            uint32_t number) {
    const struct ordo_algorithm *x = w->algorithm;
    struct ordo_text kind = {0}, line = {0};
    ordo_algorithm_kind_add(&kind, w);
    ordo_algorithm_line_add(&line, w);
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_integer(j, "number", number);
    ordo_json_text(j, "kind", kind.bytes);
    ordo_json_text(j, "summary", line.bytes);
    write_nodes(j, w);
    ordo_json_bool(j, "by_hand", x->by_hand);
    ordo_json_integer(j, "invocations", x->invocations);
    ordo_json_integer(j, "kept", x->kept);
    ordo_json_integer(j, "steps", x->steps);
    ordo_json_integer(j, "kept_steps", x->kept_steps);
    ordo_json_begin(j, "inputs", '[');
    for (uint32_t i = 0; i < x->inputs.n; i++) write_input(j, w, i);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "functions", '[');
    for (uint64_t i = 0; i < x->functions.n; i++) write_function(j, w, x->functions.first + i);
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
    ordo_text_done(&kind);
    ordo_text_done(&line);
}

void ordo_algorithms_json_write(struct ordo_json_out *j, const struct ordo_profile *p,
                                const struct ordo_repetition_tree *t,
                                const struct ordo_algorithms *a) {
    ordo_json_text(j, "identity", ordo_identity_name(a->identity));
    ordo_json_begin(j, "algorithms", '[');
    for (uint32_t i = 0; i < a->n; i++) {
        struct ordo_algorithm_words w = {p, t, a, &a->list[i], false};
        write_algorithm(j, &w, i + 1);
    }
    ordo_json_end(j, ']');
}

void ordo_algorithm_json_node(struct ordo_json_out *j, const struct ordo_algorithms *a,
                              uint32_t node) {
    if (a->of_node[node] == UINT32_MAX) return;
    ordo_json_integer(j, "node", node);
    ordo_json_integer(j, "algorithm", a->of_node[node] + 1);
    ordo_json_text(j, "bond", bonds[a->grouping.bond[node]]);
}
