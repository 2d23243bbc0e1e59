/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stated.h: what a model can be taken at its word for.
 *
 * n and n log n are hard to tell apart below a decade of sizes or with noise. Where a class has
 * less than 95 %, and has as much together with the one that differs from it by a logarithm, or
 * where that one has a fifth of what both have (ORDO_MODEL_LOG_UNSURE), it is the two that are
 * stated.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_STATED_H
#define ORDO_STATED_H

#include "model/fit/model.h"

struct ordo_stated {
    unsigned n;                /* 1 or 2 */
    enum ordo_growth class[2]; /* ascending; ORDO_GROWTH_NONE alone */
    double probability;        /* of them together */
};

struct ordo_stated ordo_stated(const struct ordo_model *m);

#endif
