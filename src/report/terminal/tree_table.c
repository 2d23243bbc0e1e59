/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_table.c: the tree itself, which can be of any depth, is the last column.
 */
#include "report/terminal/tree_table.h"

#include "base/numerals.h"
#include "base/stream.h"
#include "base/text.h"
#include "report/terminal/columns.h"
#include "report/terminal/wrapped_text.h"
#include "report/words/repetition_name.h"
#include "report/words/tree_warnings.h"

#include <stdlib.h>
#include <string.h>

enum column { INVOCATIONS, STEPS, LEAST, MEAN, GREATEST, REPETITION, N_COLUMNS };
static const char *const titles[N_COLUMNS] = {"INVOCATIONS", "STEPS",    "LEAST",
                                              "MEAN",        "GREATEST", "REPETITION"};

static void add_exact(struct ordo_text *cell, uint64_t n) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(cell, ordo_numeral_exact(numeral, n));
}

static void fill_numbers(const struct ordo_repetition *r, struct ordo_text *row) {
    add_exact(&row[INVOCATIONS], r->invocations);
    if (r->kind == ORDO_REPETITION_ENTRY) return;
    add_exact(&row[STEPS], r->steps);
    if (r->invocations && r->steps % r->invocations == 0)
        add_exact(&row[MEAN], r->steps / r->invocations);
    else if (r->invocations)
        ordo_text_print(&row[MEAN], "%.2f", (double)r->steps / (double)r->invocations);
    else
        ordo_text_add(&row[MEAN], "-");
    if (r->has_range) {
        add_exact(&row[LEAST], r->least);
        add_exact(&row[GREATEST], r->greatest);
    } else {
        ordo_text_add(&row[LEAST], "-");
        ordo_text_add(&row[GREATEST], "-");
    }
}

enum { LEAST_NAME = 16 }; /* columns that cutting leaves */

/* Leaves out columns whose numbers others imply until the lines fit, then cuts names. */
static void fit(struct ordo_columns *c, unsigned width) {
    static const int expendable[] = {LEAST, GREATEST, MEAN};
    for (size_t k = 0; k < 3 && width && ordo_columns_total(c) > width; k++)
        c->hidden[expendable[k]] = true;
    size_t total = ordo_columns_total(c), *name = &c->width[REPETITION];
    size_t spare = *name > LEAST_NAME ? *name - LEAST_NAME : 0;
    if (width && total > width) *name -= total - width < spare ? total - width : spare;
}

static void add_all(struct ordo_text *text, const struct ordo_profile *p,
                    const struct ordo_repetition_tree *t, const bool *shown, unsigned width,
                    bool ascii) {
    struct ordo_columns columns = {.n = N_COLUMNS};
    for (int c = 0; c < REPETITION; c++) columns.flags[c] = ORDO_COLUMN_RIGHT;
    columns.flags[REPETITION] = ORDO_COLUMN_CUT_LEFT;
    columns.ascii = ascii;
    ordo_columns_titles(&columns, titles);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (!shown[i]) continue;
        struct ordo_text *row = ordo_columns_row(&columns);
        fill_numbers(&t->nodes[i], row);
        ordo_text_print(&row[REPETITION], "%*s", (int)(2 * t->nodes[i].depth), "");
        ordo_repetition_name_add(&row[REPETITION], p, t, i);
    }
    ordo_columns_measure(&columns);
    fit(&columns, width);
    for (size_t i = 0; i < columns.n_rows; i++) {
        ordo_columns_write(&columns, i, NULL, text);
        ordo_text_add(text, "\n");
    }
    ordo_columns_done(&columns);
}

enum ordo_status ordo_tree_table_write(FILE *out, const struct ordo_profile *p,
                                       const struct ordo_repetition_tree *t, double min_share,
                                       unsigned width, bool ascii, struct ordo_error *error) {
    struct ordo_text text = {0};
    struct ordo_repetition_filter filter;
    ordo_repetition_filter_init(&filter, t, min_share);
    if (t->n_nodes)
        add_all(&text, p, t, filter.shown, width, ascii);
    else
        ordo_text_add(&text, "No loops or recursions were recorded.\n");
    ordo_repetition_filter_say(&text, &filter, t);
    ordo_repetition_filter_done(&filter);
    ordo_tree_warnings_add(&text, p, t);
    ordo_wrapped_text_fit(&text, width);
    return ordo_stream_write(out, &text, "the tree", error);
}
