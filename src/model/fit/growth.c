/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth.c: one row per class.
 */
#include "model/fit/growth.h"

#include <math.h>
#include <stddef.h>

static const struct {
    const char *name;
    double degree;
    unsigned halves; /* the power of n in halves */
    bool logarithm;
} growths[ORDO_GROWTHS] = {
    {"1", 0, 0, false},    {"log n", 0, 0, true},     {"sqrt n", 0.5, 1, false},
    {"n", 1, 2, false},    {"n log n", 1, 2, true},   {"n^1.5", 1.5, 3, false},
    {"n^2", 2, 4, false},  {"n^2 log n", 2, 4, true}, {"n^3", 3, 6, false},
    {"2^n", 99, 0, false}, {"none", -1, 0, false},
};

const char *ordo_growth_name(enum ordo_growth g) {
    return growths[g].name;
}

static bool same(const char *a, const char *b) {
    for (;; a++, b++) {
        while (*a == ' ') a++;
        while (*b == ' ') b++;
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

bool ordo_growth_find(const char *name, enum ordo_growth *g) {
    for (int i = 0; i < ORDO_GROWTHS; i++)
        if (same(name, growths[i].name)) return *g = (enum ordo_growth)i, true;
    return false;
}

double ordo_growth_degree(enum ordo_growth g) {
    return growths[g].degree;
}

enum ordo_growth ordo_growth_other_log(enum ordo_growth g) {
    for (int i = 0; i < ORDO_GROWTHS; i++)
        if (growths[i].degree == growths[g].degree && growths[i].logarithm != growths[g].logarithm)
            return (enum ordo_growth)i;
    return ORDO_GROWTH_NONE;
}

double ordo_growth_value(enum ordo_growth g, double n) {
    if (g == ORDO_GROWTH_NONE) return 0;
    if (g == ORDO_GROWTH_EXP) return exp2(n);
    double v = growths[g].logarithm ? log2(n) : 1;
    for (unsigned i = growths[g].halves; i >= 2; i -= 2) v *= n;
    return growths[g].halves & 1 ? v * sqrt(n) : v;
}
