/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exponential.h: what sizes must show before a cost is called exponential.
 *
 * This claim is the most alarming and the rarest in real code, and it fits any few steep points.
 * The labelled exponentials and some 60 scopes of test suites whose cost no size explains (Expat,
 * nginx, Mbed TLS, GSL) differ in how closely their costs follow the curve.
 *
 * Threads: pure, reentrant
 * Cost:    O(s->n), no memory
 */
#ifndef ORDO_EXPONENTIAL_H
#define ORDO_EXPONENTIAL_H

#include "model/fit/curve.h"
#include "model/fit/fit_data.h"

#include <stdbool.h>

/* Returns whether the sizes show the growth that the curve claims. There are four conditions. One
 * more element multiplies the cost noticeably. Growth is a good part of the cost at several sizes,
 * and over more than the last few adjacent ones. It multiplies the cost several times, and no
 * single step between two sizes makes most of it, because any power fits one distant point. Most
 * costs are near the curve, apart from noise of calls: much nearer than one element more or less
 * would put them. */
bool ordo_exponential_shows(const struct ordo_curve *c, const struct ordo_fit_data *s);

/* Returns half the 95 % interval of what one more element adds to the logarithm of the growth.
 * Only the sizes at which growth shows are used: if the first twelve of fifteen sizes hardly
 * differ, only three determine the base. Returns INFINITY if there are fewer than three. */
double ordo_exponential_leeway(const struct ordo_curve *c, const struct ordo_fit_data *s);

#endif
