/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * reported.h: the classes that a report gives for a model.
 *
 * n and n log n are hard to distinguish below a decade of sizes or with noise. Two classes that
 * differ by a logarithm are reported together in two cases: the model's class has less than 95 %,
 * but both together have as much; or the less likely one has a fifth of what both have
 * (ORDO_MODEL_LOG_UNSURE).
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_REPORTED_H
#define ORDO_REPORTED_H

#include "model/fit/model.h"

struct ordo_reported {
    unsigned n;                /* 1 or 2 */
    enum ordo_growth class[2]; /* ascending; ORDO_GROWTH_NONE alone */
    double probability;        /* of the reported classes together */
};

struct ordo_reported ordo_reported(const struct ordo_model *m);

#endif
