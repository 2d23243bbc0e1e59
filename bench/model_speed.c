/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_speed.c: CPU time of fitting 50,000 scopes, one mean and one envelope each, on one core.
 * The cases are those of the calibration: all classes and noises, several calls at a size. Then the
 * time of functions of two sizes, which are fitted to scopes above 0.1 % of the cost only.
 */
#include "model/cases.h"
#include "model/fit/mean_and_worst.h"
#include "model/fit/two_sizes.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 64, PAIR_SCOPES = 500 };
enum { CASES = 45, SCOPES = 50000, LEAST_SIZES = 12, MOST_SIZES = 40 };

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Fits calls of four sizes that no size explains: the dearest case. */
static void fit_two_sizes(void) {
    static const unsigned char preference[4] = {0, 0, 1, 2};
    struct random_numbers r = {.state = 1};
    struct ordo_call calls[CALLS] = {0};
    struct ordo_two_sizes t;
    for (int i = 0; i < CALLS; i++) {
        for (int k = 0; k < 4; k++) calls[i].size[k] = floor(exp(random_between(&r, 1, 7)));
        calls[i].cost = 100 * exp(random_normal(&r)) + 3 * calls[i].size[0] * calls[i].size[1];
    }
    double start = cpu_seconds();
    for (int i = 0; i < PAIR_SCOPES; i++)
        ordo_two_sizes_fit(calls, CALLS, 4, preference, ORDO_UNIT_BLOCKS, &t);
    printf("%d scopes of %d calls of four sizes, functions of two sizes: %.2f s\n", PAIR_SCOPES,
           CALLS, cpu_seconds() - start);
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
        ordo_model_fit_both(c->points, c->n, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR,
                            &mean, &worst);
        points += c->n;
        fitted += mean.growth != ORDO_GROWTH_NONE;
    }
    double seconds = cpu_seconds() - start;
    printf("%d scopes of %.1f points, a mean and an envelope fit each: %.2f s (%.0f us a fit), "
           "%.0f %% fitted\n",
           SCOPES, (double)points / SCOPES, seconds, seconds / SCOPES / 2 * 1e6,
           100.0 * fitted / SCOPES);
    fit_two_sizes();
    return 0;
}
