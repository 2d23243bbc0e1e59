/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * call_factors.h: how many times as often each scope is called when sizes grow.
 *
 * A profile knows how often an activation calls each of its children, by its size (rms). If that
 * rises with the size, larger activations call the child more often. Along the calling contexts,
 * these factors are multiplied where the caller has a model of its own: what that predicts limits
 * what its children cost together. Where it has none, the greatest of them counts: a parser calls
 * its parts more often for a longer text, or for longer parts, and their product would count one
 * thing twice. Where a caller has had only one size, or grows in another one, nothing is known, and
 * the number of calls is taken to stay.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_CALL_FACTORS_H
#define ORDO_CALL_FACTORS_H

#include "analysis/profile_models.h"

/* Sets factor[i], by scope of the profile, to the ratio of the calls of the scope when all sizes
 * are a->factor times as large and those now; at least 1. The profile has points, and
 * predicted_total of the analysis is by the scopes' own models. */
void ordo_call_factors(const struct ordo_analysis *a, double *factor);

#endif
