/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_move.h: moves a routine's code to an internal function. Only for the shim's C++.
 */
#ifndef ORDO_LLVM_SHIM_MOVE_H
#define ORDO_LLVM_SHIM_MOVE_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

/* Returns the new function, named after F. F becomes a declaration, without the names of its
 * arguments, its subprogram and its personality function. */
inline llvm::Function *shim_move_out(llvm::Function *F, const char *suffix) {
    using namespace llvm;
    Function *P = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage,
                                   F->getAddressSpace(), F->getName() + suffix, F->getParent());
    P->copyAttributesFrom(F);
    P->setLinkage(GlobalValue::InternalLinkage);
    P->setVisibility(GlobalValue::DefaultVisibility);
    P->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    P->setDSOLocal(true);
    P->splice(P->begin(), F);
    for (auto from = F->arg_begin(), to = P->arg_begin(); from != F->arg_end(); ++from, ++to) {
        to->takeName(&*from);
        from->replaceAllUsesWith(&*to);
    }
    P->setSubprogram(F->getSubprogram());
    F->setSubprogram(nullptr);
    F->setPersonalityFn(nullptr);
    return P;
}

#endif
