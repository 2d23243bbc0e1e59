/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * random_profile.h: profiles of imaginary programs, determined by a seed.
 *
 * All seeds use the same small set of scopes, so that merged profiles overlap: they share some
 * sizes, edges and objects. Some seeds have bucketed series.
 */
#ifndef RANDOM_PROFILE_H
#define RANDOM_PROFILE_H

#include "profile/profile.h"

struct random_numbers {
    uint64_t state;
};
uint64_t random_next(struct random_numbers *r);
uint64_t random_below(struct random_numbers *r, uint64_t n); /* n > 0 */

/* Returns a profile with cells of 8 bytes and engine "compiled". Never NULL. */
struct ordo_profile *random_profile(uint64_t seed);

/* Returns a profile of n_scopes routines with `points` points in total, spread over their
 * series. */
struct ordo_profile *large_profile(uint32_t n_scopes, uint64_t points);

#endif
