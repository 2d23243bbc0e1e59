/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exponential.h: what the sizes must show before a cost is called exponential.
 *
 * Of all claims this one alarms the most, is rarest in real code, and meets any few points that
 * rise steeply. The labelled exponentials and some 60 scopes of test suites that no size explains
 * (Expat, nginx, Mbed TLS, GSL) differ in how closely the costs keep to the curve.
 *
 * Threads: pure, reentrant           Cost: O(s->n), no memory
 */
#ifndef ORDO_EXPONENTIAL_H
#define ORDO_EXPONENTIAL_H

#include "model/fit/curve.h"
#include "model/fit/sample.h"

#include <stdbool.h>

/* Do the sizes show the growth that the curve claims? An element more multiplies the cost by more
 * than next to nothing. The growth is a good part of the cost at several sizes, over more than the
 * last few side by side, multiplies the cost several times, and no single step between two sizes is
 * most of it: one far point is met by any power as well. And most costs lie near the curve, noise
 * of calls aside: nearer by far than an element more or less would put them. */
bool ordo_exponential_shows(const struct ordo_curve *c, const struct ordo_sample *s);

/* Half of the interval of 95 % of what an element more adds to the logarithm of the growth, by the
 * sizes that show it alone: of fifteen sizes that hardly differ but for the last three, three tell
 * the base. INFINITY when they are fewer than three. */
double ordo_exponential_leeway(const struct ordo_curve *c, const struct ordo_sample *s);

#endif
