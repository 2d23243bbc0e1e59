/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_versions.h: prepares a routine and its loops for copying, and says what prevents it.
 *
 * Ownership: shim_versions_free frees struct shim_versions; strings are constants.
 */
#ifndef ORDO_LLVM_SHIM_VERSIONS_H
#define ORDO_LLVM_SHIM_VERSIONS_H

#include "shim_loop_facts.h"

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Is the function a coroutine that LLVM has not split yet? No code can be added to one. */
bool shim_is_coroutine(LLVMValueRef fn);
/* Returns why the routine cannot have a recorded version; NULL: it can. */
const char *shim_uncopyable(LLVMValueRef fn);
/* Does the routine jump to labels by their addresses? In all of its copies these remain the
 * addresses of its own labels. */
bool shim_has_computed_jumps(LLVMValueRef fn);

/* Brings the loops of a recorded version into the form that loops of plain code have when their
 * iterations are counted. */
void shim_form_loops(LLVMValueRef fn);

/* Sets grows[s] if a loop of scope s in the routine may have more than `few` iterations in one
 * execution. */
void shim_find_growing(LLVMValueRef fn, unsigned few, bool *grows);

/* Brings the routine's loops into the form in which they can be copied, and finds their facts. */
struct shim_versions;
struct shim_versions *shim_versions_new(LLVMValueRef fn);
void shim_versions_free(struct shim_versions *b);
/* Returns the number of loops. They are numbered in preorder. */
unsigned shim_versions_loops(struct shim_versions *b);
void shim_versions_loop(struct shim_versions *b, unsigned loop, struct shim_loop_facts *out);

#ifdef __cplusplus
}
#endif
#endif
