/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * neighbours.h: how much consecutive executions share, against executions that lie apart: whether
 * samples are draws of the same cells, or move on.
 *
 * Shapes:  s[n] as in estimate.h
 * Units:   cells: tracked ones times 2^level
 * Threads: pure, reentrant; no allocation       Cost: O(n)
 */
#ifndef ORDO_NEIGHBOURS_H
#define ORDO_NEIGHBOURS_H

#include "production/estimate.h"

enum ordo_neighbours_verdict {
    ORDO_NEIGHBOURS_FEW,         /* fewer than 3 pairs: it cannot be told */
    ORDO_NEIGHBOURS_DRAWS,       /* as different from the next execution as from distant ones */
    ORDO_NEIGHBOURS_MOVING,      /* closer to the next one: the cells move on with the executions */
    ORDO_NEIGHBOURS_ALTERNATING, /* closer to distant ones: the cells come and go by turns */
};

struct ordo_neighbours {
    enum ordo_neighbours_verdict verdict;
    size_t pairs;                    /* second samples */
    size_t distant;                  /* samples compared with one that lies apart */
    double near;                     /* cells that only one of two neighbours has, of all pairs */
    double apart;                    /* likewise, of samples that lie apart */
    double distant_missing;          /* cells of these that the sample before had not */
    double distant_new;              /* that no sample before had */
    double recent_cells, recent_new; /* of the latest quarter of such samples, 16 at most */
    size_t recent;
    double
        dispersion; /* variance over mean of the tracked cells that samples find new; at least 1 */
};

struct ordo_neighbours ordo_neighbours_of(const struct ordo_execution_sample *s, size_t n);

/* Cells that s, the sample after `before` in its series, was the first to read; false when the two
 * are no neighbours in the whole series or were tracked at different levels. */
bool ordo_neighbours_new(const struct ordo_execution_sample *before,
                         const struct ordo_execution_sample *s, double *cells);

#endif
