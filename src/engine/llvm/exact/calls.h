/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * calls.h: the code around a call.
 */
#ifndef ORDO_LLVM_CALLS_H
#define ORDO_LLVM_CALLS_H

#include "engine/llvm/ir/pass.h"

void opass_calls(struct opass *p, struct routine *r);
/* Makes recorded code call routines outside of the module through the runtime. To be called once
 * all recorded code is instrumented. */
void opass_dispatch(struct opass *p);

#endif
