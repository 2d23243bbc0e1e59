/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_name.h: the name of a node of the repetition tree: "loop in sort  list.c:21",
 * "recursion of walk with visit  list.c:40", "main  list.c:70".
 *
 * Threads: reentrant
 */
#ifndef ORDO_REPETITION_NAME_H
#define ORDO_REPETITION_NAME_H

#include "base/text.h"
#include "structure/repetition_tree.h"

void ordo_repetition_name_add(struct ordo_text *text, const struct ordo_profile *p,
                              const struct ordo_repetition_tree *t, uint32_t node);

#endif
