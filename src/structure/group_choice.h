/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * group_choice.h: what a person says of two repetitions: "A+B", they are of one algorithm; "A/B",
 * they are not; "auto": forget all that was said.
 *
 * A and B name loops or recursions as `ordo tree` prints them: FILE:LINE, ROUTINE:LINE, or ROUTINE
 * where the routine has one repetition. One of the two must run inside the other; the choice holds
 * wherever it does. With "+" what lies between them is joined too; with "/" the inner one is split
 * from what is around it.
 *
 * Memory:  adds to the profile's choices, in its arena
 * Errors:  ORDO_BAD_INPUT names the operand and what is wrong with it; ORDO_NO_MEMORY
 * Threads: the profile's owner
 */
#ifndef ORDO_GROUP_CHOICE_H
#define ORDO_GROUP_CHOICE_H

#include "base/status.h"
#include "structure/repetition_tree.h"

/* A later choice about the same two replaces an earlier one. */
enum ordo_status ordo_group_choice_add(struct ordo_profile *p, const struct ordo_repetition_tree *t,
                                       const char *words, struct ordo_error *error);

#endif
