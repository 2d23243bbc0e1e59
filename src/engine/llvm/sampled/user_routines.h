/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * user_routines.h: which routine of the source code belongs to after optimisation. Code of
 * installed headers belongs to the program's own routine that it was inlined into.
 */
#ifndef ORDO_LLVM_USER_ROUTINES_H
#define ORDO_LLVM_USER_ROUTINES_H

#include "engine/llvm/ir/pass.h"

/* At the start of the pipeline: notes the module's routines with their scopes. */
void opass_note_routines(struct opass *p);
/* At its end: finds these notes. */
void opass_find_routines(struct opass *p);

/* Returns the scope of the routine that the instruction belongs to; `fn`'s own, or -1, if that is
 * not known. */
int opass_routine_of(struct opass *p, LLVMValueRef inst, int fn);
/* Returns the scope of the program's own routine that a loop of an installed header was inlined
 * into; -1: the loop is the program's own, or was not inlined into any. */
int opass_routine_around(struct opass *p, struct shim_versions *b, unsigned loop);
/* Returns the scope of the function's routine if that is of an installed header; else -1. */
int opass_installed(struct opass *p, LLVMValueRef fn);

#endif
