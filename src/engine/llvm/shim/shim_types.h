/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_types.h: the source's types and variables, from debug information.
 *
 * A type is a handle (the address of LLVM's node for it), alive as long as the module. Handles that
 * these functions return or take have typedefs and qualifiers taken off; NULL is void, or unknown.
 *
 * Shapes:  offsets and sizes in bytes
 * Threads: none of it is thread-safe beyond what LLVM contexts are
 */
#ifndef ORDO_LLVM_SHIM_TYPES_H
#define ORDO_LLVM_SHIM_TYPES_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum shim_type_kind {
    SHIM_TYPE_SCALAR,
    SHIM_TYPE_POINTER,  /* and references; `target` is what it points to */
    SHIM_TYPE_RECORD,   /* struct, class or union; complete ones only have members */
    SHIM_TYPE_ARRAY,    /* `target` is the innermost element, `count` how many in all dimensions */
    SHIM_TYPE_FUNCTION, /* and what else is no data */
};

struct shim_type {
    enum shim_type_kind kind;
    uint64_t bytes;
    const void *target;
    uint64_t count;   /* 0: not known */
    char name[512];   /* with its namespaces; "" when the source gives none */
    size_t qualifier; /* length of the part of it before the type's own name */
};
void shim_type_read(const void *type, struct shim_type *out);

/* Members that have a place of their own and are no bit-fields, base classes among them. */
struct shim_member {
    const void *type;
    uint64_t offset;
};
unsigned shim_type_members(const void *record, struct shim_member *out, unsigned max);

/* Calls `take` for every complete record that the module's debug information knows, once each, in
 * the order of the module. `alias` is a typedef's name when the record has none of its own, or "".
 */
void shim_each_record(LLVMModuleRef m, void (*take)(void *to, const void *type, const char *alias),
                      void *to);

/* The type of the source's variable that lives at this address. NULL: none does. */
const void *shim_variable_at(LLVMValueRef address);
/* The type of a variable of the source, or of a member of one, that has this value; a pointer to
 * something is preferred when there are several. NULL: none. */
const void *shim_variable_with(LLVMValueRef value);
const void *shim_global_type(LLVMValueRef global, char *name, size_t size);
/* What a new expression makes by this call; arrays: their element. NULL: not known, or no such
 * call.
 */
const void *shim_allocated_type(LLVMValueRef call);
/* What a function returns. NULL: nothing, or not known. */
const void *shim_return_type(LLVMValueRef fn);

#ifdef __cplusplus
}
#endif
#endif
