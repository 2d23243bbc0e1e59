/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * space_cost.h: turns a profile into one whose costs are bytes: what activations allocated
 * ("allocated"), or the most that they had in use at once ("peak"). Models, predictions and
 * findings of such a profile are then made as those of any other one.
 *
 * Costs of scopes, runs and points are in bytes. Own costs are not measured: they are 0. Costs by
 * caller are estimated from calls. The total of a scope is the sum over its outermost activations,
 * for peaks the greatest one.
 *
 * Threads: reentrant
 */
#ifndef ORDO_SPACE_COST_H
#define ORDO_SPACE_COST_H

#include "analysis/profile_models.h"
#include "base/status.h"

/* Changes the profile, which was loaded whole and must not be saved or merged afterwards, to one by
 * `cost`, "allocated" or "peak". Returns ORDO_BAD_INPUT if the profile has no such points. */
enum ordo_status ordo_space_cost_apply(struct ordo_profile *p, const char *cost,
                                       struct ordo_error *error);

/* Sets the shares at the factor of the size, which for these costs include callees, and forgets
 * causes, because own costs are not known. The predicted cost of the run is that of the scope with
 * the greatest one. Again after predictions have changed. */
void ordo_space_cost_share(struct ordo_analysis *a);

#endif
