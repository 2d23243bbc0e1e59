/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * least_growth.h: what three sizes show, which are too few for a class: how fast the cost grows at
 * least.
 *
 * The log-log slope of a sum of powers is at no size above its degree. So the slope between the two
 * larger sizes is a lower bound, unless it is still falling from an offset that all sizes have.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_LEAST_GROWTH_H
#define ORDO_LEAST_GROWTH_H

#include "model/fit/growth.h"

#include <stdbool.h>

struct ordo_fit_data;

/* How often such a bound is right, on algorithms and costs of all kinds (docs/models.md). */
#define ORDO_LEAST_GROWTH_PROBABILITY 0.94

/* Sets *class to n, n^1.5, n^2 or n^3. Returns false unless the sample has three sizes that span a
 * factor of four, and shows that much. */
bool ordo_least_growth(const struct ordo_fit_data *s, enum ordo_growth *class);

#endif
