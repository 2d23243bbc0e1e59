/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings_summary.h: what a report says about its findings as a whole, in words.
 *
 * Shapes:  texts may have line breaks, but do not end with one; commands are between backticks
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_FINDINGS_SUMMARY_H
#define ORDO_FINDINGS_SUMMARY_H

#include "analysis/analysis.h"
#include "base/text.h"

/* Says that nothing was found, what could be judged, and which rows of the table seem to say
 * otherwise. */
void ordo_findings_none_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii);
/* Says that the findings are not about all runs; adds nothing if they are. */
void ordo_findings_left_out_add(struct ordo_text *t, const struct ordo_profile *p,
                                const struct ordo_findings *all);
/* Says how much more the larger of two sizes of runs cost. Names scopes with much of the largest
 * run of a series whose growth the runs do not show, or of one or two production runs whose growth
 * no sample shows, or a loop of a single run whose calls changed in size; adds nothing if there are
 * none. */
void ordo_findings_unjudged_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii);
/* Says that memory grows too fast, and where; adds nothing if it is not known to. */
void ordo_findings_memory_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii);
/* "at 10x the input (n = 20,000), a run costs 101 times as much: 511.2 M blocks (95 %: 470 M to
 * 556 M)"; nothing if the profile has no series of runs. */
void ordo_findings_prediction_add(struct ordo_text *t, const struct ordo_profile *p,
                                  const struct ordo_findings *all);

/* Whether `ordo tree` recorded the profile, from structure builds only: sizes are those of
 * structures, and no scope has points. */
bool ordo_findings_are_algorithms(const struct ordo_profile *p);
/* Says where such a profile shows growth. */
void ordo_findings_algorithms_add(struct ordo_text *t);

#endif
