/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_atomics.h: the accessors of std::atomic put into the routines that call them, over LLVM's
 * inliner.
 */
#ifndef ORDO_LLVM_SHIM_ATOMICS_H
#define ORDO_LLVM_SHIM_ATOMICS_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whatever the routines' optimisation attributes say. Loads and stores keep their memory orders. */
void shim_inline_atomics(LLVMModuleRef m);

#ifdef __cplusplus
}
#endif

#endif
