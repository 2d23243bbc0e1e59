/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callgraph.h: folded routines and recursion groups.
 */
#ifndef ORDO_LLVM_CALLGRAPH_H
#define ORDO_LLVM_CALLGRAPH_H

#include "engine/llvm/ir/pass.h"

/* Decides which routines are folded and finds recursion groups. */
void opass_callgraph(struct opass *p);
/* Marks, by number of the routine, all routines that a marked routine calls, directly or through
 * others. `backwards`: all routines that call a marked one. */
void opass_calls_spread(struct opass *p, bool *marked, bool backwards);
/* Is the routine used in the module except in direct calls? */
bool opass_address_taken(LLVMValueRef fn);
/* Does the call return exactly once, whatever happens in it? False if c is NULL. */
bool opass_call_returns(const struct call *c);

#endif
