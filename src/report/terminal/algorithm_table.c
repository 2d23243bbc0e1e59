/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_table.c: indents an algorithm by the number of algorithms around it.
 *
 * An algorithm that uses no data structure and has one repetition takes one line. Unless a share is
 * asked for, those of them that made no step are left out.
 */
#include "report/terminal/algorithm_table.h"

#include "base/numerals.h"
#include "base/stream.h"
#include "base/text.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/algorithm_words.h"
#include "report/words/growth_color.h"
#include "report/words/repetition_name.h"
#include "report/words/tree_warnings.h"

#include <stdlib.h>
#include <string.h>

struct table {
    struct ordo_text *text;
    struct ordo_algorithm_words words;
    struct ordo_repetition_filter filter;
    bool color;
    unsigned digits; /* of the greatest algorithm number */
    uint32_t algorithms_left_out;
    uint32_t repetitions_left_out; /* of algorithms that are shown */
};

static unsigned depth_of(const struct table *t, uint32_t algorithm) {
    const struct ordo_algorithms *a = t->words.algorithms;
    const struct ordo_repetition *nodes = t->words.tree->nodes;
    unsigned depth = 0;
    for (uint32_t up = nodes[a->list[algorithm].root].parent;
         up != UINT32_MAX && a->of_node[up] != UINT32_MAX;
         up = nodes[a->list[a->of_node[up]].root].parent)
        depth++;
    return depth;
}

/* Says why a node belongs to its parent's algorithm, if a common input is not the reason. */
static const char *bond_words(enum ordo_bond bond) {
    if (bond == ORDO_BOND_ADVANCE)
        return "  (the outer loop moves the place where this loop works)";
    if (bond == ORDO_BOND_HANDOVER) return "  (works on what the recursion around it returned)";
    if (bond == ORDO_BOND_END) return "  (decides whether the loop around it continues)";
    if (bond == ORDO_BOND_RECURSION) return "  (re-enters the recursion)";
    return bond == ORDO_BOND_HAND ? "  (joined by hand)" : "";
}

static void add_node(const struct table *t, uint32_t node, unsigned indent, uint32_t root) {
    const struct ordo_repetition *r = &t->words.tree->nodes[node];
    enum ordo_bond bond = t->words.algorithms->grouping.bond[node];
    unsigned below = r->depth - t->words.tree->nodes[root].depth;
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(t->text, "%*s", (int)(indent + 2 * below), "");
    ordo_repetition_name_add(t->text, t->words.profile, t->words.tree, node);
    ordo_text_print(t->text, "  %s step%s", ordo_numeral_exact(numeral, r->steps),
                    r->steps == 1 ? "" : "s");
    ordo_text_add(t->text, node == root ? "" : bond_words(bond));
    if (node == root && bond == ORDO_BOND_APART) ordo_text_add(t->text, "  (split off by hand)");
    ordo_text_add(t->text, "\n");
}

static void add_nodes(struct table *t, const struct ordo_algorithm *x, unsigned indent) {
    for (uint64_t i = 0; i < x->nodes.n; i++) {
        uint32_t node = t->words.algorithms->nodes[x->nodes.first + i];
        if (t->filter.shown[node])
            add_node(t, node, indent, x->root);
        else
            t->repetitions_left_out++;
    }
}

static void add_algorithm(struct table *t, uint32_t number) {
    const struct ordo_algorithm *x = &t->words.algorithms->list[number];
    unsigned indent = 2 * depth_of(t, number);
    t->words.algorithm = x;
    ordo_text_print(t->text, "%*u  %*s", (int)t->digits, number + 1, (int)indent, "");
    bool fitted = x->best != ORDO_FUNCTION_NONE;
    const char *on = t->color && fitted
                         ? ordo_growth_color(t->words.algorithms->functions[x->best].model.growth)
                         : NULL;
    ordo_text_add(t->text, on ? on : "");
    ordo_algorithm_line_add(t->text, &t->words);
    ordo_text_add(t->text, on ? ORDO_COLOR_PLAIN : "");
    indent += t->digits + 2;
    if (!x->inputs.n && x->nodes.n == 1) {
        ordo_text_add(t->text, ": ");
        ordo_repetition_name_add(t->text, t->words.profile, t->words.tree, x->root);
        bool apart = t->words.algorithms->grouping.bond[x->root] == ORDO_BOND_APART;
        ordo_text_add(t->text, apart ? "  (split off by hand)\n" : "\n");
        return;
    }
    ordo_text_add(t->text, "\n");
    add_nodes(t, x, indent + 4);
}

static void hide_idle(struct table *t) {
    const struct ordo_algorithms *a = t->words.algorithms;
    for (uint32_t node = t->words.tree->n_nodes; node-- > 0;) {
        uint32_t algorithm = a->of_node[node];
        const struct ordo_algorithm *x = algorithm == UINT32_MAX ? NULL : &a->list[algorithm];
        if (x && x->kept && !x->steps && !x->inputs.n)
            ordo_repetition_filter_hide(&t->filter, t->words.tree, node);
    }
}

static void add_entry(const struct table *t, uint32_t node) {
    char numeral[ORDO_NUMERAL_BYTES];
    const struct ordo_repetition *r = &t->words.tree->nodes[node];
    if (t->text->n) ordo_text_add(t->text, "\n");
    ordo_repetition_name_add(t->text, t->words.profile, t->words.tree, node);
    if (r->invocations != 1)
        ordo_text_print(t->text, "  %s times", ordo_numeral_exact(numeral, r->invocations));
    ordo_text_add(t->text, "\n");
}

static unsigned digits_of(uint32_t n) {
    unsigned digits = 1;
    for (; n >= 10; n /= 10) digits++;
    return digits;
}

static void add_all(struct table *t) {
    const struct ordo_repetition_tree *tree = t->words.tree;
    const struct ordo_algorithms *a = t->words.algorithms;
    for (uint32_t node = 0; node < tree->n_nodes; node++) {
        bool is_entry = tree->nodes[node].kind == ORDO_REPETITION_ENTRY;
        bool is_root = !is_entry && a->list[a->of_node[node]].root == node;
        if (!t->filter.shown[node])
            t->algorithms_left_out += is_root;
        else if (is_entry)
            add_entry(t, node);
        else if (is_root)
            add_algorithm(t, a->of_node[node]);
    }
    if (!tree->n_nodes) ordo_text_add(t->text, "No loops or recursions were recorded.\n");
    ordo_repetition_filter_say_algorithms(t->text, &t->filter, t->algorithms_left_out,
                                          t->repetitions_left_out);
}

enum ordo_status ordo_algorithm_table_write(FILE *out, const struct ordo_profile *p,
                                            const struct ordo_repetition_tree *t,
                                            const struct ordo_algorithms *a,
                                            const struct ordo_algorithm_options *options,
                                            struct ordo_error *error) {
    struct ordo_text text = {0};
    struct table table = {.text = &text,
                          .words = {p, t, a, NULL, options->ascii},
                          .color = options->color,
                          .digits = digits_of(a->n)};
    ordo_repetition_filter_init(&table.filter, t, options->min_share);
    if (options->min_share < 0) hide_idle(&table);
    add_all(&table);
    ordo_repetition_filter_done(&table.filter);
    ordo_tree_warnings_add(&text, p, t);
    ordo_wrapped_text_fit(&text, options->width);
    return ordo_stream_write(out, &text, "the list of algorithms", error);
}
