/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_selectors.h: which handler takes an exception; for the shim's C++ only.
 *
 * A landing pad gives a number for it, the selector, that only the function of the pad understands:
 * every function numbers the types that it catches. Code that compares it belongs to that function.
 */
#ifndef ORDO_LLVM_SHIM_SELECTORS_H
#define ORDO_LLVM_SHIM_SELECTORS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

/* The numbers of types (llvm.eh.typeid.for) are asked for in front of each use of one. */
void shim_localise_type_ids(llvm::Function &F);

/* Adds the pairs of a landing pad's block and one whose code looks at its selector: compares it, or
 * does with it what cannot be followed. Letting the exception go on is no look at it. */
void shim_find_selections(
    llvm::Function &F,
    llvm::SmallVectorImpl<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> &out);

#endif
