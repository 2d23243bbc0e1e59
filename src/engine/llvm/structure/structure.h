/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure.h: instrumentation for `ordo cc --structure` (abi.h: ordo_structure). In place of
 * checks of accesses and stamps of new local variables, it inserts hooks that report links,
 * elements of arrays, local objects and copies.
 *
 * Order of calls: opass_structure_collect on the unchanged code; then opass_structure_emit for each
 * routine, after borders.c has made its frames; opass_structure_define last.
 */
#ifndef ORDO_LLVM_STRUCTURE_H
#define ORDO_LLVM_STRUCTURE_H

#include "engine/llvm/ir/pass.h"

/* Fills routine.structure of all routines, and the module's types, variables and advances. */
void opass_structure_collect(struct opass *p);
void opass_structure_emit(struct opass *p, struct routine *r);
/* Returns the module's struct ordo_structure. */
LLVMValueRef opass_structure_define(struct opass *p);

#endif
