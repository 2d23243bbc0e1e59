/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * power_fit_test.c: known cost functions at a few sizes get their class, an interval that covers
 * their exponent, and a prediction near their value at ten times the size.
 */
#include "analysis/power_fit.h"
#include "support/unit.h"

#include <math.h>

#define NOISE 0.005

static void fit_sums(const double *size, const double *sum, size_t n, struct ordo_power_fit *f) {
    ordo_power_fit(&(struct ordo_power_sums){size, sum, n, NOISE, NULL, false}, f);
}

static struct ordo_power_value value_at(const double *size, const double *sum, size_t n,
                                        const struct ordo_power_fit *f, double at) {
    return ordo_power_fit_at(&(struct ordo_power_sums){size, sum, n, NOISE, NULL, false}, f, at);
}

static double quadratic(double n) {
    return n * n;
}
static double quadratic_and_line(double n) {
    return n * n + 1000 * n;
}
static double quadratic_and_constant(double n) {
    return n * n + 1e7;
}
static double triangle(double n) {
    return n * (n - 1) / 2;
}
static double line(double n) {
    return 10 * n;
}
static double line_and_constant(double n) {
    return 500 + n;
}
static double line_times_log(double n) {
    return n * log2(n);
}
static double three_halves(double n) {
    return n * sqrt(n);
}
static double constant(double n) {
    return 777 + 0 * n;
}
static double quadratic_times_log(double n) {
    return n * n * log2(n);
}

static const struct {
    double (*f)(double);
    enum ordo_growth growth;
    bool outgrows;
} known[] = {
    {quadratic, ORDO_GROWTH_N2, true},
    {quadratic_and_line, ORDO_GROWTH_N2, true},
    {quadratic_and_constant, ORDO_GROWTH_N2, true},
    {triangle, ORDO_GROWTH_N2, true},
    {line, ORDO_GROWTH_N, false},
    {line_and_constant, ORDO_GROWTH_N, false},
    {line_times_log, ORDO_GROWTH_N_LOG, false},
    {three_halves, ORDO_GROWTH_N_SQRT, true},
    {constant, ORDO_GROWTH_1, false},
    {quadratic_times_log, ORDO_GROWTH_N2_LOG, true},
};

static void three_sizes_over_a_factor_of_four_show_the_class(void **state) {
    (void)state;
    const double size[] = {1000, 2000, 4000};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double sum[3], degree = ordo_growth_degree(known[i].growth);
        struct ordo_power_fit f;
        for (int k = 0; k < 3; k++) sum[k] = known[i].f(size[k]);
        fit_sums(size, sum, 3, &f);
        assert_true(f.known);
        assert_string_equal(ordo_growth_name(f.growth), ordo_growth_name(known[i].growth));
        assert_true(f.probability[f.growth] > 0.8);
        assert_true(f.low - 0.05 <= degree + 0.2 && degree <= f.high + 0.05);
        assert_int_equal(ordo_power_fit_outgrows(&f) > 0.75, known[i].outgrows);
        struct ordo_power_value at = value_at(size, sum, 3, &f, 40000);
        assert_true(fabs(log(at.mean / known[i].f(40000))) < log(1.5));
        assert_true(at.low < at.mean && at.mean < at.high);
    }
}

static void between_its_sizes_a_fit_is_near_the_sums(void **state) {
    (void)state;
    const double size[] = {500, 1000, 2000}, sum[] = {250e3, 1000e3, 4000e3};
    struct ordo_power_fit f;
    fit_sums(size, sum, 3, &f);
    for (double at = 500; at < 2000; at *= 1.25) {
        double mean = value_at(size, sum, 3, &f, at).mean;
        if (fabs(log(mean / (at * at))) > log(1.15)) fail_msg("at %g: %g", at, mean);
    }
}

static void probabilities_sum_to_one(void **state) {
    (void)state;
    const double size[] = {1000, 2000, 4000, 9000};
    const double sums[][4] = {{1, 5, 3, 9}, {10, 20, 40, 90}, {1e9, 1, 1e9, 1}, {1, 1, 1, 1}};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        struct ordo_power_fit f;
        double sum = 0;
        fit_sums(size, sums[i], 4, &f);
        for (int g = 0; g < ORDO_GROWTHS; g++) sum += f.probability[g];
        assert_true(fabs(sum - 1) < 1e-9);
        assert_true(isfinite(f.exponent) && f.low <= f.high);
    }
}

