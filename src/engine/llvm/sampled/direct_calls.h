/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * direct_calls.h: recorded versions that callers choose.
 */
#ifndef ORDO_LLVM_DIRECT_CALLS_H
#define ORDO_LLVM_DIRECT_CALLS_H

#include "engine/llvm/ir/pass.h"

/* Can callers in recorded code choose the recorded version themselves? If so, they do: callers in
 * the module by name, once all of them are instrumented (opass_call_recorded); other callers
 * through the runtime (found_versions). */
bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded);
/* Notes that recorded code calls `recorded` in place of `plain`. opass_ask_when_recorded then makes
 * `recorded` check at its start whether a sample is being recorded, once all of it is instrumented.
 */
void opass_goes_on_in(struct opass *p, LLVMValueRef recorded, LLVMValueRef plain);
void opass_ask_when_recorded(struct opass *p, LLVMValueRef recorded);
/* Is the routine local to the module, and used only in calls by name? */
bool opass_only_called(LLVMValueRef fn);
void opass_call_recorded(struct opass *p, LLVMValueRef fn);

#endif
