// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_tags.h: what is noted on loops before the optimiser (shim_loops.h: shim_tag_loop) and what
// it says after it. For the shim's own files.
#ifndef ORDO_LLVM_SHIM_TAGS_H
#define ORDO_LLVM_SHIM_TAGS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"

// shim_tag_loop, of a loop that is tested in this block before each body (NULL: none is known).
void shim_note_scope(const llvm::Loop *L, const llvm::BasicBlock *condition, unsigned scope,
                     bool wanted);

// What is noted on a block that jumps back to its loop's first, and all that is said of the loop
// there; NULL: nothing is noted.
llvm::MDNode *shim_loop_note(const llvm::BasicBlock *latch, llvm::MDNode **of_loop = nullptr);

// The scope that the loop is; -1: it was not tagged. `wanted`, unless NULL or -1: it may have a
// gate.
int shim_scope_of(const llvm::Loop *L, bool *wanted = nullptr);

// The blocks that a loop begins with before it is known whether a body follows: those of its
// condition, as the source has it, or its first block, where that may leave it and its last one may
// not. None: the loop is entered at its body.
using shim_test_blocks = llvm::SmallSetVector<llvm::BasicBlock *, 4>;
shim_test_blocks shim_test_of(const llvm::Loop *L);

// Is the loop's first block a part of its condition that may leave the loop?
bool shim_begins_with_condition(const llvm::Loop *L);

// LLVM's loop rotation puts a copy of the test in front of the loop and leaves the test, note and
// all, at the loop's end: it is told by what happens to the loop's header.
void shim_forget_test_of_rotated(llvm::Loop *L, const llvm::BasicBlock *former_header);

#endif
