/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gates.h: the checks of plain code before loops and recursions.
 */
#ifndef ORDO_LLVM_GATES_H
#define ORDO_LLVM_GATES_H

#include "engine/llvm/ir/pass.h"

/* The gates of a module. */
struct gates;

struct gates *opass_gates_new(struct opass *p);
/* Makes a gate for the loop, which has a separate recorded version. The last argument is the number
 * of iterations, from shim_iterations_entered. `caller`: the scope of the routine that the loop was
 * inlined into, if that is to be known, or -1. */
void opass_gate_loop(struct opass *p, struct gates *g, struct shim_versions *b, unsigned loop,
                     int caller, LLVMValueRef iterations);
/* Makes a gate for calls of the scope's recursion and returns its number. The gate is used at
 * several places. The other functions return an i1, computed in front of `at`. is_due: counts the
 * execution down; must the runtime be asked? takes: asks the runtime; is this execution recorded?
 * asks: counts down and asks the runtime if due; is this execution recorded? */
unsigned opass_gate_calls(struct opass *p, struct gates *g, unsigned scope);
LLVMValueRef opass_gate_is_due(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_takes(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_asks(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
/* Builds: adds to what the library routine `scope` did for the routine `caller` in one more call,
 * in plain or recorded code. */
void opass_gate_library(struct opass *p, struct gates *g, unsigned scope, unsigned caller,
                        LLVMValueRef bytes, bool recorded);
/* Builds: counts an activation of the recursive routine `scope`. */
void opass_gate_activation(struct opass *p, struct gates *g, unsigned scope);
/* Builds: counts a call of the routine `scope` by the routine `caller`, in plain or recorded code.
 */
void opass_gate_call(struct opass *p, struct gates *g, unsigned scope, unsigned caller,
                     bool recorded);
/* In recorded code, in front of `at`: computes whether a sample is being recorded. */
LLVMValueRef opass_is_sampling(struct opass *p, LLVMValueRef at);
/* Returns the address, relative to GS, of the word that says so. For executables only. */
LLVMValueRef opass_sampling_by_segment(struct opass *p);
/* In plain code: makes the routine of `at` continue in its recorded version while a sample is being
 * recorded. */
void opass_enter_recorded(struct opass *p, LLVMValueRef recorded, LLVMValueRef at);
/* Ends samples that an exception or a longjmp left, at the places where plain code continues after
 * it. Returns false if there is no such place. */
bool opass_sample_left(struct opass *p, LLVMValueRef fn);
/* Defines the module's tables of gates. */
void opass_gates_define(struct opass *p, struct gates *g);

#endif
