/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_points.h: what the points of a gate's scope say of all its recorded executions together:
 * samples of its own, and executions within samples of other scopes. All of it is exact.
 *
 * Units:   sizes in cells (recursions: depth), costs in steps; sums may be rounded
 * Threads: pure, reentrant
 */
#ifndef ORDO_RECORDED_POINTS_H
#define ORDO_RECORDED_POINTS_H

#include "profile/profile.h"

struct ordo_recorded_points {
    double executions, size, cost; /* sums; all 0: the scope has no points */
};

/* Of a loop, or of a routine that enters a recursion: its outermost activations. */
struct ordo_recorded_points ordo_recorded_points_of(const struct ordo_profile *p, uint32_t scope);

#endif
