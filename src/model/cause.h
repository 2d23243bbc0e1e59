/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cause.h: through what a scope's cost grows: its own work, an inner loop, a routine it calls.
 *
 * Threads: reentrant
 */
#ifndef ORDO_CAUSE_H
#define ORDO_CAUSE_H

#include "model/analysis.h"

/* Fills the cause of one scope, but for its root; sizes must have been chosen. False when memory is
 * out. */
bool ordo_cause_find(struct ordo_analysis *a, uint32_t scope);

/* Fills the roots of all causes. */
void ordo_cause_find_roots(struct ordo_analysis *a);

#endif
