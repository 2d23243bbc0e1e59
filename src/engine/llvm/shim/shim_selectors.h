/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_selectors.h: finds code that selects an exception's handler. Only for the shim's C++.
 *
 * A landing pad returns a number for the handler, the selector. Its meaning is local to the
 * function: each function numbers the types that it catches. Code that compares a selector must
 * therefore stay in the function of the landing pad.
 */
#ifndef ORDO_LLVM_SHIM_SELECTORS_H
#define ORDO_LLVM_SHIM_SELECTORS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

/* Moves each query of a type's number (llvm.eh.typeid.for) in front of the uses of that number. */
void shim_localise_type_ids(llvm::Function &F);

/* Adds pairs of blocks: a landing pad's, and one that uses its selector, by a comparison or in a
 * way that cannot be followed. Resuming the exception is not a use. */
void shim_find_selections(
    llvm::Function &F,
    llvm::SmallVectorImpl<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> &out);

#endif
