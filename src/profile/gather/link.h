/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * link.h: computes the spans of scopes from the arrays that they refer to.
 */
#ifndef ORDO_LINK_H
#define ORDO_LINK_H

#include "profile/profile.h"

/* Sets the series, callers and children spans of every scope. The arrays must be sorted as
 * profile.h says and refer to existing scopes. */
void ordo_profile_link(struct ordo_profile *p);

#endif
