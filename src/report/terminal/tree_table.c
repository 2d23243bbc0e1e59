/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_table.c: fills all cells first, so that every column is as wide as its widest cell. The tree
 * itself, which can be of any depth, is the last column.
 */
#include "report/terminal/tree_table.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/text.h"
#include "report/words/repetition_name.h"
#include "report/words/tree_warnings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum column { INVOCATIONS, STEPS, LEAST, MEAN, GREATEST, N_NUMBERS };
static const char *const titles[N_NUMBERS] = {"INVOCATIONS", "STEPS", "LEAST", "MEAN", "GREATEST"};

struct row {
    char cells[N_NUMBERS][ORDO_NUMERAL_BYTES];
};

static void fill_mean(char *cell, const struct ordo_repetition *r) {
    if (r->invocations && r->steps % r->invocations == 0)
        ordo_numeral_exact(cell, r->steps / r->invocations);
    else if (r->invocations)
        snprintf(cell, ORDO_NUMERAL_BYTES, "%.2f", (double)r->steps / (double)r->invocations);
    else
        strcpy(cell, "-");
}

static void fill_row(const struct ordo_repetition *r, struct row *row) {
    memset(row, 0, sizeof *row);
    ordo_numeral_exact(row->cells[INVOCATIONS], r->invocations);
    if (r->kind == ORDO_REPETITION_ENTRY) return;
    ordo_numeral_exact(row->cells[STEPS], r->steps);
    fill_mean(row->cells[MEAN], r);
    strcpy(row->cells[LEAST], "-");
    strcpy(row->cells[GREATEST], "-");
    if (!r->has_range) return;
    ordo_numeral_exact(row->cells[LEAST], r->least);
    ordo_numeral_exact(row->cells[GREATEST], r->greatest);
}

static void add_all(struct ordo_text *text, const struct ordo_profile *p,
                    const struct ordo_repetition_tree *t, const struct row *rows,
                    const bool *shown) {
    size_t width[N_NUMBERS];
    for (int c = 0; c < N_NUMBERS; c++) {
        width[c] = strlen(titles[c]);
        for (uint32_t i = 0; i < t->n_nodes; i++)
            if (shown[i] && strlen(rows[i].cells[c]) > width[c])
                width[c] = strlen(rows[i].cells[c]);
    }
    for (int c = 0; c < N_NUMBERS; c++)
        ordo_text_print(text, "%*s%s", (int)width[c], titles[c], c + 1 < N_NUMBERS ? "  " : "");
    ordo_text_add(text, "  REPETITION\n");
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (!shown[i]) continue;
        for (int c = 0; c < N_NUMBERS; c++)
            ordo_text_print(text, "%*s%s", (int)width[c], rows[i].cells[c],
                            c + 1 < N_NUMBERS ? "  " : "");
        ordo_text_print(text, "  %*s", (int)(2 * t->nodes[i].depth), "");
        ordo_repetition_name_add(text, p, t, i);
        ordo_text_add(text, "\n");
    }
}

enum ordo_status ordo_tree_table_write(FILE *out, const struct ordo_profile *p,
                                       const struct ordo_repetition_tree *t, double min_share,
                                       struct ordo_error *error) {
    struct ordo_text text = {0};
    struct ordo_repetition_filter filter;
    ordo_repetition_filter_init(&filter, t, min_share);
    struct row *rows = ordo_memory_new((size_t)t->n_nodes + 1, sizeof *rows);
    for (uint32_t i = 0; i < t->n_nodes; i++) fill_row(&t->nodes[i], &rows[i]);
    if (t->n_nodes)
        add_all(&text, p, t, rows, filter.shown);
    else
        ordo_text_add(&text, "No loops or recursions were recorded.\n");
    ordo_repetition_filter_say(&text, &filter, t);
    ordo_repetition_filter_done(&filter);
    ordo_tree_warnings_add(&text, p, t);
    free(rows);
    enum ordo_status status = ORDO_OK;
    if (fputs(text.bytes, out) < 0 || fflush(out) != 0)
        status = ordo_error_set(error, ORDO_ENVIRONMENT, "the tree cannot be written: %s",
                                strerror(errno));
    ordo_text_done(&text);
    return status;
}
