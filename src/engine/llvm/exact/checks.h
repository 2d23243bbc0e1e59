/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * checks.h: the code for one access.
 */
#ifndef ORDO_LLVM_CHECKS_H
#define ORDO_LLVM_CHECKS_H

#include "engine/llvm/ir/pass.h"

/* Inserts the checks of all accesses of the routine. */
void opass_checks(struct opass *p, struct routine *r);
/* The emitters of the mode whose checks and stamps are inline (mode.h: access, birth). */
void opass_check_inline(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                        const struct access *a);
void opass_birth_inline(struct opass *p, struct routine *r, const struct birth *birth,
                        LLVMValueRef before, LLVMValueRef pointer, uint64_t size, bool own);
/* Returns the bytes that are accessed, as 64 bits, at the builder. */
LLVMValueRef opass_access_size(struct opass *p, const struct access *a);

#endif
