/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * acceptance.h: which answers the points of a case allow.
 *
 * The rule stands for a careful statistician who knows how large the noise is, trusts no cost to
 * better than 1 % within a 24th of the range of log n, and considers curves of few terms.
 *
 * A class is *possible* if a sum of at most three terms that it leads is as close to the costs as
 * the truth: the deviance is at most 9 more, which noise alone reaches in three of a thousand
 * cases. It leads if its term has a fifth of the cost at the largest size. A third term costs 3,
 * about the logarithm of the number of bins, as fewer terms are to be preferred. (A constant may be
 * negative, because a size also counts the cells that every call reads.) Then:
 *
 * - The true class is right.
 * - A possible class of the same degree is right: n for n log n where the logarithm is not seen.
 * - A possible class of a lower degree is right: the growth beyond it does not show. A higher one
 *   is not right, since nobody can know it; a careful answer is the lower one or none.
 * - "none" is right if a class of another degree is possible, with all sizes or without the largest
 *   one (an answer that rests on one size is not certain); if the true class's own term is less
 *   than a quarter of the cost at the largest size; if there are fewer than six sizes, or they span
 *   less than a factor of three (exponentials: the cost spans less than that); or if the class is
 *   an exponential, and a power of n above 3 is as close.
 */
#ifndef BENCH_MODELS_ACCEPTANCE_H
#define BENCH_MODELS_ACCEPTANCE_H

#include "model/fit/growth.h"

#include <stddef.h>

struct evidence {
    size_t n;
    const double *size; /* ascending */
    const double *cost; /* true means, or the means of the calls seen */
    const double *sd;   /* relative standard deviation of each mean */
    double lead;        /* share of the true leading term at the largest size; NaN: not known */
    double shared;      /* relative deviation that sizes within half an octave share: stairs */
};

/* Returns the set of CLASS_BITs to accept. With `seen`, costs are means of calls: whatever the
 * curves of the true class leave of them is noise. */
unsigned accepted_classes(const struct evidence *e, enum ordo_growth truth, bool seen);

/* Returns the deviance of the best sum that the class leads. */
double class_deviance(const struct evidence *e, enum ordo_growth class);

#endif
