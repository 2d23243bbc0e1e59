/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_counts.h: counts what library routines do for plain code of production builds, where they
 * take most of the time that grows: routines that go through memory of a length that is known at
 * their call, or by their result. Short lengths are not counted.
 */
#ifndef ORDO_LLVM_LIBRARY_COUNTS_H
#define ORDO_LLVM_LIBRARY_COUNTS_H

#include "gates.h"

/* At the start of the pipeline: adds a scope for each of these routines to the module. */
void opass_library_scopes(struct opass *p);
/* At its end: counts the calls in a plain routine. Its own scope is -1 if not known. Returns
 * whether there are any. */
bool opass_library_counts(struct opass *p, struct gates *g, LLVMValueRef fn, int scope);

#endif
