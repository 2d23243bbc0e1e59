/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unknown_costs.h: names the recursions of a production profile of which neither counts nor samples
 * say what they cost.
 *
 * Shapes:  texts may have line breaks, but do not end with one; commands are between backticks
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_UNKNOWN_COSTS_H
#define ORDO_UNKNOWN_COSTS_H

#include "analysis/analysis.h"
#include "base/text.h"

/* Names the recursions, and says what that means for the run's cost; adds nothing if there are
 * none. */
void ordo_unknown_costs_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii);

#endif
