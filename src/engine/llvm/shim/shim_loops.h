/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_loops.h: second bodies of routines and loops, over LLVM's loop utilities and cloning.
 *
 * A separate loop is a function of its own that holds a copy of a loop's code; copies of the loops
 * in it that are separate too are calls. Its arguments are the values that the loop takes from its
 * routine; those that the loop leaves behind are stored where the last argument points to; it
 * returns by which of the loop's exits it was left. A second body is a copy of a whole routine, in
 * which separate loops are calls.
 *
 * The order: shim_versions_new; shim_separate_loop, children first; shim_recorded_version; then of
 * all loops shim_iterations_entered; then, children first, shim_exit_counts and shim_divert.
 * Everything up to shim_recorded_version leaves the routine as it is, but for the canonical form of
 * its loops. Code that these functions make is marked as the pass's own (shim_is_own).
 *
 * Ownership: struct shim_versions is freed by shim_versions_free; functions are the module's.
 */
#ifndef ORDO_LLVM_SHIM_LOOPS_H
#define ORDO_LLVM_SHIM_LOOPS_H

#include "shim_versions.h"

#ifdef __cplusplus
extern "C" {
#endif

LLVMValueRef shim_separate_loop(struct shim_versions *b, unsigned loop);
LLVMValueRef shim_recorded_version(struct shim_versions *b);

/* The last instruction in front of the loop. */
LLVMValueRef shim_loop_entry(struct shim_versions *b, unsigned loop);
/* At the loop's entry: the bodies that the coming execution will enter (i64), where that can be
 * told at small cost; else NULL. */
LLVMValueRef shim_iterations_entered(struct shim_versions *b, unsigned loop);
/* In front of the first instruction of every body, where there is such a place; else NULL. */
LLVMValueRef shim_iteration_begins(struct shim_versions *b, unsigned loop);
/* In front of the last instruction of every body that another one follows, where each execution
 * begins with a body and there is such a place; else NULL. */
LLVMValueRef shim_iteration_repeats(struct shim_versions *b, unsigned loop);
/* Tells bodies by what grows with them, if that tells best, else counts them in a register: in the
 * `at`s, each before the first instruction after an exit, the `counts` are their number (i64).
 * Returns how many there are. */
unsigned shim_exit_counts(struct shim_versions *b, unsigned loop, LLVMValueRef *at,
                          LLVMValueRef *counts, unsigned max);
/* A block that runs the separate loop in place of the loop. */
LLVMBasicBlockRef shim_divert(struct shim_versions *b, unsigned loop);

bool shim_is_own(LLVMValueRef inst);

#ifdef __cplusplus
}
#endif
#endif
