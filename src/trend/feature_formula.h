/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * feature_formula.h: computes a feature from others: "lines*words", "sqrt(n) + 3", "n*log2(n)".
 *
 * A formula has numbers, names of features, + - * / ^ (a power, from right to left), parentheses,
 * and the functions sqrt, log (natural), log2 and log10.
 *
 * Errors:  ORDO_BAD_INPUT: the text is no formula, or names something that is not a feature. The
 *          message does not have the text
 * Threads: pure, reentrant
 */
#ifndef ORDO_FEATURE_FORMULA_H
#define ORDO_FEATURE_FORMULA_H

#include "base/status.h"

#include <stddef.h>

/* Sets *value. It is not finite if the formula has no value there, such as 1/0. */
enum ordo_status ordo_feature_formula_value(const char *formula, const char *const *names,
                                            const double *values, size_t n_names, double *value,
                                            struct ordo_error *error);

#endif
