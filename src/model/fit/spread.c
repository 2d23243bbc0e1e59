/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spread.c: finds quantiles by bisection, between eight deviations beyond the outermost means.
 */
#include "model/fit/spread.h"

#include <math.h>

static double below(const struct ordo_spread *s, size_t n, double x) {
    double p = 0, total = 0;
    for (size_t i = 0; i < n; i++) {
        double z = s[i].deviation > 0 ? (x - s[i].mean) / s[i].deviation : 0;
        total += s[i].weight;
        if (s[i].deviation > 0)
            p += s[i].weight * 0.5 * erfc(-z / sqrt(2));
        else
            p += x >= s[i].mean ? s[i].weight : 0;
    }
    return p / total;
}

double ordo_spread_quantile(const struct ordo_spread *s, size_t n, double q) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, s[i].mean - 8 * s[i].deviation);
        high = fmax(high, s[i].mean + 8 * s[i].deviation);
    }
    if (!(low <= high)) return 0;
    for (int i = 0; i < 48 && high - low > 1e-6 * (1 + fabs(low)); i++) {
        double middle = low + (high - low) / 2;
        if (below(s, n, middle) < q)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

double ordo_spread_mean(const struct ordo_spread *s, size_t n) {
    double sum = 0, total = 0;
    for (size_t i = 0; i < n; i++) {
        sum += s[i].weight * s[i].mean;
        total += s[i].weight;
    }
    return total > 0 ? sum / total : 0;
}

double ordo_spread_student(double freedom) {
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571,
                               2.447,  2.365, 2.306, 2.262, 2.228};
    double value = freedom < 1    ? t[0]
                   : freedom < 10 ? t[(int)freedom - 1]
                                  : 1.960 + 2.4 / freedom + 3 / (freedom * freedom);
    return value / 1.960;
}
