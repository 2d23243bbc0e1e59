/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * group_choice.h: a person's choices about two repetitions. "A+B": they belong to one algorithm;
 * "A/B": they do not; "auto": forget all choices.
 *
 * A and B name loops or recursions as `ordo tree` prints them: FILE:LINE, ROUTINE:LINE, or ROUTINE
 * if the routine has one repetition. One of the two must run inside the other; the choice applies
 * wherever it does. "+" also joins all repetitions between them; "/" splits the inner one from its
 * surroundings.
 *
 * Memory:  adds to the profile's choices, in its arena
 * Errors:  ORDO_BAD_INPUT: the message names the operand and what is wrong with it
 * Threads: only the profile's owner
 */
#ifndef ORDO_GROUP_CHOICE_H
#define ORDO_GROUP_CHOICE_H

#include "base/status.h"
#include "structure/repetition_tree.h"

/* Adds a choice. It replaces an earlier one about the same two. */
enum ordo_status ordo_group_choice_add(struct ordo_profile *p, const struct ordo_repetition_tree *t,
                                       const char *words, struct ordo_error *error);

#endif
