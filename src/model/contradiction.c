/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model/contradiction.h"

#include <math.h>

#define UPPER 0.31622776601683794 /* of the largest size: half a decade */
#define FAR 1.3862943611198906    /* ln 4 */

bool ordo_is_contradicted(const struct ordo_curve *c, const struct ordo_sample *s,
                          const struct ordo_observation *o, size_t n) {
    double largest = 0;
    size_t upper = 0, far = 0;
    for (size_t i = 0; i < n; i++)
        if (o[i].mean > 0 && isfinite(o[i].n)) largest = fmax(largest, o[i].n);
    for (size_t i = 0; i < n; i++) {
        if (!(o[i].n > UPPER * largest && isfinite(o[i].n) && o[i].mean > 0)) continue;
        double stray = log(o[i].mean / s->reference / ordo_curve_value(c, o[i].n / s->n_max));
        upper++;
        far += !(fabs(stray) <= FAR); /* the curve may be 0 or less there */
    }
    return far && 4 * far >= upper;
}
