/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spread.h: quantiles of a mixture of normal distributions, which combines what several models
 * predict for one number.
 *
 * Threads: pure, reentrant
 * Cost:    O(n) per bisection step
 */
#ifndef ORDO_SPREAD_H
#define ORDO_SPREAD_H

#include <stddef.h>

struct ordo_spread {
    double weight, mean, deviation; /* weights need not sum to 1; deviation >= 0 */
};

/* Returns x such that the mixture is below x with probability q; 0 for an empty mixture. */
double ordo_spread_quantile(const struct ordo_spread *s, size_t n, double q);
double ordo_spread_mean(const struct ordo_spread *s, size_t n);

/* Returns the two-sided 95 % point of Student's t, divided by that of the normal distribution. */
double ordo_spread_student(double freedom);

#endif
