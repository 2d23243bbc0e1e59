/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_table.h: the module's table of types (abi.h: ordo_structure).
 */
#ifndef ORDO_LLVM_STRUCT_TABLE_H
#define ORDO_LLVM_STRUCT_TABLE_H

#include "struct_types.h"

/* Adds a type, and types that its links point to. A type must be added before code refers to the
 * table. */
void opass_type_use(struct opass *p, struct dtype *type);
void opass_type_table_declare(struct opass *p);
void opass_type_table_define(struct opass *p);
LLVMValueRef opass_type_address(struct opass *p, struct dtype *type);
/* Returns the offset, in bytes, of the first link of a type that has links. */
uint64_t opass_first_link(const struct dtype *type);
/* Returns the slot of the offset: its distance, in words of 8 bytes, from the type's first link. */
uint64_t opass_slot(const struct dtype *type, uint64_t offset);

#endif
