/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * columns.c: pads every cell to its column's width, except in the last column if that is aligned to
 * the left.
 */
#include "report/terminal/columns.h"

#include "base/vector.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

struct ordo_text *ordo_columns_row(struct ordo_columns *c) {
    size_t first = c->n_rows++ * c->n;
    c->cells = ordo_vector_reserve(c->cells, &c->capacity, first + c->n, sizeof *c->cells);
    memset(c->cells + first, 0, c->n * sizeof *c->cells);
    return c->cells + first;
}

void ordo_columns_titles(struct ordo_columns *c, const char *const *titles) {
    struct ordo_text *row = ordo_columns_row(c);
    for (size_t i = 0; i < c->n; i++) ordo_text_add(&row[i], titles[i]);
}

void ordo_columns_measure(struct ordo_columns *c) {
    for (size_t k = 0; k < c->n_rows * c->n; k++) {
        size_t width = c->cells[k].bytes ? ordo_spoken_columns(c->cells[k].bytes) : 0;
        if (width > c->width[k % c->n]) c->width[k % c->n] = width;
    }
}

size_t ordo_columns_total(const struct ordo_columns *c) {
    size_t total = 0;
    for (size_t i = 0; i < c->n; i++)
        if (!c->hidden[i]) total += c->width[i] + 2;
    return total ? total - 2 : 0;
}

static void pad(struct ordo_text *out, size_t n) {
    while (n-- > 0) ordo_text_add(out, " ");
}

static void write_cell(const struct ordo_columns *c, size_t column, const char *s,
                       struct ordo_text *out) {
    size_t width = c->width[column], mark = c->ascii && width > 3 ? 3 : 1;
    size_t n = ordo_spoken_columns(s), blanks = n < width ? width - n : 0;
    const char *ellipsis = !c->ascii ? "\xe2\x80\xa6" : mark == 3 ? "..." : ".";
    bool cut_left = n > width && c->flags[column] & ORDO_COLUMN_CUT_LEFT;
    size_t keep = n > width ? width - mark : n, skip = cut_left ? n - keep : 0, at = 0;
    if (c->flags[column] & ORDO_COLUMN_RIGHT) pad(out, blanks);
    if (cut_left) ordo_text_add(out, ellipsis);
    for (; *s; s++) {
        at += ((unsigned char)*s & 0xc0) != 0x80;
        if (at > skip && at <= skip + keep) ordo_text_add_bytes(out, s, 1);
    }
    if (n > width && !cut_left) ordo_text_add(out, ellipsis);
    if (!(c->flags[column] & ORDO_COLUMN_RIGHT) && column + 1 < c->n) pad(out, blanks);
}

void ordo_columns_write(const struct ordo_columns *c, size_t row, const char *const *codes,
                        struct ordo_text *out) {
    bool first = true;
    for (size_t i = 0; i < c->n; i++) {
        const char *cell = c->cells[row * c->n + i].bytes, *code = codes ? codes[i] : NULL;
        if (c->hidden[i]) continue;
        if (!first) ordo_text_add(out, "  ");
        first = false;
        if (code) ordo_text_add(out, code);
        write_cell(c, i, cell ? cell : "", out);
        if (code) ordo_text_add(out, "\033[0m");
    }
}

void ordo_columns_done(struct ordo_columns *c) {
    for (size_t k = 0; k < c->n_rows * c->n; k++) ordo_text_done(&c->cells[k]);
    free(c->cells);
}
