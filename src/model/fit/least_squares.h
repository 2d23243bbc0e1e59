/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * least_squares.h: weighted linear least squares on a small dense design matrix.
 *
 * Shapes:  x[n*p] row-major, y[n], w[n] (>= 0) or NULL for ones; n >= p, 1 <= p <= ORDO_LS_COLUMNS
 * Units:   y in any unit; coef[k] in that unit per unit of column k
 * Errors:  false if columns are dependent to working precision, a value is not finite, or n < p;
 *          outputs are then undefined
 * Memory:  scratch[n*(p+1)] from the caller; writes coef[p] and, unless NULL, unscaled[p*p] and
 *          *rss
 * Threads: pure, reentrant
 * Cost:    O(n p^2)
 * Source:  Golub and Van Loan, Matrix Computations, 3rd ed., 5.2.8 (modified Gram-Schmidt) and
 *          5.3.5 (MGS applied to the augmented matrix). Columns are first scaled to unit length,
 *          and orthogonalised again if much of them cancelled (Giraud, Langou, 2002: "twice is
 *          enough").
 */
#ifndef ORDO_LEAST_SQUARES_H
#define ORDO_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#define ORDO_LS_COLUMNS 12

/* Minimises sum w (y - x coef)^2. `refine`: does one step of refinement, with residuals in long
 * double. `unscaled`: the inverse of x' w x; times the residual variance, it is the covariance of
 * coef. *rss: the minimum. */
bool ordo_least_squares_fit(const double *x, const double *y, const double *w, size_t n, size_t p,
                            bool refine, double *scratch, double *coef, double *unscaled,
                            double *rss);

#endif
