/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * one_size.h: how well the cost of a call can be known from one size, whatever the curve.
 *
 * Shapes:  n sizes and costs above 0, in any order
 * Threads: pure, reentrant
 * Cost:    O(n log n)
 */
#ifndef ORDO_ONE_SIZE_H
#define ORDO_ONE_SIZE_H

#include <stddef.h>

/* Returns the root of the mean squared error of ln cost, of calls that were left out of the fit:
 * the less of that of a straight line through the next calls in log-log space, and that of the best
 * cost function. An error above 1 counts as 1. */
double ordo_one_size_error(const double *size, const double *cost, size_t n);

#endif
