/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_routines.h: bodies of whole routines as functions of their own, and functions that lead to
 * them.
 *
 * Ownership: functions are the module's.
 */
#ifndef ORDO_LLVM_SHIM_ROUTINES_H
#define ORDO_LLVM_SHIM_ROUTINES_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Moves the routine's body into a new internal function with the same parameters; what calls the
 * routine calls it still, though it is without a body. */
LLVMValueRef shim_plain_version(LLVMValueRef fn);
/* A copy of the function, without what debuggers know of it. */
LLVMValueRef shim_copy(LLVMValueRef fn);
/* A copy of the function, for recording, named after `of`: it keeps its calls, tail calls included.
 */
LLVMValueRef shim_recorded_copy(LLVMValueRef fn, LLVMValueRef of);
/* Makes the function one for recording, which seldom runs. */
void shim_record_seldom(LLVMValueRef fn);
/* A new internal function with the routine's parameters and promises, without a body; for code that
 * seldom runs. */
LLVMValueRef shim_declare_like(LLVMValueRef fn, const char *suffix);
/* Likewise, with the parameters of a plain body, for code that runs as often as that. */
LLVMValueRef shim_declare_door(LLVMValueRef fn, const char *suffix);
/* Gives the routine, without a body, `return body(arguments)` for one; returns the call. */
LLVMValueRef shim_return_call(LLVMValueRef fn, LLVMValueRef callee);

/* Makes the routine begin with `if (cond) return second(arguments)`; `cond` is computed in front
 * of `at`. */
void shim_return_call_if(LLVMValueRef cond, LLVMValueRef at, LLVMValueRef callee);

/* The function begins with these bytes of code, in front of its own. May it? Not where
 * something else has been put there, or where jumps have to find a mark. */
void shim_begin_with(LLVMValueRef fn, LLVMValueRef code);
bool shim_may_begin_with(LLVMValueRef fn);

/* A new function of that name that jumps to `fn`, of its calling convention, which does not unwind:
 * one in all that is linked together. */
LLVMValueRef shim_jump_to(LLVMValueRef fn, const char *name);
/* Likewise to the symbol, by an instruction that changes no register, for calls of any type. */
LLVMValueRef shim_bare_jump(LLVMModuleRef m, const char *symbol, const char *name);
/* The call, or invoke, becomes one of `through`, which is handed `told` as well, as a static chain
 * is. May it? Not where another one is, nor where the call is bound to be what it is. */
void shim_dispatch(LLVMValueRef call, LLVMValueRef through, LLVMValueRef extra);
bool shim_may_dispatch(LLVMValueRef call);
/* Is the function this object's own, wherever it is linked to? */
bool shim_is_local(LLVMValueRef fn);
/* The module's code can be linked into an executable only, and reaches all of it by 32 bits. */
bool shim_is_for_executables(LLVMModuleRef m);
/* Is the routine kept or dropped by the linker with others (a comdat)? */
bool shim_in_group(LLVMValueRef fn);

/* Each of these calls, with a pointer for its argument, becomes the answer (i1) whether that is not
 * null; where it is known, what is not reached any more goes too, questions among it. */
void shim_decide(LLVMValueRef *questions, unsigned n);

/* Takes all source locations from the function's code. */
void shim_drop_locations(LLVMValueRef fn);

#ifdef __cplusplus
}
#endif
#endif
