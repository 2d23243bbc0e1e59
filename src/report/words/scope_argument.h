/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_argument.h: which scope a name on the command line means.
 *
 * A name is that of a routine, with or without its arguments, or its linkage name; FILE:LINE or
 * FILE:LINE:COLUMN of a loop or a routine; or what a report prints: "loop in main", "recursion f (2
 * routines)", "main", each also followed by its place. Names that a report cuts or shortens are
 * accepted, too. FILE is the path, or the end of it.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_SCOPE_ARGUMENT_H
#define ORDO_SCOPE_ARGUMENT_H

#include "base/status.h"
#include "profile/profile.h"

/* Sets *scope to the scope that the name means best: a routine before its recursion, which reports
 * call "recursion f", and what ran before what did not. ORDO_SCOPE_NONE_INDEX: there is no such scope. ORDO_BAD_INPUT: several
 * scopes fit equally well; the message lists them, the costliest first, by names that are
 * unambiguous. */
enum ordo_status ordo_scope_argument_find(const struct ordo_profile *p, const char *name,
                                          uint32_t *scope, struct ordo_error *error);

/* Returns whether the word looks like a name that only reports print: "loop in main", or a name
 * without slash before a place with one ("_start /opt/p/prog"). */
bool ordo_scope_argument_is_printed(const char *name);

#endif
