/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure.h: instrumentation for `ordo cc --structure` (abi.h: ordo_structure): in place of the
 * checks of accesses and the births of locals, hooks that tell of links, elements of arrays, local
 * objects and copies.
 *
 * Order: opass_structure_collect on the code as it is; then, per routine, opass_structure_emit
 * (once borders.c has made the frames); opass_structure_define last.
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

/* One hook to be. */
struct touch {
    enum touch_kind kind;
    LLVMValueRef at; /* the instruction it stands before */
    struct scope *scope;
    LLVMValueRef pointer; /* ranges: where to */
    struct place place;
    LLVMValueRef value; /* a pointer that is written, or NULL */
    bool exchanged;     /* it was, when the instruction `at` says so: the hook stands after it */
    LLVMValueRef from;  /* what is written was read here, or NULL; copies: from where */
    LLVMValueRef bytes; /* ranges */
    struct run *run;    /* told with others (runs.c); NULL: by itself */
};

/* Fills routine.touches of all routines, and the tables of types, variables and advances. */
void opass_structure_collect(struct opass *p);
void opass_structure_emit(struct opass *p, struct routine *r);
/* The module's struct ordo_structure. */
LLVMValueRef opass_structure_define(struct opass *p);

/* runs.c: accesses that are told together. Borders make the slots, reset them at a loop's entry and
 * tell before its exit, when the frame's iterations are up to date. */
void opass_runs_collect(struct opass *p);
void opass_runs_slots(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at);
void opass_runs_begin(struct opass *p, struct scope *s);
void opass_runs_end(struct opass *p, struct routine *r, struct scope *s);
void opass_runs_before_last_calls(struct opass *p, struct routine *r);
void opass_runs_access(struct opass *p, struct routine *r, const struct touch *t);

/* frames.c: fills routine.frameless and routine.at_need, once objects and advances are known. */
void opass_frames_choose(struct opass *p);

/* borders.c: what is built next stands before `at`, and is executed while T->untold is 0 only. */
void opass_if_told(struct opass *p, struct routine *r, LLVMValueRef at);

/* objects.c in structure builds, struct_objects.c: locals and globals. */
void opass_struct_objects(struct opass *p, struct routine *r);
/* Memory that the routine allocates for records: before places are looked at. */
void opass_struct_memory_collect(struct opass *p, struct routine *r);
/* Types of what opass_struct_objects will tell of, and the module's variables. */
void opass_struct_objects_collect(struct opass *p);
LLVMValueRef opass_variables_define(struct opass *p, unsigned *n);

/* Has the module arrays or records? One without routines has nothing else to tell. */
bool opass_has_variables(struct opass *p);
/* A variable of interest, its name and its type; false: it is none. */
bool opass_variable_read(struct opass *p, LLVMValueRef global, struct variable *out);

/* thread_variables.c. The thread-local variable whose address a value is, or NULL. */
LLVMValueRef opass_thread_variable(LLVMValueRef v);
void opass_thread_variables_collect(struct opass *p, struct routine *r);
void opass_thread_variables_tell(struct opass *p, struct routine *r);

/* advances.c */
void opass_advances_collect(struct opass *p);
LLVMValueRef opass_advances_define(struct opass *p, unsigned *n);
/* Adds it to the module's, once; those of the routine begin at routine.first_advance. */
void opass_advance_add(struct opass *p, struct routine *r, struct ordo_advance advance);
/* Does the address lead to what each iteration of the loop makes for itself? Does the call get
 * such? */
bool opass_made_in(struct opass *p, struct routine *r, LLVMValueRef address, int loop);
bool opass_passes_made_in(struct opass *p, struct routine *r, const struct call *c, int loop);

/* endings.c: adds loops that go on for what inner ones change; after opass_advances_collect. */
void opass_endings_collect(struct opass *p);

#endif
