/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * places.h: describes what an address refers to in the source: a member of a record, an element of
 * an array, or a link (struct_types.h).
 *
 * The place is derived from the computation of the address (LLVM's GEP instructions back to a
 * root), the names of LLVM's struct types, and the types of the source's variables. Before the
 * pipeline starts, these are the same at all optimisation levels; alias metadata is not, and is not
 * used.
 */
#ifndef ORDO_LLVM_PLACES_H
#define ORDO_LLVM_PLACES_H

#include "struct_types.h"

enum place_kind {
    PLACE_OTHER,   /* a variable, or a member of a record that is not an element: not reported */
    PLACE_ELEMENT, /* in an element of an array of `type` */
    PLACE_LINK,    /* link of a record of `type` */
    PLACE_PAYLOAD, /* another member of a linked record */
};

struct place {
    enum place_kind kind;
    struct dtype *type;
    struct dtype *object; /* type in the source of what is there; NULL: not known */
    LLVMValueRef root;    /* the address is computed from it by steps within one object */
    /* PLACE_LINK: if `record` is not NULL, the linked record begins `offset` bytes after `record`,
     * plus `index` elements of `index_type`, and `slot` must be computed at run time. Otherwise it
     * begins `offset` bytes before the address. */
    LLVMValueRef record, index;
    LLVMTypeRef index_type;
    int64_t offset;
    uint64_t slot; /* of the link, if `record` is NULL */
    bool guessed;  /* PLACE_LINK: the access is to a record that is perhaps not part of a linked one
                    */
};

/* Returns the place of an access of `bytes` at the address. `type`: LLVM's type of the access, or
 * NULL for a range. */
struct place opass_place(struct opass *p, LLVMValueRef pointer, uint64_t bytes, LLVMTypeRef type);
/* Returns the type in the source of what is at the address; NULL: not known. */
struct dtype *opass_pointee(struct opass *p, LLVMValueRef pointer);
/* Returns a local variable's type before it got padding (shim_pad_alloca). */
LLVMTypeRef opass_allocated(LLVMValueRef alloca);
/* Returns the thread-local variable whose address `v` is, or NULL. */
LLVMValueRef opass_thread_variable(LLVMValueRef v);

#endif
