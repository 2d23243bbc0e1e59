// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_induction.h: finds a variable of a loop that gives its number of iterations at every exit.
// Only for the shim.
//
// The variable grows, or falls, by the same constant in every iteration. Its growth since the loop
// began, divided by that constant, is the number of iterations, so that the loop needs no counter.
#ifndef ORDO_LLVM_SHIM_INDUCTION_H
#define ORDO_LLVM_SHIM_INDUCTION_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"

struct induction {
    llvm::PHINode *at_begin = nullptr; // value as an iteration begins; null: there is no variable
    llvm::Value *at_end = nullptr;     // value as it ends; null: unknown, or it may wrap
    llvm::Value *start = nullptr;      // value as the first iteration begins
    uint64_t step = 0;                 // change per iteration, absolute; never zero
    bool falls = false;                // the change is negative

    // Returns about how many instructions each exit needs to compute the number of iterations.
    unsigned price() const;
    // Does it grow by one from a start that has to be kept? LLVM merges such a variable and a
    // counter in a register into one, and may then compute in each iteration a value that the loop
    // stores.
    bool is_made_one() const {
        return step == 1 && price();
    }
};

// Returns the variable of L with the lowest price; at_begin is null if there is none. One that
// is_made_one is returned only if there is no other.
induction find_induction(llvm::ScalarEvolution &SE, const llvm::Loop *L);

// Builds the number of iterations (i64) before the one that begins with `value`, which is at_begin
// or at_end and dominates the builder's position.
llvm::Value *iterations_before(const induction &I, llvm::Value *value, llvm::IRBuilder<> &B);

#endif
