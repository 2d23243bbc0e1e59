/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * link.h: the spans of scopes, computed from the arrays that they refer into.
 */
#ifndef ORDO_LINK_H
#define ORDO_LINK_H

#include "profile/profile.h"

/* Sets the series, callers and children spans of every scope. The arrays are sorted as profile.h
 * says and refer to existing scopes. */
void ordo_profile_link(struct ordo_profile *p);

#endif
