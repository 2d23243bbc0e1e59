/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_rank.h: the order of scopes by what they would be on larger inputs.
 *
 * Memory:  *out is malloc'ed, profile->n_scopes indices, freed by the caller
 * Threads: pure, reentrant
 */
#ifndef ORDO_GROWTH_RANK_H
#define ORDO_GROWTH_RANK_H

#include "base/status.h"
#include "model/analysis.h"

/* by_order: by the class of the best size's model, then by share; else by share at ten times the
 * size. Explosive scopes come first in any case. */
enum ordo_status ordo_growth_rank(const struct ordo_analysis *a, bool by_order, uint32_t **out,
                                  struct ordo_error *error);

/* The model of a scope's best size; NULL if it has no sizes. */
const struct ordo_series_model *ordo_growth_best(const struct ordo_analysis *a, uint32_t scope);

#endif
