/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * version_marks.h: marks of the versions of recursive routines.
 */
#ifndef ORDO_LLVM_VERSION_MARKS_H
#define ORDO_LLVM_VERSION_MARKS_H

#include "engine/llvm/ir/pass.h"

/* Versions of a routine that are separate functions, and the routine itself, which chooses one. */
enum opass_version { OPASS_PLAIN, OPASS_RECORDED, OPASS_ENTRY };

/* Returns the index of the scope if `fn` is that version, otherwise -1. */
int opass_version_of(LLVMValueRef fn, enum opass_version version);
/* Marks a function as that version of the routine whose scope has the index. */
void opass_mark_version(struct opass *p, LLVMValueRef fn, enum opass_version version,
                        unsigned index);

#endif
