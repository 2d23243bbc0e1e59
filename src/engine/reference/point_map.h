/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_map.h: the points of one series, as a map from size to tally, sorted by size.
 *
 * Shapes:  points[count], strictly increasing n; {0} is the empty map
 * Units:   n in the series' size metric, costs in blocks
 * Memory:  ref_memory
 * Threads: with the engine's lock only
 */
#ifndef ORDO_POINT_MAP_H
#define ORDO_POINT_MAP_H

#include "abi/raw.h"
#include <stddef.h>

struct point_map {
    struct ordo_raw_point *points;
    size_t count, capacity;
};

/* Adds an activation of size n. */
void oref_point_map_tally(struct point_map *map, uint64_t n, uint64_t cost, uint64_t self);

void oref_point_map_done(struct point_map *map);

#endif
