/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cause.h: through what a scope's cost grows: its own work, an inner loop, a routine it calls.
 *
 * Threads: reentrant
 */
#ifndef ORDO_CAUSE_H
#define ORDO_CAUSE_H

#include "model/analysis.h"

/* Fills cause of every scope of a fitted analysis. False when memory is out. */
bool ordo_cause_find_all(struct ordo_analysis *a);

#endif
