/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_map.c: a sorted array with binary search. A new size moves the larger ones up.
 */
#include "point_map.h"

#include "ref_memory.h"
#include <string.h>

static struct ordo_raw_point *point_at(struct point_map *map, uint64_t n) {
    size_t low = 0, high = map->count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (map->points[mid].n < n)
            low = mid + 1;
        else
            high = mid;
    }
    if (low < map->count && map->points[low].n == n) return &map->points[low];
    map->points = oref_grow(map->points, map->count, &map->capacity, sizeof *map->points);
    memmove(map->points + low + 1, map->points + low, (map->count - low) * sizeof *map->points);
    map->count++;
    map->points[low] = (struct ordo_raw_point){.n = n, .min = UINT64_MAX};
    return &map->points[low];
}

void oref_point_map_tally(struct point_map *map, uint64_t n, uint64_t cost, uint64_t self) {
    struct ordo_raw_point *p = point_at(map, n);
    unsigned __int128 squares =
        ((unsigned __int128)p->sumsq_high << 64 | p->sumsq_low) + (unsigned __int128)cost * cost;
    p->count++;
    if (cost < p->min) p->min = cost;
    if (cost > p->max) p->max = cost;
    p->sum += cost;
    p->sumsq_low = (uint64_t)squares;
    p->sumsq_high = (uint64_t)(squares >> 64);
    p->self += self;
}

void oref_point_map_done(struct point_map *map) {
    oref_free(map->points, map->capacity * sizeof *map->points);
    *map = (struct point_map){0};
}
