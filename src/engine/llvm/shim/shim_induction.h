// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_induction.h: the variable of a loop that tells, wherever the loop is left, how many bodies
// it had. For the shim's own files.
//
// It grows, or falls, by the same constant with every body: what it grew by since the loop began,
// divided by that constant, is their number. Nothing has to be counted in the loop for that.
#ifndef ORDO_LLVM_SHIM_INDUCTION_H
#define ORDO_LLVM_SHIM_INDUCTION_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"

struct induction {
    llvm::PHINode *at_begin = nullptr; // its value as a body begins; null: the loop has none
    llvm::Value *at_end = nullptr;     // and as the next one does; null: not known, or it may wrap
    llvm::Value *start = nullptr;      // as the first one does
    uint64_t step = 0;                 // what a body adds, or takes; never zero
    bool falls = false;                // it takes

    // About how many instructions its number of bodies takes, each time the loop is left.
    unsigned price() const;
    // It grows by one from a start that has to be kept: LLVM makes one of it and a register that
    // counts, and may then compute in each body what the loop stores of it.
    bool is_made_one() const {
        return step == 1 && price();
    }
};

// That of L whose price is least; without at_begin if it has none. One that is made one with a
// register is taken only where there is no other.
induction find_induction(llvm::ScalarEvolution &SE, const llvm::Loop *L);

// At the builder, to which the value must be known: how many bodies (i64) came before the one that
// began with it. `value`: at_begin, or at_end.
llvm::Value *iterations_before(const induction &I, llvm::Value *value, llvm::IRBuilder<> &B);

#endif
