/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_versions.h: brings a routine and its loops into the form in which they can be copied.
 *
 * Ownership: struct shim_versions is freed by shim_versions_free.
 */
#ifndef ORDO_LLVM_SHIM_VERSIONS_H
#define ORDO_LLVM_SHIM_VERSIONS_H

#include "shim_loop_facts.h"

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Not split yet: no code can be added to it. */
bool shim_is_coroutine(LLVMValueRef fn);
/* May the routine have a second body (shim_recorded_version)? If not: why. */
const char *shim_uncopyable(LLVMValueRef fn);
/* Does it jump to labels by their addresses? These stay the addresses of its own labels in all
 * bodies. */
bool shim_has_computed_jumps(LLVMValueRef fn);

/* Brings the loops of code that is to be recorded into the form in which those of plain code are
 * counted. */
void shim_form_loops(LLVMValueRef fn);

/* Sets grows[s] where a loop of scope s in the routine may have more than `few` bodies an
 * execution. */
void shim_find_growing(LLVMValueRef fn, unsigned few, bool *grows);

struct shim_versions;
struct shim_versions *shim_versions_new(LLVMValueRef fn);
void shim_versions_free(struct shim_versions *b);
unsigned shim_versions_loops(struct shim_versions *b); /* in preorder */
void shim_versions_loop(struct shim_versions *b, unsigned loop, struct shim_loop_facts *out);

#ifdef __cplusplus
}
#endif
#endif
