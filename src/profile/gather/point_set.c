/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_set.c: sorts by size and joins neighbours in one pass.
 *
 * The lower end of a bucket is in that bucket, so bucketing twice equals bucketing once.
 */
#include "profile/gather/point_set.h"

#include "abi/raw.h"

#include <stdlib.h>

void ordo_point_add(struct ordo_point *a, const struct ordo_point *b) {
    a->count = ordo_count_add(a->count, b->count);
    a->sum_n = ordo_count_add(a->sum_n, b->sum_n);
    if (b->min < a->min) a->min = b->min;
    if (b->max > a->max) a->max = b->max;
    a->sum = ordo_count_add(a->sum, b->sum);
    a->self = ordo_count_add(a->self, b->self);
    unsigned __int128 x = (unsigned __int128)a->sumsq_high << 64 | a->sumsq_low;
    unsigned __int128 y = (unsigned __int128)b->sumsq_high << 64 | b->sumsq_low;
    x = x > ~(unsigned __int128)0 - y ? ~(unsigned __int128)0 : x + y;
    a->sumsq_low = (uint64_t)x;
    a->sumsq_high = (uint64_t)(x >> 64);
}

static int by_n(const void *a, const void *b) {
    uint64_t x = ((const struct ordo_point *)a)->n, y = ((const struct ordo_point *)b)->n;
    return (x > y) - (x < y);
}

size_t ordo_point_set_tidy(struct ordo_point *points, size_t n, bool bucketed) {
    bool sorted = true;
    for (size_t i = 0; i < n; i++) {
        if (bucketed) points[i].n = ordo_raw_bucket(points[i].n);
        if (i && points[i - 1].n > points[i].n) sorted = false;
    }
    if (!sorted) qsort(points, n, sizeof *points, by_n);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept && points[kept - 1].n == points[i].n)
            ordo_point_add(&points[kept - 1], &points[i]);
        else
            points[kept++] = points[i];
    }
    return kept;
}
