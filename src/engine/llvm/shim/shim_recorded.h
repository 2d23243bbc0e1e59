/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_recorded.h: attributes of functions that hold recorded code. Only for the shim's C++.
 */
#ifndef ORDO_LLVM_SHIM_RECORDED_H
#define ORDO_LLVM_SHIM_RECORDED_H

#include <llvm/IR/Function.h>

/* Gives T, which holds code of F, the attributes of F that still hold for it, and the attributes of
 * code that rarely runs. */
void shim_prepare_recorded(llvm::Function *T, const llvm::Function &F);

/* Removes from T, which is not a routine of the program, the calls of profilers that the compiler
 * adds to every routine (-pg, -finstrument-functions). */
void shim_hide_from_profilers(llvm::Function *T);

/* Removes debug information about variables from copied code. */
void shim_drop_debug(llvm::BasicBlock *B);

/* Gives T, an internal function, the calling convention that saves the caller's registers, if this
 * LLVM can return values by it: before LLVM 17 a saved register was restored over the result. */
inline void shim_preserve_registers(llvm::Function *T) {
#if LLVM_VERSION_MAJOR >= 17
    T->setCallingConv(llvm::CallingConv::PreserveMost);
#else
    (void)T;
#endif
}

#endif
