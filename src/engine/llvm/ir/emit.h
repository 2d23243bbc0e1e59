/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * emit.h: shorthands over LLVM-C, all at the builder's position.
 */
#ifndef ORDO_LLVM_EMIT_H
#define ORDO_LLVM_EMIT_H

#include "pass.h"

LLVMValueRef opass_i64(struct opass *p, uint64_t v);
LLVMValueRef opass_i32(struct opass *p, uint32_t v);
LLVMValueRef opass_field(struct opass *p, LLVMValueRef base, int64_t offset);
LLVMValueRef opass_load(struct opass *p, LLVMTypeRef type, LLVMValueRef address); /* frame class */
void opass_store(struct opass *p, LLVMValueRef value, LLVMValueRef address);      /* frame class */
/* Adds to a number of 64 bits at an offset from base. Frame class. */
void opass_add(struct opass *p, LLVMValueRef base, int64_t offset, LLVMValueRef amount);
/* Loads a value that only entries change: a frame's stamp, the address of the shadow memory. */
LLVMValueRef opass_load_stable(struct opass *p, LLVMTypeRef type, LLVMValueRef address);
void opass_before(struct opass *p, LLVMValueRef inst);

#endif
