/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * chosen_scope.h: the scope that an operand of `ordo report` means, if there is something to show.
 *
 * Errors:  ORDO_BAD_INPUT: no such scope, or it has no costs; the message says why
 */
#ifndef ORDO_CHOSEN_SCOPE_H
#define ORDO_CHOSEN_SCOPE_H

#include "base/status.h"
#include "profile/profile.h"

/* Sets *scope to the scope that `name` means. */
enum ordo_status ordo_chosen_scope_find(const struct ordo_profile *p, const char *name,
                                        uint32_t *scope, struct ordo_error *error);

#endif
