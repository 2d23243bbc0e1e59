/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * finding_bases.h: the searches for findings, one for each basis of growth (docs/findings.md). They
 * run in this order: later ones do not repeat what earlier ones found.
 *
 * Threads: pure
 */
#ifndef ORDO_FINDING_BASES_H
#define ORDO_FINDING_BASES_H

#include "analysis/finding_search.h"

/* Totals, by the size of runs. Call it only if there is a series of runs. */
void ordo_findings_over_runs(struct ordo_finding_search *s);
/* Totals within a run, by the number of calls. */
void ordo_findings_within_run(struct ordo_finding_search *s);
/* Single calls, by their own sizes. */
void ordo_findings_in_calls(struct ordo_finding_search *s);
/* Conditional: many calls over the same data. */
void ordo_findings_of_passes(struct ordo_finding_search *s);

#endif
