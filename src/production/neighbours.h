/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * neighbours.h: compares how much consecutive executions share with how much distant ones do, to
 * find whether samples are draws of the same cells or move on.
 *
 * Shapes:  s[n] as in estimate.h
 * Units:   cells: tracked cells times 2^level
 * Threads: pure, reentrant; no allocation
 * Cost:    O(n)
 */
#ifndef ORDO_NEIGHBOURS_H
#define ORDO_NEIGHBOURS_H

#include "production/estimate.h"

enum ordo_neighbours_verdict {
    ORDO_NEIGHBOURS_FEW,         /* fewer than 3 pairs: not enough data */
    ORDO_NEIGHBOURS_DRAWS,       /* as different from the next execution as from distant ones */
    ORDO_NEIGHBOURS_MOVING,      /* closer to the next one: the cells change with the executions */
    ORDO_NEIGHBOURS_ALTERNATING, /* closer to distant ones: the cells alternate */
};

struct ordo_neighbours {
    enum ordo_neighbours_verdict verdict;
    size_t pairs;                    /* second samples */
    size_t distant;                  /* samples that are compared with a distant one */
    double near;                     /* cells that only one of two neighbours has, over all pairs */
    double apart;                    /* the same for distant samples */
    double distant_missing;          /* cells of these that the sample before them lacked */
    double distant_new;              /* cells of these that no sample had before */
    double recent_cells, recent_new; /* of the latest quarter of the distant samples, at most 16 */
    size_t recent;
    double dispersion; /* variance over mean of new tracked cells per sample; at least 1 */
};

struct ordo_neighbours ordo_neighbours_of(const struct ordo_execution_sample *s, size_t n);

/* Computes the number of cells that s, the sample after `before`, was the first to read. Returns
 * false if the two are not neighbours in the whole series or were tracked at different levels. */
bool ordo_neighbours_new(const struct ordo_execution_sample *before,
                         const struct ordo_execution_sample *s, double *cells);

#endif
