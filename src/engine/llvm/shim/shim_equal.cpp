// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_equal.cpp: merges equal functions (see shim_equal.h).
//
// Candidates have the same hash of their structure; they are merged if LLVM's comparison finds them
// equal. This is repeated until nothing is merged, because functions that call merged ones may have
// become equal. Functions of different comdats are not merged, because the linker may drop one.

#include "shim_equal.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

#include <map>

using namespace llvm;

// Removes metadata about probabilities and aliases: it differs between copies of one loop, and is
// of no use between calls of hooks.
static void drop_beliefs(Function &F) {
    for (BasicBlock &B : F)
        for (Instruction &I : B) I.dropUnknownNonDebugMetadata(LLVMContext::MD_loop);
}

static bool equal(Function *A, Function *B, GlobalNumberState &numbers) {
    return A->getComdat() == B->getComdat() && FunctionComparator(A, B, &numbers).compare() == 0;
}

static uint64_t shape_of(Function *F) {
#if LLVM_VERSION_MAJOR >= 17
    return StructuralHash(*F);
#else
    return FunctionComparator::functionHash(*F);
#endif
}

static bool merge_round(LLVMValueRef *fns, unsigned n, GlobalNumberState &numbers) {
    std::map<uint64_t, SmallVector<Function *, 4>> kept;
    bool merged = false;
    for (unsigned i = 0; i < n; i++) {
        if (!fns[i]) continue;
        Function *F = unwrap<Function>(fns[i]);
        auto &alike = kept[shape_of(F)];
        Function *same = nullptr;
        for (Function *K : alike)
            if (!same && equal(K, F, numbers)) same = K;
        if (!same) {
            alike.push_back(F);
            continue;
        }
        F->replaceAllUsesWith(same);
        numbers.erase(F);
        F->eraseFromParent();
        fns[i] = nullptr;
        merged = true;
    }
    return merged;
}

extern "C" void shim_merge_equal(LLVMValueRef *fns, unsigned n) {
    GlobalNumberState numbers;
    for (unsigned i = 0; i < n; i++) drop_beliefs(*unwrap<Function>(fns[i]));
    while (merge_round(fns, n, numbers)) continue;
}
