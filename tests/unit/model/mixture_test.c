/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mixture_test.c: calls that follow one of two functions, and calls that only look so.
 */
#include "model/fit/mean_and_worst.h"
#include "model/fit/mixture.h"
#include "support/unit.h"

#include <math.h>

enum { SIZES = 120 };

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void add(struct ordo_model_point *p, double cost) {
    p->min = p->count > 0 ? fmin(p->min, cost) : cost;
    p->max = fmax(p->max, cost);
    p->count++;
    p->sum += cost;
    p->sumsq += cost * cost;
}

/* One call of each size, or five; `part` of them, in per cent, cost 2 n^2, the others 7 n. If
 * `between`, they cost anything from the one to the other. */
static void make(struct ordo_model_point *points, unsigned part, int calls, bool between) {
    unsigned state = 3;
    for (int i = 0; i < SIZES; i++) {
        double n = 20 + 9 * i, low = 7 * n, high = 2 * n * n;
        points[i] = (struct ordo_model_point){.n = n};
        for (int k = 0; k < calls; k++) {
            double u = next(&state) / 16777216.0;
            bool upper = next(&state) % 100 < part;
            add(&points[i], between ? low * pow(high / low, u) : upper ? high : low);
        }
    }
}

static void a_mixture_has_the_mean_of_both_functions(void **state) {
    (void)state;
    for (int calls = 1; calls <= 5; calls += 4)
        for (unsigned part = 20; part <= 50; part += 30) {
            struct ordo_model_point points[SIZES];
            struct ordo_model mean, worst;
            double upper = 0, all = 0;
            make(points, part, calls, false);
            for (int i = 0; i < SIZES; i++) {
                double n = points[i].n, low = 7 * n, high = 2 * n * n;
                upper += (points[i].sum - points[i].count * low) / (high - low);
                all += points[i].count;
            }
            ordo_model_fit_both(points, SIZES, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR,
                                &mean, &worst);
            assert_int_equal(worst.growth, ORDO_GROWTH_N2);
            assert_int_equal(mean.growth, ORDO_GROWTH_N2);
            if (!(mean.warnings & ORDO_MODEL_MIXTURE)) continue; /* the mean alone was clear */
            double p = upper / all, n = 1000;
            assert_float_equal(ordo_model_value(&mean, n) / (p * 2 * n * n + (1 - p) * 7 * n), 1,
                               0.08);
            assert_true(mean.low <= 2 && mean.high >= mean.exponent && mean.exponent > 1.8);
            assert_true(mean.predicted_low < mean.predicted && mean.predicted < worst.predicted);
        }
}

static void single_calls_are_recognised_as_a_mixture(void **state) {
    (void)state;
    struct ordo_model_point points[SIZES];
    struct ordo_model mean, worst;
    make(points, 20, 1, false);
    ordo_model_fit_both(points, SIZES, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_true(mean.warnings & ORDO_MODEL_MIXTURE);
}

static void what_is_between_two_functions_is_no_mixture(void **state) {
    (void)state;
    struct ordo_model_point points[SIZES];
    struct ordo_model mean, worst;
    make(points, 0, 1, true);
    ordo_model_fit_both(points, SIZES, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_false(mean.warnings & ORDO_MODEL_MIXTURE);
}

/* The mean of all is linear: a part of 10 / n costs n^2. */
static void a_part_that_falls_with_the_size_is_no_mixture(void **state) {
    (void)state;
    struct ordo_model_point points[SIZES];
    struct ordo_model worst, mean = {.growth = ORDO_GROWTH_NONE};
    unsigned random = 9;
    for (int i = 0; i < SIZES; i++) {
        double n = 20 + 9 * i;
        points[i] = (struct ordo_model_point){.n = n};
        for (int k = 0; k < 20; k++)
            add(&points[i], next(&random) / 16777216.0 < 10 / n ? 2 * n * n : 7 * n);
    }
    ordo_model_fit_worst(points, SIZES, ORDO_UNIT_BLOCKS, &worst);
    assert_int_equal(worst.growth, ORDO_GROWTH_N2);
    assert_false(ordo_mixture_fit(points, SIZES, ORDO_UNIT_BLOCKS, &worst, &mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mixture_has_the_mean_of_both_functions),
        cmocka_unit_test(single_calls_are_recognised_as_a_mixture),
        cmocka_unit_test(what_is_between_two_functions_is_no_mixture),
        cmocka_unit_test(a_part_that_falls_with_the_size_is_no_mixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
