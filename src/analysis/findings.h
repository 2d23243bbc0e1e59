/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings.h: the facts about growth that a user should know, most expensive first.
 *
 * A finding names the innermost scope of the user's code whose total cost outgrows n log n and
 * whose calls become more expensive. Scopes around it, and library code in it, do not repeat it
 * (docs/findings.md).
 *
 * Memory:  free it with ordo_findings_free
 * Threads: pure, reentrant
 */
#ifndef ORDO_FINDINGS_H
#define ORDO_FINDINGS_H

#include "analysis/profile_models.h"

/* Finds them. `size` chooses the size of runs by its name (NULL: the first that explains their
 * cost). */
void ordo_findings_find(const struct ordo_analysis *a, const char *size, double factor,
                        struct ordo_findings *out);
void ordo_findings_free(struct ordo_findings *f);

#endif
