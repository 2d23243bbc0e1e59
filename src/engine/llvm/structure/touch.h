/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * touch.h: accesses for which hooks will be inserted.
 */
#ifndef ORDO_LLVM_TOUCH_H
#define ORDO_LLVM_TOUCH_H

#include "places.h"

enum touch_kind {
    TOUCH_LINK_READ,
    TOUCH_LINK_WRITE,
    TOUCH_READ,
    TOUCH_WRITE,
    TOUCH_RANGE_COPY,
    TOUCH_RANGE_SET,
};

/* An access for which a hook will be inserted. */
struct touch {
    enum touch_kind kind;
    LLVMValueRef at; /* the hook is inserted before this instruction */
    struct scope *scope;
    LLVMValueRef pointer; /* ranges: the destination */
    struct place place;
    LLVMValueRef value; /* the pointer that is written, or NULL */
    LLVMValueRef moved; /* where a pointer is copied from that is written, or NULL */
    bool exchanged;     /* `at` is a compare-and-exchange, whose result shows whether `value` was
                           written: the hook is inserted after it */
    LLVMValueRef from;  /* where the written value was read, or NULL; copies: the source */
    LLVMValueRef bytes; /* of ranges */
    struct run *run; /* the run that it is reported with (runs.c); NULL: it is reported by itself */
};

#endif
