/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_rank.h: the order of scopes by their predicted cost on larger inputs.
 *
 * Memory:  an order has profile->n_scopes indices; free() it
 * Threads: pure, reentrant
 */
#ifndef ORDO_GROWTH_RANK_H
#define ORDO_GROWTH_RANK_H

#include "analysis/analysis.h"

/* Sorts scopes. by_order: by the class of the best size's model, then by share; otherwise by share
 * at the factor. Explosive scopes always come first. */
uint32_t *ordo_growth_rank(const struct ordo_analysis *a, bool by_order);

/* Returns the model of a scope's best size; NULL if it has no sizes. */
const struct ordo_series_model *ordo_growth_best(const struct ordo_analysis *a, uint32_t scope);

#endif
