/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analyse.h: everything that is inferred from a profile, by one call: models of its scopes, their
 * growth over a series of runs, predictions and findings. Uses all processors.
 *
 * Errors:  ORDO_BAD_INPUT for a summary
 * Memory:  free *out by ordo_analysis_free, before the profile
 * Threads: reentrant; starts threads of its own and joins them
 */
#ifndef ORDO_ANALYSE_H
#define ORDO_ANALYSE_H

#include "analysis/analysis.h"
#include "base/status.h"

struct ordo_analyse_options {
    const char *run_size; /* the size of runs, by its name; NULL: the first that explains them */
    double factor;        /* predictions are for so many times the size; 0: 10 */
    const char *space;    /* "allocated" or "peak": report bytes in place of the profile's cost
                             (space_cost.h); NULL: do not */
};

/* Analyses a profile. `options` may be NULL. */
enum ordo_status ordo_analyse(const struct ordo_profile *p,
                              const struct ordo_analyse_options *options,
                              struct ordo_analysis **out, struct ordo_error *error);

/* The same for a report. A production profile becomes one of its whole run (model/run/run_totals.h)
 * and must not be saved or merged afterwards; nor must one with `space`. */
enum ordo_status ordo_analyse_for_report(struct ordo_profile *p,
                                         const struct ordo_analyse_options *options,
                                         struct ordo_analysis **out, struct ordo_error *error);

/* Both halves of ordo_analyse: the models of the scopes, which can be stored (model_cache.h), and
 * what follows from these and from the runs, which changes predictions of the models and comes
 * after they were stored. After an error the analysis is freed. */
enum ordo_status ordo_analyse_models(const struct ordo_profile *p,
                                     const struct ordo_analyse_options *options,
                                     struct ordo_analysis **out, struct ordo_error *error);
enum ordo_status ordo_analyse_rest(struct ordo_analysis *a,
                                   const struct ordo_analyse_options *options,
                                   struct ordo_error *error);

#endif
