/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge_many.h: merges profiles one by one as they are read.
 *
 * Memory does not grow with their number: a folder may have the profiles of thousands of
 * processes.
 *
 * Errors:  as ordo_profile_merge; profiles are called "profile N (command)", from 1 in order of
 *          arrival
 * Memory:  an added profile is owned, also after a failure; at most 16 of each order of magnitude
 *          (to base 16) are held at a time
 * Threads: one thread at a time
 */
#ifndef ORDO_MERGE_MANY_H
#define ORDO_MERGE_MANY_H

#include "base/status.h"
#include "profile/profile.h"

struct ordo_merge_many;

struct ordo_merge_many *ordo_merge_many_new(void);
void ordo_merge_many_free(struct ordo_merge_many *m);

enum ordo_status ordo_merge_many_add(struct ordo_merge_many *m, struct ordo_profile *p,
                                     struct ordo_error *error);

/* Merges everything that was added, at least one profile, into *out; free it with
 * ordo_profile_free. */
enum ordo_status ordo_merge_many_take(struct ordo_merge_many *m, struct ordo_profile **out,
                                      struct ordo_error *error);

#endif
