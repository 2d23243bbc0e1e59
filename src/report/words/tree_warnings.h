/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_warnings.h: why parts of a repetition tree are missing, one line each.
 *
 * Threads: reentrant
 */
#ifndef ORDO_TREE_WARNINGS_H
#define ORDO_TREE_WARNINGS_H

#include "base/text.h"
#include "structure/repetition_tree.h"

/* Returns whether calls before the routine's first recursive one were not all counted (abi.h:
 * ordo_unframed). */
bool ordo_tree_recurred_late(const struct ordo_profile_scope *s);

void ordo_tree_warnings_add(struct ordo_text *text, const struct ordo_profile *p,
                            const struct ordo_repetition_tree *t);

#endif
