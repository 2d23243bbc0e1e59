/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_routines.h: makes plain and recorded versions of whole routines, and functions that call or
 * jump to them.
 *
 * Ownership: functions belong to the module.
 */
#ifndef ORDO_LLVM_SHIM_ROUTINES_H
#define ORDO_LLVM_SHIM_ROUTINES_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Moves the routine's code to a new internal function with the same parameters, the plain version,
 * and returns that. The routine becomes a declaration, which is still what its callers call. */
LLVMValueRef shim_plain_version(LLVMValueRef fn);
/* Returns a copy of the function without debug information. */
LLVMValueRef shim_copy(LLVMValueRef fn);
/* Returns a copy of the function as the recorded version of `of`. LLVM will not turn its calls into
 * tail calls. */
LLVMValueRef shim_recorded_copy(LLVMValueRef fn, LLVMValueRef of);
/* Turns the function into a recorded version, which rarely runs. */
void shim_record_seldom(LLVMValueRef fn);
/* Declares an internal function with the routine's parameters and attributes, for code that rarely
 * runs. */
LLVMValueRef shim_declare_like(LLVMValueRef fn, const char *suffix);
/* Declares an internal function with the parameters of a plain version, for code that runs as often
 * as the plain version. */
LLVMValueRef shim_declare_door(LLVMValueRef fn, const char *suffix);
/* Defines a declared function as `return callee(arguments)`; returns the call. */
LLVMValueRef shim_return_call(LLVMValueRef fn, LLVMValueRef callee);

/* Inserts `if (cond) return callee(arguments)` in front of `at`. */
void shim_return_call_if(LLVMValueRef cond, LLVMValueRef at, LLVMValueRef callee);

/* Puts these bytes of machine code at the function's start. shim_may_begin_with is false if
 * something else is to be put there, or if indirect jumps need a mark there. */
void shim_begin_with(LLVMValueRef fn, LLVMValueRef code);
bool shim_may_begin_with(LLVMValueRef fn);

/* Defines a function of that name that jumps to `fn`. It has the calling convention of `fn`, does
 * not unwind, and occurs once in a linked program or library. */
LLVMValueRef shim_jump_to(LLVMValueRef fn, const char *name);
/* Does the same for a symbol, by one instruction that changes no register, so that calls of any
 * type can use it. */
LLVMValueRef shim_bare_jump(LLVMModuleRef m, const char *symbol, const char *name);
/* Replaces the call, or invoke, by one of `through`, which gets `extra` in the register of a static
 * chain. shim_may_dispatch is false if the call has a static chain already or cannot be changed. */
void shim_dispatch(LLVMValueRef call, LLVMValueRef through, LLVMValueRef extra);
bool shim_may_dispatch(LLVMValueRef call);
/* Does the function's name always lead to the one in the same linked object? */
bool shim_is_local(LLVMValueRef fn);
/* Can the module only be linked into an executable, with all code in reach of 32-bit offsets? */
bool shim_is_for_executables(LLVMModuleRef m);
/* Does the linker keep or drop the routine together with others (a comdat)? */
bool shim_in_group(LLVMValueRef fn);

/* Replaces each of these calls by i1: is its argument, a pointer, not null? If the answer is a
 * constant, removes the code that can no longer be reached, which may include other questions. */
void shim_decide(LLVMValueRef *questions, unsigned n);

/* Removes all source locations from the function's code. */
void shim_drop_locations(LLVMValueRef fn);

#ifdef __cplusplus
}
#endif
#endif
