/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_speed.c: CPU time of fitting 50,000 scopes, one mean and one envelope each, on one core.
 * The cases are those of the calibration: all classes and noises, several calls at a size.
 */
#include "model/cases.h"

#include <stdio.h>
#include <time.h>

enum { CASES = 45, SCOPES = 50000, LEAST_SIZES = 12, MOST_SIZES = 40 };

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
    static struct model_case cases[CASES];
    struct ordo_model mean, worst;
    size_t n = 0, points = 0;
    unsigned fitted = 0;
    for (int g = 0; g < ORDO_GROWTH_EXP; g++)
        for (int q = 0; q < NOISES; q++, n++)
            for (uint64_t k = 1; k < 200; k++) {
                model_case_make(&cases[n], k, (enum ordo_growth)g, (enum case_noise)q);
                if (cases[n].n >= LEAST_SIZES && cases[n].n <= MOST_SIZES) break;
            }
    double start = cpu_seconds();
    for (int i = 0; i < SCOPES; i++) {
        const struct model_case *c = &cases[i % CASES];
        ordo_model_fit_both(c->points, c->n, ORDO_UNIT_BLOCKS, false, &mean, &worst);
        points += c->n;
        fitted += mean.growth != ORDO_GROWTH_NONE;
    }
    double seconds = cpu_seconds() - start;
    printf("%d scopes of %.1f points, a mean and an envelope fit each: %.2f s (%.0f us a fit), "
           "%.0f %% fitted\n",
           SCOPES, (double)points / SCOPES, seconds, seconds / SCOPES / 2 * 1e6,
           100.0 * fitted / SCOPES);
    return 0;
}
