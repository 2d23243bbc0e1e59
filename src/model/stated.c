/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stated.c: see the header.
 */
#include "model/stated.h"

static const double SURE = 0.95;

struct ordo_stated ordo_stated(const struct ordo_model *m) {
    enum ordo_growth one = m->growth, other = ordo_growth_but_for_log(one);
    double alone = m->posterior[one], together = alone + m->posterior[other];
    if (alone >= SURE || together < SURE || other == ORDO_GROWTH_NONE)
        return (struct ordo_stated){1, {one}, alone};
    if (one > other) return (struct ordo_stated){2, {other, one}, together};
    return (struct ordo_stated){2, {one, other}, together};
}
