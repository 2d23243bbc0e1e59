/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_set.h: arithmetic on points.
 *
 * Counters saturate at 2^64 - 1, so that addition stays associative and commutative; sums of
 * squares saturate at 2^128 - 1.
 *
 * Threads: pure
 */
#ifndef ORDO_POINT_SET_H
#define ORDO_POINT_SET_H

#include "profile/profile.h"

static inline uint64_t ordo_count_add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Adds b's activations to a; a->n is unchanged. Both must have activations. */
void ordo_point_add(struct ordo_point *a, const struct ordo_point *b);

/* Sorts points by n and joins those of equal n, after moving each to its bucket if `bucketed`.
 * Returns how many remain. */
size_t ordo_point_set_tidy(struct ordo_point *points, size_t n, bool bucketed);

#endif
