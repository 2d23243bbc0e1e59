/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * random_profile.h: profiles of imaginary programs, a fixed function of the seed.
 *
 * All seeds draw from one small set of scopes, so that profiles overlap when merged: some sizes,
 * some edges and some objects are shared and some are not; series of some seeds are bucketed.
 */
#ifndef RANDOM_PROFILE_H
#define RANDOM_PROFILE_H

#include "profile/profile.h"

struct random_numbers {
    uint64_t state;
};
uint64_t random_next(struct random_numbers *r);
uint64_t random_below(struct random_numbers *r, uint64_t n); /* n > 0 */

/* Never NULL. Cells of 8 bytes, engine "compiled". */
struct ordo_profile *random_profile(uint64_t seed);

/* n_scopes routines with `points` points each in all, spread over their series. */
struct ordo_profile *large_profile(uint32_t n_scopes, uint64_t points);

#endif
