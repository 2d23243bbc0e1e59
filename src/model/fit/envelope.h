/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * envelope.h: selects the greatest costs that belong to the upper envelope, the worst case by
 * size.
 *
 * Shapes:  o[n], where mean is the greatest cost seen at n; reordered in place, kept ones first
 * Threads: pure, reentrant
 * Cost:    O(n log n)
 */
#ifndef ORDO_ENVELOPE_H
#define ORDO_ENVELOPE_H

#include "model/fit/fit_data.h"

/* Returns how many are kept: o[0 .. result), sorted by n. */
size_t ordo_envelope_find(struct ordo_observation *o, size_t n);

#endif
