/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * absent_scope.h: why a profile has nothing to show for a name on the command line.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_ABSENT_SCOPE_H
#define ORDO_ABSENT_SCOPE_H

#include "base/status.h"
#include "profile/profile.h"

#include <stdbool.h>

/* Fills *error with the reason: folded, never called, inlined, a library's, a file, a line without
 * a scope, or unknown. scope: the scope that the name means, or ORDO_SCOPE_NONE_INDEX; nearest: a
 * name to suggest, or NULL; is_file: the name is also that of a file, which is no profile. Returns
 * ORDO_BAD_INPUT. */
enum ordo_status ordo_absent_scope_explain(const struct ordo_profile *p, uint32_t scope,
                                           const char *name, const char *nearest, bool is_file,
                                           struct ordo_error *error);

#endif
