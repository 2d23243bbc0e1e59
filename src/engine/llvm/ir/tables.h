/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables.h: constants of the module's tables.
 */
#ifndef ORDO_LLVM_TABLES_H
#define ORDO_LLVM_TABLES_H

#include "pass.h"

#include <stddef.h>

/* struct opass_NAME_values has the values for one ordo_NAME. Numbers are plain numbers. Pointers
 * and distances are constants; NULL: zero. */
#define ORDO_TABLE(name) struct opass_##name##_values {
#define ORDO_NUMBER(type, name) uint64_t name;
#define ORDO_NUMBERS(type, name, count) uint64_t name;
#define ORDO_POINTER(type, name) LLVMValueRef name;
#define ORDO_DISTANCE(name) LLVMValueRef name;
#define ORDO_TABLE_END(name)                                                                       \
    }                                                                                              \
    ;
#include "abi/tables.def"

enum opass_table {
#define ORDO_TABLE(name) TABLE_##name,
#include "abi/tables.def"
};

/* The number of the field in an ordo_NAME, and the number of its fields. */
#define OPASS_FIELD(name, field)                                                                   \
    ((unsigned)(offsetof(struct opass_##name##_values, field) / sizeof(uint64_t)))
#define OPASS_FIELDS(name) (sizeof(struct opass_##name##_values) / sizeof(uint64_t))

/* Returns LLVM's type of an ordo_NAME. */
LLVMTypeRef opass_table_type(struct opass *p, enum opass_table table);
/* Returns an ordo_NAME with the values of the struct opass_NAME_values. It will be element `index`
 * of the global variable `array`, from which distances are computed; NULL if it has no pointers
 * that are distances in production builds. */
LLVMValueRef opass_table_value(struct opass *p, enum opass_table table, const void *values,
                               LLVMValueRef array, unsigned index);
/* The same without `array`, from designated initialisers. */
#define OPASS_VALUE(p, name, ...)                                                                  \
    opass_table_value((p), TABLE_##name, &(struct opass_##name##_values){__VA_ARGS__}, NULL, 0)
/* Declares an array of n elements as an internal variable. */
LLVMValueRef opass_table_declare(struct opass *p, enum opass_table table, unsigned n,
                                 const char *name);
/* Initialises such a variable with all its elements. */
void opass_table_define(LLVMValueRef array, LLVMValueRef *elements);
/* Return the constant addresses of a field of an element, and of a scope in the module's table. */
LLVMValueRef opass_table_field(struct opass *p, LLVMValueRef array, unsigned index, unsigned field);
LLVMValueRef opass_scope_address(struct opass *p, struct scope *s);
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
