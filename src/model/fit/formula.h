/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * formula.h: writes a model as text: "0.25 n^2 + 3.1 n log2 n", ASCII, largest term first.
 *
 * Memory:  writes at most `size` bytes at out, NUL included; empty for "none"
 * Threads: pure, reentrant
 */
#ifndef ORDO_FORMULA_H
#define ORDO_FORMULA_H

#include "model/fit/model.h"

#define ORDO_FORMULA_BYTES 192

/* Writes the formula. `variable` is the name of the size, "n". */
void ordo_formula_write(char *out, size_t size, const struct ordo_model *m, const char *variable);

/* Writes a formula for a cell of a table: at most two terms, with three digits each. */
void ordo_formula_write_short(char *out, size_t size, const struct ordo_model *m,
                              const char *variable);

/* Writes one term without its coefficient: "n log2 n"; "" for a constant. */
void ordo_formula_term(char *out, size_t size, const struct ordo_model *m,
                       const struct ordo_model_term *t, const char *variable);

/* Return the code of a warning ("few-sizes", ...), and what the reader should do about it. */
const char *ordo_model_warning_code(enum ordo_model_warning w);
const char *ordo_model_warning_remedy(enum ordo_model_warning w);

#endif
