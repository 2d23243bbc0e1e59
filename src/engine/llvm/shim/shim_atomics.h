/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_atomics.h: inlines the accessors of std::atomic.
 */
#ifndef ORDO_LLVM_SHIM_ATOMICS_H
#define ORDO_LLVM_SHIM_ATOMICS_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inlines them in all routines, whatever the optimisation attributes of these are. Loads and stores
 * keep their memory orders. */
void shim_inline_atomics(LLVMModuleRef m);

#ifdef __cplusplus
}
#endif

#endif
