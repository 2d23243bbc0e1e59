/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_loops.h: makes recorded versions of routines and loops, and counts iterations of plain
 * loops.
 *
 * A separate loop is a function that holds a copy of a loop's code. Inner loops that are separate
 * too are calls in it. Its parameters are the values that the loop takes from its routine. The
 * number of the exit that the loop took, and the values that the code after the loop needs, are its
 * result; values that do not fit there are stored to a structure that the last parameter points to.
 * A routine's recorded version is a copy of the routine in which separate loops are calls.
 *
 * Order of calls: shim_versions_new; shim_iterations_entered of all loops; shim_separate_loop,
 * inner loops first; shim_recorded_version; then for each loop, inner loops first, the functions
 * that count and shim_divert. Up to shim_recorded_version the routine does not change, except that
 * its loops get the canonical form and that shim_iterations_entered inserts code in front of them.
 * The code that these functions make is marked as Ordo's (shim_is_own).
 *
 * Ownership: the functions that are made belong to the module.
 */
#ifndef ORDO_LLVM_SHIM_LOOPS_H
#define ORDO_LLVM_SHIM_LOOPS_H

#include "shim_versions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns a function that holds a copy of the loop. The loop must have no obstacle. */
LLVMValueRef shim_separate_loop(struct shim_versions *b, unsigned loop);
/* Returns a copy of the routine that calls its separate loops. */
LLVMValueRef shim_recorded_version(struct shim_versions *b);

/* Returns the last instruction in front of the loop. */
LLVMValueRef shim_loop_entry(struct shim_versions *b, unsigned loop);
/* Computes, at the loop's entry, the number of iterations (i64) that the next execution will have;
 * NULL if that is unknown or costs too much. */
LLVMValueRef shim_iterations_entered(struct shim_versions *b, unsigned loop);
/* Returns the instruction that every iteration begins with; NULL: there is no such place. */
LLVMValueRef shim_iteration_begins(struct shim_versions *b, unsigned loop);
/* Returns the jump back to the next iteration; NULL unless each execution has at least one
 * iteration and the jump is unconditional. */
LLVMValueRef shim_iteration_repeats(struct shim_versions *b, unsigned loop);
/* Counts iterations by an induction variable if that is cheaper, otherwise in a register. Writes
 * one entry for each exit, at most `max`: in front of at[i], behind the exit, counts[i] (i64) is
 * the number of iterations. Returns the number of entries. */
unsigned shim_exit_counts(struct shim_versions *b, unsigned loop, LLVMValueRef *at,
                          LLVMValueRef *counts, unsigned max);
/* Returns a new block that calls the separate loop and then goes on where the loop would. */
LLVMBasicBlockRef shim_divert(struct shim_versions *b, unsigned loop);

/* Did one of these functions make the instruction, or was it marked as Ordo's? */
bool shim_is_own(LLVMValueRef inst);
void shim_mark_own(LLVMValueRef inst);

#ifdef __cplusplus
}
#endif
#endif
