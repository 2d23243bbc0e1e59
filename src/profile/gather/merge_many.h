/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge_many.h: profiles joined as they come, so that memory does not grow with their number: a
 * folder may hold those of thousands of processes.
 *
 * Errors:  as ordo_profile_merge; profiles are called "profile N (command)", from 1 as they came
 * Memory:  a profile that is added is taken, also on failure; at most 16 of each order of magnitude
 *          (to the base 16) are held at a time
 * Threads: one at a time
 */
#ifndef ORDO_MERGE_MANY_H
#define ORDO_MERGE_MANY_H

#include "base/status.h"
#include "profile/profile.h"

struct ordo_merge_many;

struct ordo_merge_many *ordo_merge_many_new(void); /* NULL: no memory */
void ordo_merge_many_free(struct ordo_merge_many *m);

enum ordo_status ordo_merge_many_add(struct ordo_merge_many *m, struct ordo_profile *p,
                                     struct ordo_error *error);

/* All that were added, at least one, as one profile, ended by ordo_profile_free. */
enum ordo_status ordo_merge_many_take(struct ordo_merge_many *m, struct ordo_profile **out,
                                      struct ordo_error *error);

#endif
