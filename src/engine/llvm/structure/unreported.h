/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unreported.h: code that is executed only while accesses need to be reported.
 */
#ifndef ORDO_LLVM_UNREPORTED_H
#define ORDO_LLVM_UNREPORTED_H

#include "engine/llvm/ir/pass.h"

/* Moves the builder before `at`, to code that is executed only while T->unreported is 0. */
void opass_if_reported(struct opass *p, struct routine *r, LLVMValueRef at);

#endif
