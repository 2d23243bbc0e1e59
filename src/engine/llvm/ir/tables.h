/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables.h: constants of the module's tables.
 */
#ifndef ORDO_LLVM_TABLES_H
#define ORDO_LLVM_TABLES_H

#include "pass.h"

/* Return the constant addresses of a scope, a field of a scope and a field of a callee in the
 * module's tables. */
LLVMValueRef opass_scope_address(struct opass *p, struct scope *s);
LLVMValueRef opass_scope_field(struct opass *p, unsigned scope, unsigned field);
LLVMValueRef opass_callee_field(struct opass *p, int index, unsigned field);
/* Returns the constant `to` - `from` (i64), for tables that are read-only or seldom needed. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to);
/* Returns a private constant string. */
LLVMValueRef opass_name(struct opass *p, const char *name);
/* Returns a private constant. */
LLVMValueRef opass_constant(struct opass *p, LLVMValueRef data, const char *name);
/* Is it a local symbol in a linker group, such as the initialisation of an inline variable? Of the
 * groups of several object files the linker keeps one, so nothing outside of the group may refer to
 * the symbol. */
bool opass_may_be_dropped(LLVMValueRef symbol);

#endif
