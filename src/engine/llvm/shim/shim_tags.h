// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_tags.h: tags that loops get before optimisation, and what they mean after it. Only for the
// shim; shim.h has shim_tag_loop for the pass.
#ifndef ORDO_LLVM_SHIM_TAGS_H
#define ORDO_LLVM_SHIM_TAGS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"

// Does what shim_tag_loop does. `condition`: the block of the loop statement's branch; NULL:
// unknown.
void shim_note_scope(const llvm::Loop *L, const llvm::BasicBlock *condition, unsigned scope,
                     bool wanted);

// Does what shim_allow_peeling does.
void shim_forget_peeling(llvm::Function &F);

// Returns the tag on a latch, and in `of_loop` the latch's whole loop metadata. NULL: it has no
// tag.
llvm::MDNode *shim_loop_note(const llvm::BasicBlock *latch, llvm::MDNode **of_loop = nullptr);

// Returns the index of the loop's scope; -1: the loop has no tag, and `wanted` is not written.
// `wanted`: it may have a gate.
int shim_scope_of(const llvm::Loop *L, bool *wanted = nullptr);

// Returns the blocks at the beginning of the loop that decide whether another iteration follows:
// those of the source's condition, and the header if it may leave the loop and the latch may not.
// None: the loop begins with its body.
using shim_test_blocks = llvm::SmallSetVector<llvm::BasicBlock *, 4>;
shim_test_blocks shim_test_of(const llvm::Loop *L);

// Is the loop's header a part of its condition that may leave the loop?
bool shim_begins_with_condition(const llvm::Loop *L);

// Removes the tag of the test from the latch of a loop that LLVM has rotated. Rotation puts a copy
// of the test in front of the loop and leaves the tagged test at the loop's end. The loop was
// rotated if its header is no longer `former_header`.
void shim_forget_test_of_rotated(llvm::Loop *L, const llvm::BasicBlock *former_header);

#endif
