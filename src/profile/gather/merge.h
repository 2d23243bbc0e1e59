/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge.h: profiles joined into one.
 *
 * Associative and commutative bit for bit: any order and grouping of the same profiles gives equal
 * profiles (profile.h says what equal means). Scopes are matched by identity; recursions are
 * derived anew from the joined call graph.
 *
 * Errors:  ORDO_MISMATCH when engines, cell sizes or cost metrics differ, naming both profiles by
 *          names[i]; ORDO_BAD_INPUT when one was loaded as a summary; ORDO_NO_MEMORY
 * Memory:  inputs are only read; *out is new, ended by ordo_profile_free
 * Threads: reentrant
 */
#ifndef ORDO_MERGE_H
#define ORDO_MERGE_H

#include "base/status.h"
#include "profile/profile.h"

/* n >= 1. names: what messages call the profiles (their paths); NULL: "profile 1", ... */
enum ordo_status ordo_profile_merge(const struct ordo_profile *const *profiles,
                                    const char *const *names, size_t n, struct ordo_profile **out,
                                    struct ordo_error *error);

#endif
