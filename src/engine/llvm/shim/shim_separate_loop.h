// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_separate_loop.h: data of a routine whose loops can be copied, and of each loop. Only for the
// shim; shim_versions.cpp fills it, shim_loops.cpp copies the loops.
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

// Where a separate loop leaves a value for the code after it.
struct left_value {
    bool returned;  // in the function's result; otherwise in the caller's structure (outs)
    unsigned field; // of either
};

// A loop, and the function that holds its copy.
struct separate_loop {
    llvm::Loop *L = nullptr;
    llvm::Function *fn = nullptr;                // null: the loop is not separate
    llvm::SmallVector<llvm::Value *, 8> ins;     // values that are passed to fn
    llvm::SmallVector<llvm::Value *, 8> derived; // values that fn computes from these first
    // Blocks after the loop that are copied with it (shim_versions.cpp).
    llvm::SmallPtrSet<llvm::BasicBlock *, 4> tails;
    llvm::SmallVector<llvm::BasicBlock *, 4> exits;
    // For each exit: the exit itself, or the block that follows a landing pad.
    llvm::SmallVector<llvm::BasicBlock *, 4> after;
    llvm::LandingPadInst *pad = nullptr;     // an exit's; all exits' pads have its clauses
    bool cleans = false;                     // one of these pads is a cleanup
    llvm::StructType *result = nullptr;      // number of the exit, values left in registers
    llvm::StructType *outs = nullptr;        // values left in memory; null: none
    llvm::SmallVector<left_value, 8> places; // of values, in the order of exits and their PHIs
    unsigned way = 0;                        // if there is a pad: field of outs for its exit
    shim_test_blocks test;                   // blocks of the condition at its beginning
    induction counts;                        // gives its number of iterations
    struct shim_loop_facts facts = {};

    // Is the block copied with the loop?
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
    // Blocks of landing pads, and blocks that use their selectors (shim_selectors.h).
    llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 8> selections;

    explicit shim_versions(llvm::Function &f);

  private:
    bool may_be_tail(const llvm::Loop *L, const llvm::BasicBlock *E);
    void join_exits(separate_loop &s);
    llvm::BasicBlock *split_behind_pad(llvm::BasicBlock *E);
};

#endif
