/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_objects.h: local variables and allocated memory, in place of objects.c.
 */
#ifndef ORDO_LLVM_STRUCT_OBJECTS_H
#define ORDO_LLVM_STRUCT_OBJECTS_H

#include "engine/llvm/ir/pass.h"

void opass_struct_objects(struct opass *p, struct routine *r);
/* Finds memory that the routine allocates for records. Call it before places are determined. */
void opass_struct_memory_collect(struct opass *p, struct routine *r);
/* Finds the types of what opass_struct_objects will report, and the module's variables. */
void opass_struct_objects_collect(struct opass *p);

#endif
