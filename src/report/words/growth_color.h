/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_color.h: the colours of terminal output stand for growth: red for n^2 and above, yellow
 * between n log n and n^2. Costs and shares have none.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_GROWTH_COLOR_H
#define ORDO_GROWTH_COLOR_H

#include "analysis/analysis.h"

#define ORDO_COLOR_STEEP "\033[1;31m"
#define ORDO_COLOR_RISING "\033[1;33m"
#define ORDO_COLOR_PLAIN "\033[0m"

/* Returns the escape sequence of a class; NULL for n log n and below, and without a class. */
const char *ordo_growth_color(enum ordo_growth growth);

/* Returns that of a scope: the class of its best size, of its two sizes, or its steepest caller. */
const char *ordo_growth_color_of(const struct ordo_analysis *a, uint32_t scope);

#endif
