/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_versions.h: versions of the routines of recursions.
 */
#ifndef ORDO_LLVM_RECURSION_VERSIONS_H
#define ORDO_LLVM_RECURSION_VERSIONS_H

#include "engine/llvm/ir/pass.h"

/* The name of the mark that stands for an entry's decision until it becomes a gate. */
#define OPASS_RECURSION_MARK "__ordo_recursion_entered"
/* At the start of the pipeline, after collecting and marking: splits the routines of cycles. */
void opass_split_recursions(struct opass *p);
/* Makes the call, or invoke, one of `fn`, which has the same type. */
void opass_call_instead(LLVMValueRef call, LLVMValueRef fn);
/* Late: makes calls of recorded code within a cycle call the recorded version while a sample is
 * being recorded, otherwise the plain version. */
void opass_choose_within(struct opass *p, LLVMValueRef fn);

#endif
