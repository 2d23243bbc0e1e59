/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * user_code.h: which scopes are the user's code, and which belong to a library that the user's code
 * calls: library routines, and what the headers of the system define.
 */
#ifndef ORDO_USER_CODE_H
#define ORDO_USER_CODE_H

#include "analysis/call_paths.h"

bool ordo_is_user_code(const struct ordo_profile *p, uint32_t scope);

/* Returns whether the scope belongs to the dynamic loader, or to what Valgrind loads into a
 * program. Only profiles of unmodified programs have such scopes. They are not the user's code. */
bool ordo_is_loader_code(const struct ordo_profile *p, uint32_t scope);

/* Returns the scope if it is the user's code. Else follows its main callers and returns the first
 * one that is, or ORDO_SCOPE_NONE_INDEX. */
uint32_t ordo_user_scope_of(const struct ordo_call_paths *c, uint32_t scope);

#endif
