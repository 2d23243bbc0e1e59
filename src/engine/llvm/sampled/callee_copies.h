/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callee_copies.h: copies of static routines for recorded versions.
 */
#ifndef ORDO_LLVM_CALLEE_COPIES_H
#define ORDO_LLVM_CALLEE_COPIES_H

#include "engine/llvm/ir/pass.h"

/* At the start of the pipeline: makes the recorded versions (or NULL) that exist already call
 * copies of static routines. */
void opass_copy_callees(struct opass *p, LLVMValueRef *recorded, unsigned n_recorded);
/* Late: replaces copies that are not needed by the routines. */
void opass_drop_copies(struct opass *p);
bool opass_is_copy(LLVMValueRef fn);

#endif
