/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_counts.h: counts what library routines do in production builds, where they take most of
 * the time that grows: routines that go through memory of a length that is known at their call, or
 * by their result. Calls with short lengths are not counted. Plain and recorded code count alike,
 * so that the counts depend neither on what is sampled nor on samples that are given up.
 */
#ifndef ORDO_LLVM_LIBRARY_COUNTS_H
#define ORDO_LLVM_LIBRARY_COUNTS_H

#include "gates.h"

/* At the start of the pipeline: adds a scope for each of these routines to the module. */
void opass_library_scopes(struct opass *p);
/* At its end: counts the calls in a plain or recorded function. The scope of its routine is -1 if
 * not known. Returns whether there are any. */
bool opass_library_counts(struct opass *p, struct gates *g, LLVMValueRef fn, int scope,
                          bool recorded);

#endif
