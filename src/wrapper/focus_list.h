/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * focus_list.h: the value of `ordo cc --focus`, as the compiler pass takes it.
 *
 * The value is a list of items separated by commas (ROUTINE, ROUTINE:LINE, FILE:LINE, FILE:), or
 * @FILE, a file of such lists, one or more a line; what follows a # in it is a comment.
 *
 * Errors:  ORDO_BAD_INPUT: no item, a file that cannot be read, or more than the pass takes
 * Memory:  *items is malloc'ed: the items, separated by semicolons
 */
#ifndef ORDO_FOCUS_LIST_H
#define ORDO_FOCUS_LIST_H

#include "base/status.h"

enum { ORDO_FOCUS_BYTES = 4000 };

enum ordo_status ordo_focus_read(const char *value, char **items, struct ordo_error *error);

#endif
