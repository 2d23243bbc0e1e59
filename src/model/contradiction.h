/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * contradiction.h: do the largest sizes follow the law that the others do?
 *
 * What is dropped as an outlier, or weighs little because it lies far off, may be all that there is
 * of the sizes that matter most. Costs are counted, not timed: nothing strays but for a reason.
 *
 * Threads: pure, reentrant           Cost: O(n), no memory
 */
#ifndef ORDO_CONTRADICTION_H
#define ORDO_CONTRADICTION_H

#include "model/curve.h"
#include "model/sample.h"

#include <stdbool.h>
#include <stddef.h>

/* Is the cost at a quarter or more of the sizes in the upper half decade more than four times what
 * the curve says there, or less than a quarter? `o`: the n observations that
 * the sample was made of, those that it dropped included. */
bool ordo_is_contradicted(const struct ordo_curve *c, const struct ordo_sample *s,
                          const struct ordo_observation *o, size_t n);

#endif
