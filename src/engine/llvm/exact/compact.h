/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compact.h: instrumentation by calls in place of code.
 */
#ifndef ORDO_LLVM_COMPACT_H
#define ORDO_LLVM_COMPACT_H

#include "engine/llvm/ir/pass.h"

/* Decides where the pass inserts calls in place of code. */
void opass_compact_decide(struct opass *p, struct routine *r);

enum opass_piece { OPASS_AT_CALLS, OPASS_AT_BIRTHS, OPASS_AT_ACCESSES };

/* Returns whether a piece is compact. `repeated`: it is in a loop. */
bool opass_is_compact(const struct routine *r, bool repeated, enum opass_piece at);

/* Inserts, before `before`, a call of the module's function for pieces of this kind and size. If
 * the function is new, `body` writes its code before `end`: r->fn is the function, whose two
 * parameters are `args`. `switches`: it may switch to another thread state, as __ordo_unwind does.
 */
typedef void (*opass_compact_body)(struct opass *p, struct routine *r, LLVMValueRef end,
                                   uint64_t size);
void opass_compact_call(struct opass *p, LLVMValueRef before, const char *kind, uint64_t size,
                        opass_compact_body body, LLVMValueRef *args, bool switches);
/* The same for the entry of a scope. `args` are the thread and the scope; r->thread is the thread.
 * Returns the frame. */
typedef LLVMValueRef (*opass_compact_entry_body)(struct opass *p, struct routine *r,
                                                 LLVMValueRef end);
LLVMValueRef opass_compact_entry(struct opass *p, LLVMValueRef before, const char *kind,
                                 opass_compact_entry_body body, LLVMValueRef *args);

#endif
