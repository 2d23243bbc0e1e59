/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_equal.h: functions of the module's own that do the same, made one, over LLVM's comparison of
 * functions.
 */
#ifndef ORDO_LLVM_SHIM_EQUAL_H
#define ORDO_LLVM_SHIM_EQUAL_H

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of internal functions whose addresses nobody compares: erases those that are equal to an earlier
 * one, which takes their place; what calls different ones of equal functions becomes equal itself.
 * Erased functions are NULL in `fns` afterwards. */
void shim_merge_equal(LLVMValueRef *fns, unsigned n);

#ifdef __cplusplus
}
#endif
#endif
