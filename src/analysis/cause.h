/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cause.h: finds what a scope's growth comes from: its own work, an inner loop or a callee.
 *
 * Threads: reentrant
 */
#ifndef ORDO_CAUSE_H
#define ORDO_CAUSE_H

#include "analysis/profile_models.h"

/* Sets the cause of one scope, except its root. Sizes must have been chosen. */
void ordo_cause_find(struct ordo_analysis *a, uint32_t scope);

/* Sets the roots of all causes. */
void ordo_cause_find_roots(struct ordo_analysis *a);

#endif
