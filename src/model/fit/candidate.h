/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * candidate.h: the candidate cost functions, which are sums of at most four columns, and the
 * conditions under which a fitted sum is plausible as growth.
 *
 * Columns are functions of u = n / n_max. Each logarithm is accompanied by its plain term (n log n
 * by n), so that the set of functions does not depend on the unit of n.
 */
#ifndef ORDO_CANDIDATE_H
#define ORDO_CANDIDATE_H

#include "model/fit/fit_data.h"
#include "model/fit/growth.h"

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

/* The lower terms that may accompany an exponential. */
extern const struct ordo_candidate ordo_exponentials[];
extern const size_t ordo_n_exponentials;

/* Returns whether a sum with these coefficients (of unit-free columns) is growth of its class from
 * the size where the columns are `bottom` up to the largest: its leading part is positive and
 * noticeable, the sum is positive, and subtractions are small. `whole`: that is the whole range. On
 * a part of the range only a line may have a negative term, because in other sums it only imitates
 * curvature. */
bool ordo_candidate_makes_sense(const struct ordo_candidate *c, const double *coef,
                                const double bottom[ORDO_TERMS], bool whole);

#endif
