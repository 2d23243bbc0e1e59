/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * installed_calls.h: counts which routines call those routines of installed headers, such as
 * std::find, that have loops with gates, or counters of library routines, and were not inlined.
 */
#ifndef ORDO_LLVM_INSTALLED_CALLS_H
#define ORDO_LLVM_INSTALLED_CALLS_H

#include "gates.h"

/* Notes that the plain routine has gates, or counters of library routines. */
void opass_leads_to_gates(struct opass *p, LLVMValueRef fn);
/* Counts calls in the plain routines fn[0] to fn[n - 1] and in recorded code, where these routines
 * have no frames. Call it when all gates have been made. */
void opass_installed_calls(struct opass *p, struct gates *g, LLVMValueRef *fn, unsigned n);

#endif
