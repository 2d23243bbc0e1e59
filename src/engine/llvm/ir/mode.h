/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mode.h: what the builds that record activations do differently (ARCHITECTURE.md, Build modes).
 *
 * A mode is a table of emitters. The code that finds the places (borders.c, calls.c, checks.c,
 * objects.c) is the same for all modes; what is inserted there comes from the table.
 */
#ifndef ORDO_LLVM_MODE_H
#define ORDO_LLVM_MODE_H

#include "pass.h"

struct mode {
    /* Loads the thread's state (abi.h: struct ordo_thread) at a routine's entry, before `at`, and
     * leaves the builder there. */
    LLVMValueRef (*thread)(struct opass *p, LLVMValueRef at);
    /* Begins an activation of the routine before `at`: sets r->thread and the scope's frame. */
    void (*enter_routine)(struct opass *p, struct routine *r, LLVMValueRef at);
    /* Pushes a frame for the scope before `at`, and leaves the builder there: sets s->frame.
     * r->thread is known. */
    void (*push)(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
    /* Second half of an entry, at the builder, if the scope may be re-entered (abi.h: ordo_nest).
     */
    void (*nest)(struct opass *p, struct routine *r, struct scope *s);
    /* Ends the activation of the scope, at the builder. */
    void (*leave)(struct opass *p, struct routine *r, struct scope *s);

    /* Counts one executed block, at the builder. */
    void (*count)(struct opass *p, struct routine *r);
    /* Adds the blocks counted so far to T->cost, at the builder. */
    void (*flush)(struct opass *p, struct routine *r);

    /* Inserts what the routine's accesses and local variables need: checks and stamps by the two
     * emitters below, or the events of data structures. */
    void (*memory)(struct opass *p, struct routine *r);
    /* Inserts the check of one access, by the activation whose frame is `frame`, before `before`.
     */
    void (*access)(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                   const struct access *a);
    /* Stamps [pointer, pointer + size) at an object's birth, before `before`: as written by the
     * birth's scope (own), or as fresh. NULL: objects have no stamps. */
    void (*birth)(struct opass *p, struct routine *r, const struct birth *birth,
                  LLVMValueRef before, LLVMValueRef pointer, uint64_t size, bool own);

    bool compact; /* pieces may be functions that the module has once (compact.c) */
    bool late;    /* the code has been optimised: blocks are not counted, loops have the form that
                     LLVM gave them, and calls that leave the module go through the runtime */
};

/* Are the module's routines recorded versions? */
static inline bool opass_is_late(const struct opass *p) {
    return p->mode && p->mode->late;
}

#endif
