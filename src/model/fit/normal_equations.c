/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * normal_equations.c: solves L L' z = target by two substitutions.
 *
 * A pivot is the squared part of a unit column that the columns before it do not explain.
 */
#include "model/fit/normal_equations.h"

#include <math.h>

#define DEPENDENT 1e-10 /* a pivot with 6 digits left */

bool ordo_normal_equations_solve(const struct ordo_normal_equations *e, unsigned p, double *coef) {
    double l[ORDO_NORMAL_COLUMNS][ORDO_NORMAL_COLUMNS], z[ORDO_NORMAL_COLUMNS],
        inverse[ORDO_NORMAL_COLUMNS], scale[ORDO_NORMAL_COLUMNS];
    for (unsigned i = 0; i < p; i++) scale[i] = 1 / sqrt(e->product[i][i]);
    for (unsigned i = 0; i < p; i++) {
        z[i] = e->target[i] * scale[i];
        for (unsigned j = 0; j <= i; j++) {
            double v = e->product[i][j] * scale[i] * scale[j];
            for (unsigned k = 0; k < j; k++) v -= l[i][k] * l[j][k];
            if (i == j && !(v > DEPENDENT)) return false;
            l[i][j] = i == j ? sqrt(v) : v * inverse[j];
        }
        inverse[i] = 1 / l[i][i];
        for (unsigned k = 0; k < i; k++) z[i] -= l[i][k] * z[k];
        z[i] *= inverse[i];
    }
    for (unsigned i = p; i-- > 0;) {
        for (unsigned k = i + 1; k < p; k++) z[i] -= l[k][i] * z[k];
        z[i] *= inverse[i];
    }
    for (unsigned i = 0; i < p; i++) coef[i] = z[i] * scale[i];
    return true;
}
