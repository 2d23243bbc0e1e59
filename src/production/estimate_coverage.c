/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_coverage.c: executions that move about in a bounded space.
 *
 * A share nu of the cells of a sample that is distant from the earlier ones is new. The union then
 * has a share 1 - nu of the space (Good). The latest such samples are used, because nu falls as
 * the union grows.
 */
#include "production/sampled_run.h"

#include <math.h>

enum { LEAST_RECENT = 4 };
static const double STILL_NEW = 0.5, NEARLY_ALL_NEW = 0.99, IN_DOUBT = 0.02;

struct ordo_estimate ordo_sampled_run_coverage(const struct ordo_sampled_run *r,
                                               const struct ordo_neighbours *f) {
    if (f->recent < LEAST_RECENT || !(f->recent_cells > 0))
        return (struct ordo_estimate){r->all, r->all, fmax(r->most, r->all), ORDO_ESTIMATE_FEW,
                                      ORDO_ESTIMATE_COVERAGE};
    double nu = fmin(f->recent_new / f->recent_cells, NEARLY_ALL_NEW), m = (double)f->recent;
    double covered = 1 - nu, unseen = r->all * nu / covered;
    /* The cells of one sample are new together or not at all, so its samples, not its cells, are
     * the observations. Cells that were met least are not met like the others: all unseen cells
     * are in doubt, and a few others. */
    double error = sqrt((nu * covered + 1 / m) / m) * r->all / (covered * covered);
    double deviation = hypot(hypot(nu > 0 ? error : 0, unseen), IN_DOUBT * r->all);
    struct ordo_estimate e = ordo_sampled_run_total(r, unseen, deviation, ORDO_ESTIMATE_COVERAGE);
    if (!e.reason && nu > STILL_NEW) e.reason = ORDO_ESTIMATE_DEPENDENT;
    return e;
}