static void a_sum_without_a_class_has_none(void **state) {
    (void)state;
    const double size[] = {1000, 2000, 4000, 8000}, sum[] = {5e5, 1e5, 9e6, 2e4};
    struct ordo_power_fit f;
    fit_sums(size, sum, 4, &f);
    assert_int_equal(f.growth, ORDO_GROWTH_NONE);
    assert_true(ordo_power_fit_outgrows(&f) < 0.75);
}

static void two_sizes_give_a_slope_only(void **state) {
    (void)state;
    const double size[] = {1000, 2000}, sum[] = {10, 40};
    struct ordo_power_fit f;
    fit_sums(size, sum, 2, &f);
    assert_false(f.known);
    assert_true(fabs(f.slope - 2) < 1e-9);
    assert_true(fabs(value_at(size, sum, 2, &f, 4000).mean - 160) < 1e-6);
}

static void sizes_that_hardly_differ_give_nothing(void **state) {
    (void)state;
    const double size[] = {1000, 1100, 1200}, sum[] = {10, 12, 14};
    struct ordo_power_fit f;
    fit_sums(size, sum, 3, &f);
    assert_false(f.known);
}

static void a_power_of_four_with_noise_is_not_exponential(void **state) {
    (void)state;
    const double size[] = {378, 837, 1490}, sum[] = {344, 2126, 19082};
    struct ordo_power_fit f;
    fit_sums(size, sum, 3, &f);
    assert_int_not_equal(f.growth, ORDO_GROWTH_EXP);
    const double steps[] = {20, 22, 24}, calls[] = {21891, 57313, 150049}; /* Fibonacci */
    fit_sums(steps, calls, 3, &f);
    assert_int_equal(f.growth, ORDO_GROWTH_EXP);
}

static void sums_of_no_class_are_predicted_by_their_mean_slope(void **state) {
    (void)state;
    const double size[] = {1000, 2000, 4000}, sum[] = {3016, 492, 7146},
                 wild[] = {18, 2491, 123928};
    struct ordo_power_fit f;
    fit_sums(size, sum, 3, &f);
    double mean = value_at(size, sum, 3, &f, 40000).mean;
    if (mean > 7146 * pow(10, 0.65)) fail_msg("%g", mean);
    fit_sums(size, wild, 3, &f);
    mean = value_at(size, wild, 3, &f, 40000).mean;
    if (mean > 123928 * 1001.0) fail_msg("%g", mean);
    mean = value_at(size + 1, wild + 1, 2, &f, 40000).mean;
    if (mean > 123928 * 1001.0) fail_msg("%g", mean);
}

/* Costs of a garbage collector, whose runs become as frequent as they can. */
static void growth_that_slows_down_goes_on_slowly(void **state) {
    (void)state;
    const double size[] = {500, 1000, 2000}, sum[] = {49675, 428539, 1644427};
    struct ordo_power_fit f;
    ordo_power_fit_runs(&(struct ordo_power_sums){size, sum, 3, NOISE, NULL, false}, &f);
    assert_int_equal(f.growth, ORDO_GROWTH_NONE);
    assert_true(f.low <= 1.941 && f.high >= 3.1); /* the slopes of both halves */
    double mean = value_at(size, sum, 3, &f, 20000).mean;
    assert_true(fabs(mean / sum[2] - pow(10, log2(1644427.0 / 428539))) < 0.1); /* steep in both */
    const double less[] = {1000, 3482, 9514};
    ordo_power_fit_runs(&(struct ordo_power_sums){size, less, 3, NOISE, NULL, false}, &f);
    mean = value_at(size, less, 3, &f, 20000).mean;
    double lower = log2(3.482), upper = log2(9514.0 / 3482);
    double exponent = upper - 2 * (lower - upper - 0.25);
    assert_true(fabs(mean / less[2] - pow(10, exponent)) < 1);
}

