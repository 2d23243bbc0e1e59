/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * largest_sizes.h: checks whether the largest sizes agree with a curve.
 *
 * A curve is fitted to all sizes. In real programs, small sizes are many and behave in several
 * ways. Only the largest sizes show what grows when inputs grow.
 *
 * Threads: pure, reentrant
 * Cost:    O(n), no memory
 */
#ifndef ORDO_LARGEST_SIZES_H
#define ORDO_LARGEST_SIZES_H

#include "model/fit/curve.h"
#include "model/fit/fit_data.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns whether, at a quarter or more of the sizes in the upper half decade, the cost is more
 * than four times or less than a quarter of the curve's value. `o` are the n observations that the
 * sample was made from. Some of them were dropped as outliers or have little weight because they
 * are distant, but they may be the only ones of the sizes that matter most. Costs are counted, not
 * timed, so a deviation always has a cause. */
bool ordo_largest_contradict(const struct ordo_curve *c, const struct ordo_fit_data *s,
                             const struct ordo_observation *o, size_t n);

/* Returns how the ratio of cost to curve changes in the upper half decade, or at the three largest
 * sizes: the slope of its logarithm, and half the slope's 95 % interval, which is infinite if there
 * are too few sizes. A drift below 0 means that cost rises less steeply there than the curve.
 * `doubt`: two standard errors of the slope, or what noise makes of them if that is more. Of three
 * sizes Student's t says next to nothing, although costs are counts. */
#define ORDO_MOST_DRIFT 0.07 /* a slope of the ratio this much beyond its leeway is one */
struct ordo_drift {
    double slope, leeway, doubt;
};
struct ordo_drift ordo_largest_drift(const struct ordo_curve *c, const struct ordo_fit_data *s);

/* Returns the index of the first bin above a third (half a decade) of the way from the smallest
 * size to the largest. At least the last four bins are included. */
size_t ordo_largest_from(const struct ordo_fit_data *s);

/* Returns whether cost bends upwards in those bins, by the 95 % interval of a parabola's bend.
 * Many sizes are the sum of what every call reads (the fields of a struct, a table) and of a part
 * that grows. Cost is then a straight line that begins above 0, and over less than a decade any
 * power fits it. */
bool ordo_largest_bend(const struct ordo_curve *c, const struct ordo_fit_data *s);

#endif
