/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_types.h: reads the source's types and variables from debug information.
 *
 * A type is a handle (the address of LLVM's node for it), valid as long as the module. Handles that
 * these functions return or take are without typedefs and qualifiers; NULL is void, or unknown.
 *
 * Units:   offsets and sizes are in bytes
 * Threads: calls are as thread-safe as the LLVM context that they work on
 */
#ifndef ORDO_LLVM_SHIM_TYPES_H
#define ORDO_LLVM_SHIM_TYPES_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum shim_type_kind {
    SHIM_TYPE_SCALAR,
    SHIM_TYPE_POINTER,  /* also a reference; `target` is what it points to */
    SHIM_TYPE_RECORD,   /* struct, class or union; only complete ones have members */
    SHIM_TYPE_ARRAY,    /* `target` is the innermost element's, `count` is over all dimensions */
    SHIM_TYPE_FUNCTION, /* also everything else that is not data */
};

struct shim_type {
    enum shim_type_kind kind;
    uint64_t bytes;
    const void *target;
    uint64_t count;   /* 0: unknown */
    uint64_t row;     /* of an array with several dimensions: the last one; otherwise 0 */
    char name[512];   /* with its namespaces; "": the source gives none */
    size_t qualifier; /* length of the part of `name` in front of the type's own name */
};
void shim_type_read(const void *type, struct shim_type *out);

/* Writes the first `max` members, base classes included, static members, bit-fields and virtual
 * bases excluded. Returns their number. */
struct shim_member {
    const void *type;
    uint64_t offset;
};
unsigned shim_type_members(const void *record, struct shim_member *out, unsigned max);

/* Calls `take` once for each complete record in the module's debug information, in the module's
 * order. `alias` is the name of a typedef if the record has no name, otherwise "". */
void shim_each_record(LLVMModuleRef m, void (*take)(void *to, const void *type, const char *alias),
                      void *to);

/* Returns the instruction at which the variable at this address is declared; NULL: unknown. */
LLVMValueRef shim_declaration(LLVMValueRef address);
/* Returns the type of the source's variable at this address; NULL: there is none. */
const void *shim_variable_at(LLVMValueRef address);
/* Returns the type of a variable, or of a member of one, that has this value. If there are several,
 * pointers to a known type are preferred. NULL: there is none. */
const void *shim_variable_with(LLVMValueRef value);
/* Returns the type of a global variable, and its name unless `name` is NULL; NULL: unknown. */
const void *shim_global_type(LLVMValueRef global, char *name, size_t size);
/* Returns the type that a new expression allocates by this call, or an array's element type. NULL:
 * unknown, or the call is not that of a new expression. */
const void *shim_allocated_type(LLVMValueRef call);
/* Is the record declared in the source file that the module is compiled from, and not in a header?
 */
bool shim_is_of_source(const void *record, LLVMModuleRef m);
/* Returns the first argument of the template that the record is an instance of, if it is a type;
 * otherwise NULL. */
const void *shim_template_argument(const void *record);
/* Is the function's parameter a `void *` in the source? False if that is not known. */
bool shim_takes_anything(LLVMValueRef fn, unsigned parameter);
/* Returns the type of a function's result; NULL: void, or unknown. */
const void *shim_return_type(LLVMValueRef fn);

#ifdef __cplusplus
}
#endif
#endif
