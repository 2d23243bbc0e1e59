/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_recorded.h: what all functions that hold recorded code have in common; for the shim's C++
 * only.
 */
#ifndef ORDO_LLVM_SHIM_RECORDED_H
#define ORDO_LLVM_SHIM_RECORDED_H

#include <llvm/IR/Function.h>

/* Gives T, which holds code of F, the attributes of F that are true of it still, and those of code
 * that seldom runs. */
void shim_prepare_recorded(llvm::Function *T, const llvm::Function &F);

/* T is no routine of the program: profilers that the compiler calls at every routine (-pg,
 * -finstrument-functions) are not told of it, nor need they find a frame of it. */
void shim_hide_from_profilers(llvm::Function *T);

/* Copied code tells debuggers nothing of variables. */
void shim_drop_debug(llvm::BasicBlock *B);

/* Gives T, a function of the module's own, the convention that saves its caller's registers, on
 * LLVMs that return values right by it: until 17 a saved register was restored over the result. */
inline void shim_preserve_registers(llvm::Function *T) {
#if LLVM_VERSION_MAJOR >= 17
    T->setCallingConv(llvm::CallingConv::PreserveMost);
#else
    (void)T;
#endif
}

#endif
