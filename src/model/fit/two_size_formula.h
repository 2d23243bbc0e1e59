/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_size_formula.h: functions of two sizes as text.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_TWO_SIZE_FORMULA_H
#define ORDO_TWO_SIZE_FORMULA_H

#include "model/fit/two_sizes.h"

#include <stddef.h>

#define ORDO_TWO_SIZE_CLASS_BYTES 64
#define ORDO_TWO_SIZE_FORMULA_BYTES 256

/* Writes the class: "n*m", "m log n", "n + m"; with `dot`, "n·m" in UTF-8. */
void ordo_two_size_class_write(char *out, size_t size, const struct ordo_two_sizes *t, bool dot);

/* Writes the sum: "4 n*m + 3 n + 2". At most `most` terms, the leading ones first and then the
 * greatest at the largest sizes. */
void ordo_two_size_formula_write(char *out, size_t size, const struct ordo_two_sizes *t, bool dot,
                                 unsigned most, int digits);

#endif
