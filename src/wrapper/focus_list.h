/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * focus_list.h: converts the value of `ordo cc --focus` for the compiler pass.
 *
 * The value is a list of items separated by commas (ROUTINE, ROUTINE:LINE, FILE:LINE, FILE:), or
 * @FILE. Such a file has items separated by commas or newlines; # begins a comment.
 *
 * Errors:  ORDO_BAD_INPUT: no item, a file that cannot be read, or more than ORDO_FOCUS_BYTES
 * Memory:  the caller frees *items: the items, separated by semicolons
 */
#ifndef ORDO_FOCUS_LIST_H
#define ORDO_FOCUS_LIST_H

#include "base/status.h"

enum { ORDO_FOCUS_BYTES = 4000 };

enum ordo_status ordo_focus_read(const char *value, char **items, struct ordo_error *error);

#endif
