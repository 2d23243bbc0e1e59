/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * checks.h: the code for one access.
 */
#ifndef ORDO_LLVM_CHECKS_H
#define ORDO_LLVM_CHECKS_H

#include "engine/llvm/ir/pass.h"

/* Inserts the checks of all accesses of the routine. */
void opass_checks(struct opass *p, struct routine *r);
/* Inserts the check of one access, by the activation whose frame is `frame`, before `before`. */
void opass_check(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                 const struct access *a);
/* Stamps [pointer, pointer + size) at an object's birth, before `before`: as written by the birth's
 * scope (own), or as fresh. */
void opass_birth(struct opass *p, struct routine *r, const struct birth *birth, LLVMValueRef before,
                 LLVMValueRef pointer, uint64_t size, bool own);

#endif
