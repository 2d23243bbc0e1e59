/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_points.h: sums over all recorded executions of a gated scope: its own samples, and
 * executions within samples of other scopes. The sums are exact.
 *
 * Units:   sizes in cells (recursions: depth), costs in steps; sums may be rounded
 * Threads: pure, reentrant
 */
#ifndef ORDO_RECORDED_POINTS_H
#define ORDO_RECORDED_POINTS_H

#include "profile/profile.h"

struct ordo_recorded_points {
    double executions, size, cost; /* all 0: the scope has no points */
};

/* Returns the sums of a loop, or of the outermost activations of a routine that enters a
 * recursion. */
struct ordo_recorded_points ordo_recorded_points_of(const struct ordo_profile *p, uint32_t scope);

#endif
