/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * places.h: what an address is the place of, in the source's terms: the member of a record, the
 * element of an array, or a link (struct_types.h).
 *
 * Read from the address's computation (LLVM's GEP instructions down to a root), the names of LLVM's
 * struct types, and the types of the source's variables. Needs nothing that optimisation levels
 * differ in before the pipeline starts (no alias metadata).
 */
#ifndef ORDO_LLVM_PLACES_H
#define ORDO_LLVM_PLACES_H

#include "struct_types.h"

enum place_kind {
    PLACE_OTHER,   /* a variable, a member of a record that is no element: nothing to tell */
    PLACE_ELEMENT, /* in an element of an array of `type` */
    PLACE_LINK,    /* link of a record of `type` */
    PLACE_PAYLOAD, /* another member of a linked record */
};

struct place {
    enum place_kind kind;
    struct dtype *type;
    struct dtype *object; /* what the source says is there; NULL: not known */
    LLVMValueRef root;    /* what the address is computed from by steps within one object */
    /* PLACE_LINK: the record begins at `record` (plus `index` elements of `index_type`), moved by
     * `offset`; or, when record is NULL, `offset` bytes before the address. */
    LLVMValueRef record, index;
    LLVMTypeRef index_type;
    int64_t offset;
    uint64_t slot; /* of the link; not known, then to be computed, when record is not NULL */
    bool guessed;  /* PLACE_LINK: of a part of the record, which may be somewhere else */
};

/* The place of an access of `bytes` (LLVM's type `type`, or NULL: a range) at the address. */
struct place opass_place(struct opass *p, LLVMValueRef pointer, uint64_t bytes, LLVMTypeRef type);
/* What the source says is at the address; NULL: not known. */
struct dtype *opass_pointee(struct opass *p, LLVMValueRef pointer);
/* What a local variable was before it got padding (shim_pad_alloca). */
LLVMTypeRef opass_allocated(LLVMValueRef alloca);

#endif