static void the_unit_of_the_sizes_does_not_move_the_middle(void **state) {
    (void)state;
    for (int unit = 1; unit < 1000; unit++) {
        const double size[] = {unit, 2 * unit, 4 * unit, 8 * unit};
        assert_int_equal(ordo_power_middle(size, 4), 2);
    }
    const double uneven[] = {1, 2, 4, 32};
    assert_int_equal(ordo_power_middle(uneven, 4), 2);
    const double late[] = {1, 8, 16, 32};
    assert_int_equal(ordo_power_middle(late, 4), 1);
}

/* Of sizes that have a constant part, three show neither class: a straight line through the rest
 * fits as well as a square of the whole. */
static void a_part_of_the_size_may_be_constant(void **state) {
    (void)state;
    const double size[] = {6000, 8000, 12000}, pure[] = {6000, 12000, 24000};
    double line_of_rest[3], square[3];
    struct ordo_power_fit f;
    for (int i = 0; i < 3; i++) {
        line_of_rest[i] = 5.25 * (size[i] - 4000);
        square[i] = 0.01 * pure[i] * pure[i];
    }
    struct ordo_power_sums sums = {size, line_of_rest, 3, 0.05, NULL, false};
    ordo_power_fit_runs(&sums, &f);
    assert_true(f.low > 1.5);
    sums.may_shift = true;
    ordo_power_fit_runs(&sums, &f);
    assert_true(f.low < 1.1);
    assert_true(ordo_power_fit_at(&sums, &f, 120000).low < 6e5);
    sums.size = pure, sums.sum = square; /* that all is constant is no excuse */
    ordo_power_fit_runs(&sums, &f);
    assert_int_equal(f.growth, ORDO_GROWTH_N2);
    assert_true(f.low > 1.6 && ordo_power_fit_outgrows(&f) > 0.95);
}

/* Sums of n parts of even variance, of a number of parts that is random itself: intervals that
 * allow for chance cover the exponent. */
static void intervals_allow_for_chance(void **state) {
    (void)state;
    const double size[] = {1000, 2000, 4000}, parts[] = {64, 128, 256};
    uint64_t random = 20261130;
    int covered = 0, without = 0;
    enum { TIMES = 400 };
    for (int k = 0; k < TIMES; k++) {
        double sum[3], chance[3];
        struct ordo_power_fit f;
        for (int i = 0; i < 3; i++) {
            double normal = -6; /* the sum of 12 even numbers is nearly normal */
            for (int j = 0; j < 12; j++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                normal += (double)(random >> 33) / 2147483648.0;
            }
            chance[i] = 2 / sqrt(parts[i]);
            sum[i] = 100 * size[i] * size[i] * exp(chance[i] * normal);
        }
        ordo_power_fit_runs(&(struct ordo_power_sums){size, sum, 3, 0.01, chance, false}, &f);
        covered += f.low <= 2 && 2 <= f.high;
        ordo_power_fit_runs(&(struct ordo_power_sums){size, sum, 3, 0.01, NULL, false}, &f);
        without += f.low <= 2 && 2 <= f.high;
    }
    print_message("%d and %d of %d intervals cover 2\n", covered, without, TIMES);
    assert_true(covered >= 0.93 * TIMES && without < 0.8 * TIMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_sizes_over_a_factor_of_four_show_the_class),
        cmocka_unit_test(between_its_sizes_a_fit_is_near_the_sums),
        cmocka_unit_test(probabilities_sum_to_one),
        cmocka_unit_test(a_sum_without_a_class_has_none),
        cmocka_unit_test(two_sizes_give_a_slope_only),
        cmocka_unit_test(sizes_that_hardly_differ_give_nothing),
        cmocka_unit_test(a_power_of_four_with_noise_is_not_exponential),
        cmocka_unit_test(sums_of_no_class_are_predicted_by_their_mean_slope),
        cmocka_unit_test(growth_that_slows_down_goes_on_slowly),
        cmocka_unit_test(the_unit_of_the_sizes_does_not_move_the_middle),
        cmocka_unit_test(a_part_of_the_size_may_be_constant),
        cmocka_unit_test(intervals_allow_for_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
