/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/series_facts.h"

#include <math.h>

/* Share of the cost at each end of the sizes that shows nothing; the least ratio of the others; and
 * the greatest ratio of two neighbours, or of sizes that are compared. */
#define LITTLE 0.01
#define APART 2.0
#define FAR 10.0
#define MUCH 2.0 /* greatest cost over mean cost */

bool ordo_series_has_various_sizes(const struct ordo_profile *p, const struct ordo_series *s) {
    const struct ordo_point *point = p->points + s->points.first;
    uint64_t n = s->points.n, first = 0, last = n;
    double whole = 0, below = 0, above = 0;
    for (uint64_t i = 0; i < n; i++) whole += (double)point[i].sum;
    while (first + 1 < n && below + (double)point[first].sum <= LITTLE * whole)
        below += (double)point[first++].sum;
    while (last > first + 1 && above + (double)point[last - 1].sum <= LITTLE * whole)
        above += (double)point[--last].sum;
    for (uint64_t i = first + 1; i < last; i++)
        if ((double)point[i].n > FAR * fmax((double)point[i - 1].n, 1)) return false;
    return n && (double)point[last - 1].n >= APART * (double)point[first].n;
}

bool ordo_series_costs_differ(const struct ordo_profile *p, const struct ordo_series *s) {
    const struct ordo_point *point = p->points + s->points.first;
    uint64_t n = s->points.n, large = 0, differ = 0;
    for (uint64_t i = 0; i < n; i++) {
        if ((double)point[i].n * FAR < (double)point[n - 1].n) continue;
        large++;
        differ += (double)point[i].max * (double)point[i].count >= MUCH * (double)point[i].sum;
    }
    return 2 * differ > large;
}
