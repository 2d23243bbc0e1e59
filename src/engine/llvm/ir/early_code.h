/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * early_code.h: code that runs before the program is ready for Ordo's code.
 */
#ifndef ORDO_LLVM_EARLY_CODE_H
#define ORDO_LLVM_EARLY_CODE_H

#include "pass.h"

/* Marks code that runs before the program is ready for Ordo's code. First of all. */
void opass_find_early(struct opass *p);
/* Must the function stay without Ordo's code, because it is so marked or naked? */
bool opass_stays(LLVMValueRef fn);

#endif
