/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge.h: merges profiles into one.
 *
 * Merging is associative and commutative bit for bit: any order and grouping of the same profiles
 * gives equal profiles (profile.h defines equality). Scopes are matched by identity. Recursions
 * are derived again from the merged call graph.
 *
 * Errors:  ORDO_MISMATCH if engines, kinds of build, cell sizes or cost metrics differ, naming
 *          both profiles by names[i]; ORDO_BAD_INPUT if one was loaded as a summary;
 * Memory:  inputs are only read; *out is new; free it with ordo_profile_free
 * Threads: reentrant
 */
#ifndef ORDO_MERGE_H
#define ORDO_MERGE_H

#include "base/status.h"
#include "profile/profile.h"

/* Merges n >= 1 profiles. `names` are the profiles' names in messages (their paths); NULL:
 * "profile 1", ... */
enum ordo_status ordo_profile_merge(const struct ordo_profile *const *profiles,
                                    const char *const *names, size_t n, struct ordo_profile **out,
                                    struct ordo_error *error);

#endif
