/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile_dump.h: everything in a profile as text, one item a line, so that two profiles are equal
 * exactly when their dumps are and a difference can be read.
 */
#ifndef PROFILE_DUMP_H
#define PROFILE_DUMP_H

#include "profile/profile.h"

/* malloc'ed; never NULL. */
char *profile_dump(const struct ordo_profile *p);

/* Fails the running cmocka test at the first line that differs. */
void assert_profiles_equal(const struct ordo_profile *a, const struct ordo_profile *b);

#endif
