/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_words.h: how reports say that a number is estimated from samples, and what a
 * production profile stands on.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_PRODUCTION_WORDS_H
#define ORDO_PRODUCTION_WORDS_H

#include "base/text.h"
#include "model/analysis.h"

/* What all samples of a profile add up to. */
struct ordo_production_sums {
    uint64_t samples, incomplete, abandoned, left; /* of all gates */
    uint64_t sampled_ns, unsampled, unlogged;      /* of all processes */
    double executions;                             /* of all gates' scopes; exact */
    double recorded;                               /* activations in samples, of all scopes */
    uint64_t rate_low, rate_high, budget_low, budget_high; /* of all processes */
};
struct ordo_production_sums ordo_production_sums_of(const struct ordo_profile *p,
                                                    const struct ordo_run_totals *run);

/* The lines about a production profile as a whole; nothing for others. */
void ordo_production_head_add(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_run_totals *run, bool ascii);

/* A number of a scope, as "12,345" when it is exact, "~1.23 M" when it is estimated; with the half
 * width of its interval, "~1.23 M +-8 %", when there is one. */
void ordo_estimated_add(struct ordo_text *t, double value, bool exact);
/* "~1.23 M (1.2 M..1.26 M)"; as many digits as the interval allows, alike in all three. */
void ordo_estimate_add(struct ordo_text *t, const struct ordo_estimate *e);
void ordo_estimated_total_add(struct ordo_text *t, const struct ordo_run_scope *s, bool ascii);

/* Own cost is known without samples when it is iterations and nothing else. */
bool ordo_estimated_self_is_exact(const struct ordo_run_scope *s);

/* How the loop grows over its run, in one line without its end; nothing if there is no telling. */
void ordo_run_growth_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope,
                         bool ascii);

#endif
