/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cells.h: the cells of one line of a table of text: CSV, or columns that blanks separate.
 *
 * Threads: reentrant
 */
#ifndef ORDO_CELLS_H
#define ORDO_CELLS_H

#include <stdbool.h>
#include <stddef.h>

/* Removes the line end. Returns the length that is left. */
size_t ordo_cells_trim(char *line, size_t n);

/* Returns the separator of a table whose first line this is: a comma, a semicolon or a tab if one
 * of them occurs, in this order; else a blank. */
char ordo_cells_separator(const char *line);

/* Reads one cell and unquotes it in place; several blanks are one separator. Returns the rest of
 * the line, or NULL after the last cell. */
char *ordo_cells_next(char *rest, char separator, char **cell);

/* Reads a number that is all of the cell, except for blanks around it. Returns false if it is not
 * one, or not finite. */
bool ordo_cells_number(const char *cell, double *value);

#endif
