/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * late_counters.h: counters of --blocks=only, marked early and made late.
 */
#ifndef ORDO_LLVM_LATE_COUNTERS_H
#define ORDO_LLVM_LATE_COUNTERS_H

#include "engine/llvm/ir/pass.h"

/* Adds one to the counter at that address, at the builder. */
void opass_add_one(struct opass *p, LLVMValueRef at);
/* Inserts a mark at the builder, which later becomes the counter. `table` is the module's
 * __ordo_code. */
void opass_mark_counter(struct opass *p, LLVMValueRef table, unsigned counter);
/* Notes that the routine may be called from outside of the module, or by its address. */
void opass_mark_entered(struct opass *p, LLVMValueRef fn);
/* Turns the marks into counters. Needs only the module, the builder, types and hooks of p. */
void opass_make_counters(struct opass *p);

#endif
