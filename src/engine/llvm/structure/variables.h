/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * variables.h: variables with static storage.
 */
#ifndef ORDO_LLVM_VARIABLES_H
#define ORDO_LLVM_VARIABLES_H

#include "struct_types.h"

/* Does the module have variables that are arrays or records? If it has no routines, it has nothing
 * else to report. */
bool opass_has_variables(struct opass *p);
/* Does the object have elements that may be accessed one by one, or links? */
bool opass_is_interesting(const struct dtype *t, uint64_t bytes);
/* Returns the type that is passed to the hook for an object of the type. */
struct dtype *opass_element_of(struct dtype *t);
/* Fills the module's table of variables. */
void opass_variables_collect(struct opass *p);
/* Reads a global variable's name and type. Returns false if it is not to be reported. */
bool opass_variable_read(struct opass *p, LLVMValueRef global, struct variable *out);
LLVMValueRef opass_variables_define(struct opass *p, unsigned *n);

#endif
