/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile_dump.h: prints a whole profile as text, one item per line. Two profiles are equal exactly
 * if their dumps are, and a difference is readable.
 */
#ifndef PROFILE_DUMP_H
#define PROFILE_DUMP_H

#include "profile/profile.h"

/* Returns malloc'ed text, never NULL. */
char *profile_dump(const struct ordo_profile *p);

/* Fails the running cmocka test at the first line that differs. */
void assert_profiles_equal(const struct ordo_profile *a, const struct ordo_profile *b);

#endif
