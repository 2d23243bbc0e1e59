// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_selectors.cpp: finds uses of exceptions' selectors (see shim_selectors.h).
//
// A selector is followed from its landing pad through PHIs, through pairs with the exception, and
// through the local variable that unoptimised code keeps it in.

#include "shim_selectors.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

void shim_localise_type_ids(Function &F) {
    SmallVector<IntrinsicInst *, 4> ids;
    for (Instruction &I : instructions(F))
        if (auto *C = dyn_cast<IntrinsicInst>(&I))
            if (C->getIntrinsicID() == Intrinsic::eh_typeid_for) ids.push_back(C);
    for (IntrinsicInst *C : ids) {
        SmallVector<Use *, 4> uses;
        for (Use &U : C->uses()) uses.push_back(&U);
        for (Use *U : uses) {
            auto *user = cast<Instruction>(U->getUser());
            if (auto *P = dyn_cast<PHINode>(user)) user = P->getIncomingBlock(*U)->getTerminator();
            Instruction *N = C->clone();
            N->insertBefore(user);
            U->set(N);
        }
        C->eraseFromParent();
    }
}

// Is the variable only loaded and stored, apart from lifetime markers?
static bool is_plain_variable(AllocaInst *A) {
    for (User *U : A->users()) {
        if (auto *S = dyn_cast<StoreInst>(U)) {
            if (S->getValueOperand() == A) return false;
        } else if (auto *C = dyn_cast<IntrinsicInst>(U)) {
            if (!C->isLifetimeStartOrEnd()) return false;
        } else if (!isa<LoadInst>(U)) {
            return false;
        }
    }
    return true;
}

void shim_find_selections(Function &F,
                          SmallVectorImpl<std::pair<BasicBlock *, BasicBlock *>> &out) {
    for (BasicBlock &B : F) {
        LandingPadInst *pad = B.getLandingPadInst();
        if (!pad || pad->getNumClauses() == 0) continue;
        SetVector<Value *> values;
        values.insert(pad);
        for (unsigned i = 0; i < values.size(); i++)
            for (User *U : values[i]->users()) {
                auto *I = cast<Instruction>(U);
                auto *store = dyn_cast<StoreInst>(I);
                auto *variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
                if (auto *X = dyn_cast<ExtractValueInst>(I)) {
                    if (X->getIndices()[0] == 1) values.insert(X);
                } else if (isa<PHINode>(I) || isa<InsertValueInst>(I) || isa<SelectInst>(I) ||
                           isa<FreezeInst>(I)) {
                    values.insert(I);
                } else if (variable && is_plain_variable(variable)) {
                    for (User *L : variable->users())
                        if (isa<LoadInst>(L)) values.insert(L);
                } else if (!isa<ResumeInst>(I)) {
                    out.push_back({&B, I->getParent()});
                }
            }
    }
}
