/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * history_prediction.h: predictions that follow the findings over one run.
 *
 * The models of single activations predict costs of larger sizes, and how often larger callers
 * call. If one run shows that a scope's calls become larger, more calls will be larger still: then
 * its total, and the totals of the scopes around it and the own costs inside it, are what the
 * finding predicts for so many times the calls (docs/findings.md, "Growth over one run"). A run
 * with so many times the calls does at least so many times as much of everything else.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_HISTORY_PREDICTION_H
#define ORDO_HISTORY_PREDICTION_H

#include "analysis/profile_models.h"

/* Returns the least factor of costs in a larger run: the given one if a finding is about
 * growth over one run, else 0. */
double ordo_history_prediction_least(const struct ordo_findings *findings, double factor);

/* Changes own_at_10x and predicted_total of the analysis, whose findings are complete. Returns
 * whether there is such a finding. */
bool ordo_history_prediction_apply(struct ordo_analysis *a);

#endif
