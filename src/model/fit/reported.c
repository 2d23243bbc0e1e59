/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * reported.c: reports one class, or two that differ by a logarithm.
 */
#include "model/fit/reported.h"

static const double SURE = 0.95;

struct ordo_reported ordo_reported(const struct ordo_model *m) {
    enum ordo_growth one = m->growth, other = ordo_growth_other_log(one);
    double alone = m->posterior[one], together = alone + m->posterior[other];
    bool both = (alone < SURE && together >= SURE) || (m->warnings & ORDO_MODEL_LOG_UNSURE);
    if (other == ORDO_GROWTH_NONE || !both) return (struct ordo_reported){1, {one}, alone};
    if (one > other) return (struct ordo_reported){2, {other, one}, together};
    return (struct ordo_reported){2, {one, other}, together};
}
