// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_atomics.cpp: see shim_atomics.h.
//
// A link is identified by the record that it is a member of. That record is known where the
// accessor is called (`node->next[i].load()`). Inside the accessor it is a pointer in any
// std::atomic.

#include "shim_atomics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

// Is it a member of std::atomic or of one of its bases, or a function such as std::atomic_load?
// Functions that wait are not included.
static bool is_accessor(const Function *F) {
    if (!F || F->isDeclaration() || F->isInterposable()) return false;
    StringRef name = F->getName();
    for (StringRef standard : {"_ZNSt", "_ZNKSt", "_ZNVSt", "_ZNVKSt", "_ZSt"})
        if (name.substr(0, standard.size()) == standard)
            return name.contains("atomic") && !name.contains("wait") && !name.contains("_Sp_");
    return false;
}

extern "C" void shim_inline_atomics(LLVMModuleRef m) {
    SmallVector<CallBase *, 16> pending;
    for (Function &F : *unwrap(m)) {
        if (is_accessor(&F)) continue;
        for (BasicBlock &B : F)
            for (Instruction &I : B)
                if (auto *call = dyn_cast<CallBase>(&I))
                    if (is_accessor(call->getCalledFunction())) pending.push_back(call);
    }
    while (!pending.empty()) {
        CallBase *call = pending.pop_back_val();
        InlineFunctionInfo info;
        if (!InlineFunction(*call, info).isSuccess()) continue;
        for (CallBase *inner : info.InlinedCallSites)
            if (is_accessor(inner->getCalledFunction())) pending.push_back(inner);
    }
}
