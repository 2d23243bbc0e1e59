/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activation_counts.h: exact counts of the activations of small recursions in plain code
 * (production builds), in code for executables.
 *
 * Memory: the pass's. Threads: one module at a time.
 */
#ifndef ORDO_LLVM_ACTIVATION_COUNTS_H
#define ORDO_LLVM_ACTIVATION_COUNTS_H

#include "gates.h"

/* At the start of the pipeline: marks the entry of the plain version of a recursion's routine. */
void opass_mark_activations(struct opass *p, LLVMValueRef plain, unsigned scope);

/* Late, when plain and recorded code are apart: makes counters of the marks in plain code, and
 * removes the others. */
void opass_count_activations(struct opass *p, struct gates *g);

#endif
