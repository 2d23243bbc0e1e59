// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_separate_loop.h: a routine whose loops are in the form in which they can be copied
// (shim_versions.cpp), and what is known of each. For the shim's own files.
#ifndef ORDO_LLVM_SHIM_SEPARATE_LOOP_H
#define ORDO_LLVM_SHIM_SEPARATE_LOOP_H

#include "shim_induction.h"
#include "shim_loop_facts.h"
#include "shim_tags.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <memory>
#include <vector>

// What a separate loop leaves behind: the number of a field of its result, or of its slot.
struct left_value {
    bool returned;
    unsigned field;
};

struct separate_loop {
    llvm::Loop *L = nullptr;
    llvm::Function *fn = nullptr;
    llvm::SmallVector<llvm::Value *, 8> ins;
    llvm::SmallVector<llvm::Value *, 8> derived;    // computed from them at its beginning
    llvm::SmallPtrSet<llvm::BasicBlock *, 4> tails; // outside of L, and of it
    llvm::SmallVector<llvm::BasicBlock *, 4> exits;
    // By exit: the block itself, or what follows a landing pad.
    llvm::SmallVector<llvm::BasicBlock *, 4> after;
    llvm::LandingPadInst *pad = nullptr;     // with the clauses of all of its landing pads
    bool cleans = false;                     // any of them is a cleanup
    llvm::StructType *result = nullptr;      // the way out of it, and what it leaves in registers
    llvm::StructType *outs = nullptr;        // what it leaves in memory
    llvm::SmallVector<left_value, 8> places; // of what it leaves, PHI by PHI of exit by exit
    unsigned way = 0;                        // with a pad: the field of outs that says which it was
    shim_test_blocks test;                   // that it begins with
    induction counts;                        // its bodies
    struct shim_loop_facts facts = {};

    bool holds(const llvm::BasicBlock *B) const {
        return L->contains(B) || tails.count(const_cast<llvm::BasicBlock *>(B));
    }
};

struct shim_versions {
    llvm::Function &F;
    llvm::DominatorTree DT;
    llvm::LoopInfo LI;
    llvm::AssumptionCache AC;
    llvm::TargetLibraryInfoImpl TLII;
    llvm::TargetLibraryInfo TLI;
    std::unique_ptr<llvm::ScalarEvolution> SE;
    std::vector<separate_loop> loops;
    llvm::DenseMap<const llvm::Loop *, int> number;
    llvm::DenseMap<const llvm::BasicBlock *, llvm::Loop *> tail_of;
    // shim_selectors.h
    llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 8> selections;

    explicit shim_versions(llvm::Function &f);

  private:
    bool may_be_tail(const llvm::Loop *L, const llvm::BasicBlock *E);
    void join_exits(separate_loop &s);
    llvm::BasicBlock *split_behind_pad(llvm::BasicBlock *E);
};

#endif
