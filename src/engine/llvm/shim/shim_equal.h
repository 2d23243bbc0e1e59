/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_equal.h: merges equal functions, using LLVM's comparison of functions.
 */
#ifndef ORDO_LLVM_SHIM_EQUAL_H
#define ORDO_LLVM_SHIM_EQUAL_H

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces each function that is equal to an earlier one by that one, erases it and sets its entry
 * in `fns` to NULL. Callers that differ only in which of the equal functions they call are then
 * merged too. The functions must be internal, and the program must not compare their addresses. */
void shim_merge_equal(LLVMValueRef *fns, unsigned n);

#ifdef __cplusplus
}
#endif
#endif
