/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * candidate.h: the cost functions that are tried: sums of at most four columns, and which sums make
 * sense as growth.
 *
 * Columns are functions of u = n / n_max. Every logarithm comes with its plain companion (n log n
 * with n), so that the set of functions is the same whatever the unit of n.
 */
#ifndef ORDO_CANDIDATE_H
#define ORDO_CANDIDATE_H

#include "model/fit/growth.h"
#include "model/fit/sample.h"

#define ORDO_COLUMNS 4
#define ORDO_NO_TERM ORDO_TERMS

/* The shape of an exponential's leading column, scaled to 1 at u = 1. */
enum ordo_rise {
    ORDO_RISE_NONE,
    ORDO_RISE_POWER,     /* exp(rate (u - 1)) */
    ORDO_RISE_FACTORIAL, /* n! / n_max! */
};

struct ordo_candidate {
    enum ordo_growth growth;
    unsigned n_terms;                 /* without the exponential column */
    unsigned char term[ORDO_COLUMNS]; /* enum ordo_term; the leading one first */
    double log_prior;
};

extern const struct ordo_candidate ordo_candidates[];
extern const size_t ordo_n_candidates; /* polynomials and logarithms */

/* The terms that may stand below an exponential. */
extern const struct ordo_candidate ordo_exponentials[];
extern const size_t ordo_n_exponentials;

/* Is a sum with these coefficients (of unit-free columns) growth of its class over [u_min, 1]: its
 * leading part positive and noticeable, the sum positive, subtractions small? whole: [u_min, 1] is
 * the whole range; on a part of it only a line may have something subtracted, since in others it
 * only imitates curvature. */
bool ordo_candidate_makes_sense(const struct ordo_candidate *c, const double *coef, double u_min,
                                bool whole);

#endif
