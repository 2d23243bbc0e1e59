/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * confidence.c: intervals that never begin below what was seen.
 *
 * The unseen number is positive and its estimate is skewed, so its logarithm is assumed to be
 * normal. Invariant: low <= estimate <= high.
 */
#include "production/confidence.h"

#include <math.h>

static const double Z = 1.959963984540054;

struct ordo_confidence ordo_confidence_unseen(double seen, double unseen, double deviation) {
    if (!(deviation > 0)) return (struct ordo_confidence){seen + unseen, seen + unseen};
    /* 0 has no logarithm: the upper end is then what the standard deviation allows. */
    if (!(unseen > 0)) return (struct ordo_confidence){seen, seen + Z * deviation};
    double ratio = deviation / unseen, factor = exp(Z * sqrt(log1p(ratio * ratio)));
    return (struct ordo_confidence){seen + unseen / factor, seen + unseen * factor};
}

struct ordo_confidence ordo_confidence_counted(double counted, double share) {
    if (share >= 1) return (struct ordo_confidence){counted, counted};
    /* (counted - x share)^2 = Z^2 x share (1 - share), solved for x share. */
    double v = Z * Z * (1 - share), middle = counted + v / 2;
    double half = sqrt(v * counted + v * v / 4), low = (middle - half) / share;
    return (struct ordo_confidence){low, (middle + half) / share};
}

struct ordo_confidence ordo_confidence_both(double value, struct ordo_confidence a,
                                            struct ordo_confidence b) {
    double low = value - hypot(value - a.low, value - b.low);
    return (struct ordo_confidence){low > 0 ? low : 0,
                                    value + hypot(a.high - value, b.high - value)};
}

double ordo_confidence_student(double freedom) {
    /* Exact for 1 and 2 degrees; from 3 on Cornish and Fisher's expansion, accurate to 0.1 %. */
    if (freedom < 1.5) return 12.706204736432095;
    if (freedom < 2.5) return 4.302652729911275;
    double z = Z, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z, f = freedom;
    double z9 = z7 * z * z;
    return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * f * f * f) +
           (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * f * f * f * f);
}
