/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hidden_links.h: links that the type of a member does not show: numbers (`uintptr_t`, usually with
 * marks in the lowest bits) and `void *`.
 */
#ifndef ORDO_LLVM_HIDDEN_LINKS_H
#define ORDO_LLVM_HIDDEN_LINKS_H

#include "engine/llvm/ir/pass.h"

/* Gives such members the type of the pointers that the module makes of what it loads there, or
 * makes what it stores there of: numbers that stand for pointers to their own record, and `void *`,
 * arrays of it and pointers to it in records of the module's own source file that lead back to
 * their record. Members of records of headers stay `void *`, because another file might not show
 * what they lead to. Sets `number` of the types of numbers. Call it before cycles of records are
 * searched, when all records are known. */
void opass_hidden_links_find(struct opass *p);

#endif
