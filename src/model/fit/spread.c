/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spread.c: finds quantiles by Newton's steps, and by bisection where these leave the bracket or
 * bring little. The bracket begins eight deviations beyond the outermost means.
 */
#include "model/fit/spread.h"

#include <math.h>
#include <stdbool.h>

#define EXACT 1e-6 /* relative error */
enum { MOST_STEPS = 96 };

#define SQRT_2 1.41421356237309504880
#define SQRT_2_PI 2.50662827463100050242

/* Returns the probability below x, and sets the density there, without steps. */
static double below(const struct ordo_spread *s, size_t n, double x, double *density) {
    double p = 0, total = 0;
    *density = 0;
    for (size_t i = 0; i < n; i++) {
        total += s[i].weight;
        if (!(s[i].deviation > 0)) {
            p += x >= s[i].mean ? s[i].weight : 0;
            continue;
        }
        double z = (x - s[i].mean) / s[i].deviation;
        p += s[i].weight * 0.5 * erfc(-z / SQRT_2);
        *density += s[i].weight * exp(-0.5 * z * z) / (s[i].deviation * SQRT_2_PI);
    }
    *density /= total;
    return p / total;
}

double ordo_spread_quantile(const struct ordo_spread *s, size_t n, double q) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, s[i].mean - 8 * s[i].deviation);
        high = fmax(high, s[i].mean + 8 * s[i].deviation);
    }
    if (!(low <= high)) return 0;
    double x = low + (high - low) / 2, last = INFINITY;
    for (int i = 0; i < MOST_STEPS && high - low > EXACT * (1 + fabs(low)); i++) {
        double density, off = below(s, n, x, &density) - q, step = -off / density;
        if (off < 0)
            low = x;
        else
            high = x;
        bool good = x + step >= low && x + step <= high && fabs(off) < last / 2;
        if (good && fabs(step) < EXACT * (1 + fabs(x))) return x + step;
        x = good ? x + step : low + (high - low) / 2;
        last = fabs(off);
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
