/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * largest_sizes.h: do the largest sizes say what a curve says of them?
 *
 * A curve is fitted to all sizes, and of real programs the small ones are many, and follow more
 * laws than one. What grows when inputs grow is told by the largest alone.
 *
 * Threads: pure, reentrant           Cost: O(n), no memory
 */
#ifndef ORDO_LARGEST_SIZES_H
#define ORDO_LARGEST_SIZES_H

#include "model/fit/curve.h"
#include "model/fit/sample.h"

#include <stdbool.h>
#include <stddef.h>

/* Is the cost at a quarter or more of the sizes in the upper half decade more than four times what
 * the curve says there, or less than a quarter? `o`: the n observations that the sample was made
 * of. What it dropped as outliers, or what weighs little because it lies far off, may be all that
 * there is of the sizes that matter most; and costs are counted, not timed: nothing strays but for
 * a reason. */
bool ordo_largest_contradict(const struct ordo_curve *c, const struct ordo_sample *s,
                             const struct ordo_observation *o, size_t n);

/* Of the sizes in the upper half decade, or else the three largest: does the cost grow faster than
 * they do, by two standard errors of a straight line in logarithms? The cost is without what the
 * curve has of terms that hardly grow, up to the square root: beside a constant it may be little.
 * What only small sizes do, and a jump from them to large ones, any power meets. */
bool ordo_largest_outgrow(const struct ordo_curve *c, const struct ordo_sample *s);

/* The first of the bins above a third (half a decade) of the way from the smallest size to the
 * largest, or of the last four. */
size_t ordo_largest_from(const struct ordo_sample *s);

/* Does the cost bend upwards in those bins, by the interval of 95 % of a parabola's? Many sizes are
 * the sum of what all calls have (the fields of a struct, a table) and of what grows: then cost is
 * a straight line that begins above 0, which any power meets over less than a decade. */
bool ordo_largest_bend(const struct ordo_curve *c, const struct ordo_sample *s);

#endif
