/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_words.h: how reports write numbers estimated from samples, and what they say about the
 * samples of a production profile as a whole.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_PRODUCTION_WORDS_H
#define ORDO_PRODUCTION_WORDS_H

#include "analysis/analysis.h"
#include "base/text.h"

/* Sums over all samples of a profile. */
struct ordo_production_sums {
    uint64_t samples, incomplete, given_up, left; /* of all gates */
    uint64_t sampled_ns, unsampled, unlogged;     /* of all processes */
    double executions;                            /* of all gates' scopes; exact */
    double recorded;                              /* activations in samples, of all scopes */
    uint64_t rate_low, rate_high, budget_low, budget_high; /* of all processes */
};
struct ordo_production_sums ordo_production_sums_of(const struct ordo_profile *p,
                                                    const struct ordo_run_totals *run);

/* Appends the lines about a production profile as a whole; nothing for other profiles. */
void ordo_production_head_add(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_run_totals *run, bool ascii);

/* Appends a number of a scope: "12,345" if it is exact, "~1.23 M" if it is estimated. The total has
 * half the width of its interval, if there is one: "~1.23 M +-8 %"; it may be a lower bound. */
void ordo_estimated_add(struct ordo_text *t, double value, bool exact);
/* Appends a lower bound: ">=12,345". */
void ordo_least_add(struct ordo_text *t, double value, bool ascii);
/* Appends "~1.23 M (1.2 M..1.26 M)", all three with as many digits as the interval justifies. */
void ordo_estimate_add(struct ordo_text *t, const struct ordo_estimate *e);
void ordo_estimated_total_add(struct ordo_text *t, const struct ordo_run_scope *s, bool ascii);

/* Returns whether the own cost is known exactly: it consists of iterations only. */
bool ordo_estimated_self_is_exact(const struct ordo_run_scope *s);

/* Appends how the loop grows over its run, in one line without a newline; nothing if unknown. */
void ordo_run_growth_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope,
                         bool ascii);

#endif
