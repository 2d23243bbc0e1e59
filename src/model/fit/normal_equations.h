/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * normal_equations.h: least squares from products, for steps of an iteration that least_squares.h
 * finishes.
 *
 * Products square the condition number of the matrix. A matrix for which that loses too much
 * precision is rejected.
 *
 * Shapes:  product[i][j] of columns i and j, symmetric; target[i] of column i and y; p columns
 * Errors:  false if columns are nearly dependent; coef is then undefined
 * Threads: pure, reentrant
 * Cost:    O(p^3)
 * Source:  Golub and Van Loan, Matrix Computations, 3rd ed., 4.2.4 (Cholesky), on unit columns
 */
#ifndef ORDO_NORMAL_EQUATIONS_H
#define ORDO_NORMAL_EQUATIONS_H

#include <stdbool.h>

#define ORDO_NORMAL_COLUMNS 4

struct ordo_normal_equations {
    double product[ORDO_NORMAL_COLUMNS][ORDO_NORMAL_COLUMNS], target[ORDO_NORMAL_COLUMNS];
};

bool ordo_normal_equations_solve(const struct ordo_normal_equations *e, unsigned p, double *coef);

#endif
