/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * one_call.h: points of one activation each.
 */
#ifndef ONE_CALL_H
#define ONE_CALL_H

#include "profile/gather/gather.h"

/* Adds an activation of size n (cells) with cost `cost`, of which `self` is its own. */
static inline void one_call(struct ordo_gather *g, uint32_t series, uint64_t n, uint64_t cost,
                            uint64_t self) {
    unsigned __int128 square = (unsigned __int128)cost * cost;
    ordo_gather_point(g, series,
                      &(struct ordo_point){.n = n,
                                           .count = 1,
                                           .sum_n = n,
                                           .min = cost,
                                           .max = cost,
                                           .sum = cost,
                                           .sumsq_low = (uint64_t)square,
                                           .sumsq_high = (uint64_t)(square >> 64),
                                           .self = self});
}

#endif
