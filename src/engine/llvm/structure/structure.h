/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure.h: instrumentation for `ordo cc --structure` (abi.h: ordo_structure). In place of
 * checks of accesses and stamps of new local variables, it inserts hooks that report links,
 * elements of arrays, local objects and copies.
 *
 * Order of calls: opass_structure_collect on the unchanged code; then opass_structure_emit for each
 * routine, after borders.c has made its frames; opass_structure_define last.
 */
#ifndef ORDO_LLVM_STRUCTURE_H
#define ORDO_LLVM_STRUCTURE_H

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
    bool exchanged;     /* `at` is a compare-and-exchange, whose result shows whether `value` was
                           written: the hook is inserted after it */
    LLVMValueRef from;  /* where the written value was read, or NULL; copies: the source */
    LLVMValueRef bytes; /* of ranges */
    struct run *run; /* the run that it is reported with (runs.c); NULL: it is reported by itself */
};

/* Fills routine.touches of all routines, and the tables of types, variables and advances. */
void opass_structure_collect(struct opass *p);
void opass_structure_emit(struct opass *p, struct routine *r);
/* Returns the module's struct ordo_structure. */
LLVMValueRef opass_structure_define(struct opass *p);

/* runs.c: accesses that are reported together. borders.c makes the slots, resets them at the
 * scope's entry, and reports before its exit, when the frame's iterations are up to date. */
void opass_runs_collect(struct opass *p);
void opass_runs_slots(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
void opass_runs_begin(struct opass *p, struct scope *s);
void opass_runs_end(struct opass *p, struct routine *r, struct scope *s);
void opass_runs_before_last_calls(struct opass *p, struct routine *r);
void opass_runs_access(struct opass *p, struct routine *r, const struct touch *t);

/* frames.c: fills routine.frameless and routine.at_need, once objects and advances are known. */
void opass_frames_choose(struct opass *p);

/* Moves the builder before `at`, to code that is executed only while T->untold is 0. */
void opass_if_reported(struct opass *p, struct routine *r, LLVMValueRef at);

/* struct_objects.c, in place of objects.c: local and global variables. */
void opass_struct_objects(struct opass *p, struct routine *r);
/* Finds memory that the routine allocates for records. Call it before places are determined. */
void opass_struct_memory_collect(struct opass *p, struct routine *r);
/* Finds the types of what opass_struct_objects will report, and the module's variables. */
void opass_struct_objects_collect(struct opass *p);
LLVMValueRef opass_variables_define(struct opass *p, unsigned *n);

/* Does the module have variables that are arrays or records? If it has no routines, it has nothing
 * else to report. */
bool opass_has_variables(struct opass *p);
/* Does the object have elements that may be accessed one by one, or links? */
bool opass_is_interesting(const struct dtype *t, uint64_t bytes);
/* Returns the type that is passed to the hook for an object of the type. */
struct dtype *opass_element_of(struct dtype *t);
void opass_variables_collect(struct opass *p);
/* Reads a global variable's name and type. Returns false if it is not to be reported. */
bool opass_variable_read(struct opass *p, LLVMValueRef global, struct variable *out);

/* thread_variables.c. The first returns the thread-local variable whose address `v` is, or NULL. */
LLVMValueRef opass_thread_variable(LLVMValueRef v);
void opass_thread_variables_collect(struct opass *p, struct routine *r);
void opass_thread_variables_report(struct opass *p, struct routine *r);

/* advances.c */
void opass_advances_collect(struct opass *p);
LLVMValueRef opass_advances_define(struct opass *p, unsigned *n);
/* Adds the advance to the module's unless it is there. The routine's begin at
 * routine.first_advance. */
void opass_advance_add(struct opass *p, struct routine *r, struct ordo_advance advance);
/* Does the address lead to memory that each iteration of the loop creates for itself? Does the call
 * get such an address? */
bool opass_made_in(struct opass *p, struct routine *r, LLVMValueRef address, int loop);
bool opass_passes_made_in(struct opass *p, struct routine *r, const struct call *c, int loop);

/* endings.c: adds loops that continue because of what inner loops change. To be called after
 * opass_advances_collect. */
void opass_endings_collect(struct opass *p);

#endif
