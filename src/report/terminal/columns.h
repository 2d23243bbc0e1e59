/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * columns.h: rows of cells, two blanks apart, each column as wide as its widest cell.
 *
 * Fill all rows, measure, narrow or hide columns, then write the rows.
 *
 * Units:   widths are columns of the terminal (ordo_spoken_columns)
 * Memory:  the structure is the caller's, with `n`, `flags` and `ascii` set and the rest zero;
 *          ordo_columns_done frees the cells
 * Threads: one thread at a time
 */
#ifndef ORDO_COLUMNS_H
#define ORDO_COLUMNS_H

#include "base/text.h"

#include <stdbool.h>

#define ORDO_COLUMNS_MOST 16

enum ordo_column_flag {
    ORDO_COLUMN_RIGHT = 1,    /* aligned to the right; else to the left */
    ORDO_COLUMN_CUT_LEFT = 2, /* a cell that is too wide loses its beginning; else its end */
};

struct ordo_columns {
    size_t n; /* at most ORDO_COLUMNS_MOST */
    unsigned flags[ORDO_COLUMNS_MOST];
    bool ascii; /* an ellipsis is "..." */
    bool hidden[ORDO_COLUMNS_MOST];
    size_t width[ORDO_COLUMNS_MOST];
    struct ordo_text *cells;
    size_t n_rows, capacity;
};

/* Adds a row and returns its n empty cells, which are valid until the next row is added. */
struct ordo_text *ordo_columns_row(struct ordo_columns *c);

/* Adds a row with the given texts. */
void ordo_columns_titles(struct ordo_columns *c, const char *const *titles);

/* Sets the widths. */
void ordo_columns_measure(struct ordo_columns *c);

/* Returns the width of a row. */
size_t ordo_columns_total(const struct ordo_columns *c);

/* Appends the row without a line end. codes[i]: an escape sequence for column i, or NULL; `codes`
 * may be NULL. */
void ordo_columns_write(const struct ordo_columns *c, size_t row, const char *const *codes,
                        struct ordo_text *out);

void ordo_columns_done(struct ordo_columns *c);

#endif
