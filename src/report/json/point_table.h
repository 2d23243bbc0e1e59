/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_table.h: series of points as a table of text, line by line.
 *
 * Columns are separated by blanks, tabs, commas or semicolons. Without a line of names, the columns
 * are n and cost, or n, count, min, max, sum and sumsq. With one, columns of these names are found
 * by their names; if there are only two columns with other names, they are n and cost. Columns
 * without a name, such as row numbers, are not read. All others are labels: a row with other labels
 * begins a new series. So `ordo export --format csv` is such a
 * table. Lines that begin with # are comments.
 *
 * Errors:  ORDO_BAD_INPUT: what is wrong with the line
 * Memory:  the structure is the caller's, zeroed; ordo_point_table_done frees its contents
 * Threads: reentrant
 */
#ifndef ORDO_POINT_TABLE_H
#define ORDO_POINT_TABLE_H

#include "report/json/fit_line.h"

enum ordo_point_column {
    ORDO_POINT_N,
    ORDO_POINT_COST,
    ORDO_POINT_COUNT,
    ORDO_POINT_MIN,
    ORDO_POINT_MAX,
    ORDO_POINT_SUM,
    ORDO_POINT_SUMSQ,
    ORDO_POINT_COLUMNS
};

#define ORDO_POINT_TABLE_WIDEST 64 /* columns */

struct ordo_point_table {
    char separator; /* 0: no line was read */
    size_t n_columns;
    int meaning[ORDO_POINT_TABLE_WIDEST]; /* of each column: ordo_point_column, or -1: a label */
    char *names[ORDO_POINT_TABLE_WIDEST]; /* of labels */
    struct ordo_fit_line series;          /* so far; its id has the labels */
    size_t capacity;
};

/* Returns whether a text that begins with this line is a table, and not JSON. */
bool ordo_point_table_is(const char *line);

/* Reads a line, which is changed. If it begins a new series, *ended becomes the one before and
 * belongs to the caller; else ended->points is NULL. */
enum ordo_status ordo_point_table_add(struct ordo_point_table *t, char *line, size_t n,
                                      struct ordo_fit_line *ended, struct ordo_error *error);

void ordo_point_table_done(struct ordo_point_table *t);

#endif
