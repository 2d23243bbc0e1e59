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
struct dtype *opass_element_of(struct opass *p, struct dtype *t);
/* A part of an object that is reported as a block of its own. */
struct object_part {
    uint64_t offset, bytes;
    struct dtype *type; /* of its elements */
};
#define OPASS_PARTS 8u /* an object with more parts is reported as a whole */
/* Lists what is reported of an object of the type: the arrays of a record without links, each with
 * its own room, or else the whole object. Returns their number. */
unsigned opass_object_parts(struct opass *p, struct dtype *t, uint64_t bytes,
                            struct object_part *parts);
/* Fills the module's table of variables. */
void opass_variables_collect(struct opass *p);
/* Reads a global variable's name and type. Returns false if it is not to be reported. */
bool opass_variable_read(struct opass *p, LLVMValueRef global, struct variable *out);
LLVMValueRef opass_variables_define(struct opass *p, unsigned *n);

#endif
