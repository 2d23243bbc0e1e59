/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * series_facts.h: what the points of a series show without a model. Reports of kept models do not
 * load the points, so these facts are kept with the models.
 *
 * Threads: pure, reentrant
 * Cost:    O(points), no memory
 */
#ifndef ORDO_SERIES_FACTS_H
#define ORDO_SERIES_FACTS_H

#include "profile/profile.h"

#include <stdbool.h>

/* Sizes of fewer cells are too coarse to show growth. */
#define ORDO_SERIES_FEW_CELLS 16

/* Returns whether activations of various sizes have the cost: any class fits those of one size and
 * a few others that cost next to nothing, or far smaller ones that do something else. */
bool ordo_series_has_various_sizes(const struct ordo_profile *p, const struct ordo_series *s);

/* Returns whether the greatest cost at a size is at least twice the mean, at most sizes of the
 * upper decade. */
bool ordo_series_costs_differ(const struct ordo_profile *p, const struct ordo_series *s);

#endif
