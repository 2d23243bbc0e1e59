/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analyse.h: fits the models that reports need, on all processors.
 *
 * Errors:  ORDO_BAD_INPUT for a summary
 * Memory:  free *out by ordo_analysis_free, before the profile
 * Threads: reentrant; starts threads of its own and joins them
 */
#ifndef ORDO_ANALYSE_H
#define ORDO_ANALYSE_H

#include "analysis/analysis.h"
#include "base/status.h"

enum ordo_status ordo_analyse(const struct ordo_profile *p, struct ordo_analysis **out,
                              struct ordo_error *error);

/* Analyses a profile for a report. A production profile becomes one of its whole run
 * (model/run_totals.h) and must not be saved or merged afterwards. */
enum ordo_status ordo_analyse_for_report(struct ordo_profile *p, struct ordo_analysis **out,
                                         struct ordo_error *error);

#endif
