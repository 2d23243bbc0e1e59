/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/map.h"
#include "support/unit.h"
#include "trend/bootstrap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Fails with both values unless they agree within the margin. */
static void assert_near(double found, double expected, double margin) {
    if (!(fabs(found - expected) <= margin))
        fail_msg("expected %.15g, found %.15g", expected, found);
}

static uint64_t state;

static uint64_t next(void) {
    state += 0x9e3779b97f4a7c15u;
    return ordo_map_mix(state);
}

static double normal(void) {
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += (double)(next() >> 11) / 9007199254740992.0;
    return sum - 6;
}

static void an_exact_power_function_is_found(void **unused) {
    (void)unused;
    double x[6] = {1, 10, 100, 1000, 1e4, 1e5}, y[6];
    for (int i = 0; i < 6; i++) y[i] = 3 * pow(x[i], 1.29);
    struct ordo_trend_line l = ordo_trend_line_fit(ORDO_TREND_POWER, x, y, 6, 0);
    assert_true(l.has);
    assert_near(l.a, 3, 1e-9);
    assert_near(l.b, 1.29, 1e-12);
    assert_near(l.r2, 1, 1e-12);
    assert_near(ordo_trend_line_value(ORDO_TREND_POWER, &l, 2), 3 * pow(2, 1.29), 1e-9);
}

/* Magnitudes as in Longley's data: a large offset must not cost digits. */
static void an_exact_line_is_found_far_from_zero(void **unused) {
    (void)unused;
    double x[5], y[5];
    for (int i = 0; i < 5; i++) {
        x[i] = 1e9 + i;
        y[i] = 7 + 2 * (x[i] - 1e9);
    }
    struct ordo_trend_line l = ordo_trend_line_fit(ORDO_TREND_LINEAR, x, y, 5, 0);
    assert_near(l.b, 2, 1e-9);
    assert_near(l.r2, 1, 1e-9);
}

/* R^2 computed by hand: y = 1, 3, 2, 5, 4 at 1..5 has Sxy 8, Sxx 10, Syy 10. */
static void r2_is_the_explained_share_of_the_variance(void **unused) {
    (void)unused;
    double x[5] = {1, 2, 3, 4, 5}, y[5] = {1, 3, 2, 5, 4};
    struct ordo_trend_line l = ordo_trend_line_fit(ORDO_TREND_LINEAR, x, y, 5, 0);
    assert_near(l.a, 0.6, 1e-12);
    assert_near(l.b, 0.8, 1e-12);
    assert_near(l.r2, 0.64, 1e-12);
}

static void zeros_are_excluded_from_power_fits_and_counted(void **unused) {
    (void)unused;
    double x[8] = {1, 2, 3, 4, 5, 6, 0, 8}, y[8] = {2, 4, 0, 8, 10, 12, 5, 0};
    struct ordo_trend_line l = ordo_trend_line_fit(ORDO_TREND_POWER, x, y, 8, 0);
    assert_true(l.has);
    assert_int_equal(l.n_left_out, 3);
    assert_int_equal(l.n_points, 5);
    assert_near(l.b, 1, 1e-12);
    l = ordo_trend_line_fit(ORDO_TREND_LINEAR, x, y, 8, 0);
    assert_int_equal(l.n_left_out, 0);
}

static void too_few_points_get_no_fit(void **unused) {
    (void)unused;
    double x[6] = {1, 2, 3, 4, 5, 6}, same[6] = {1, 1, 1, 2, 2, 2}, y[6] = {1, 2, 3, 4, 5, 6};
    assert_false(ordo_trend_line_fit(ORDO_TREND_POWER, x, y, 4, 0).has);
    assert_true(ordo_trend_line_fit(ORDO_TREND_POWER, x, y, 5, 0).has);
    assert_false(ordo_trend_line_fit(ORDO_TREND_POWER, x, y, 6, 7).has);
    assert_false(ordo_trend_line_fit(ORDO_TREND_LINEAR, same, y, 6, 0).has);
}

static void percentiles_use_the_nearest_rank(void **unused) {
    (void)unused;
    double x[1000], v;
    for (int i = 0; i < 1000; i++) x[i] = 1000 - i;
    assert_true(ordo_trend_percentile(x, 1000, 95, &v));
    assert_near(v, 950, 0);
    assert_true(ordo_trend_percentile(x, 20, 95, &v));
    assert_near(v, 999, 0);
    assert_true(ordo_trend_percentile(x, 1, 95, &v));
    assert_near(v, 1000, 0);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct ordo_trend_interval middle(double *v, size_t n) {
    qsort(v, n, sizeof *v, by_value);
    return (struct ordo_trend_interval){v[n / 40], v[n - 1 - n / 40]};
}

static void assert_close(const char *what, double expected, double found) {
    if (!(fabs(expected - found) <= 1e-8 * fabs(expected) + 1e-12))
        fail_msg("%s: expected %.12g, found %.12g", what, expected, found);
}

/* The same draws, each resampled and fitted directly. */
static void naive(enum ordo_trend_form form, const double *x, const double *y, size_t n, double at,
                  struct ordo_trend_intervals *out) {
    enum { DRAWS = 200 };
    double a[DRAWS], b[DRAWS], p[DRAWS], rx[64], ry[64];
    size_t found = 0;
    state = 99;
    for (int r = 0; r < DRAWS; r++) {
        for (size_t i = 0; i < n; i++) {
            size_t k = (size_t)((unsigned __int128)next() * n >> 64);
            rx[i] = x[k];
            ry[i] = y[k];
        }
        struct ordo_trend_line l = ordo_trend_line_fit(form, rx, ry, n, 0);
        assert_true(l.has);
        a[found] = l.a;
        b[found] = l.b;
        p[found++] = ordo_trend_line_value(form, &l, at);
    }
    out->a = middle(a, found);
    out->b = middle(b, found);
    out->at[0] = middle(p, found);
}

static void the_bootstrap_matches_the_definition(void **unused) {
    (void)unused;
    enum { N = 40, COSTS = 70 };
    static double x[2][N], y[COSTS][N];
    struct ordo_trend_intervals out[COSTS * 2], expected;
    state = 5;
    for (int i = 0; i < N; i++) {
        x[0][i] = 10 + (double)(next() % 1000);
        x[1][i] = (double)(next() % 7);
        for (int c = 0; c < COSTS; c++)
            y[c][i] =
                c % 3 == 1 && i % 5 == 0 ? 0 : (1 + c) * pow(x[0][i], 1.2) * exp(0.2 * normal());
    }
    double at[2] = {5000, 20};
    struct ordo_bootstrap_input in = {x[0], y[0], at, N, 2, COSTS, 1, 200, 99};
    for (int form = ORDO_TREND_POWER; form <= ORDO_TREND_LINEAR; form++) {
        ordo_bootstrap((enum ordo_trend_form)form, &in, out);
        for (int c = 0; c < COSTS; c += 13)
            for (int f = 0; f < 2; f++) {
                struct ordo_trend_intervals *got = &out[c * 2 + f];
                naive((enum ordo_trend_form)form, x[f], y[c], N, at[f], &expected);
                assert_int_equal(got->n_draws, 200);
                assert_close("a low", expected.a.low, got->a.low);
                assert_close("a high", expected.a.high, got->a.high);
                assert_close("b low", expected.b.low, got->b.low);
                assert_close("b high", expected.b.high, got->b.high);
                assert_close("prediction low", expected.at[0].low, got->at[0].low);
                assert_close("prediction high", expected.at[0].high, got->at[0].high);
                assert_true(isnan(got->at[1].low));
            }
    }
}

static void draws_with_one_size_are_left_out(void **unused) {
    (void)unused;
    double x[3] = {1, 1, 50}, y[3] = {10, 12, 900}, at[1] = {NAN};
    struct ordo_bootstrap_input in = {x, y, at, 3, 1, 1, 1, 1000, 1};
    struct ordo_trend_intervals out;
    ordo_bootstrap(ORDO_TREND_LINEAR, &in, &out);
    /* draws of three equal sizes: (2/3)^3 + (1/3)^3 = 1/3 of them */
    if (out.n_draws < 600 || out.n_draws > 730) fail_msg("%u draws were used", out.n_draws);
    assert_true(isfinite(out.b.low));
    assert_true(isnan(out.at[0].low));
}

/* How often the interval contains the truth: y = 3 x^1.5 with log-normal noise, 30 workloads. */
static void measured_coverage_matches_the_documentation(void **unused) {
    (void)unused;
    enum { TRIALS = 400, N = 30 };
    int power = 0, prediction = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double x[N], y[N], at[1] = {1e6};
        struct ordo_trend_intervals out;
        state = 1000 + (uint64_t)trial;
        for (int i = 0; i < N; i++) {
            x[i] = 100 * pow(10, 3.0 * i / (N - 1));
            y[i] = 3 * pow(x[i], 1.5) * exp(0.3 * normal());
        }
        struct ordo_bootstrap_input in = {x, y, at, N, 1, 1, 1, 1000, 2007};
        ordo_bootstrap(ORDO_TREND_POWER, &in, &out);
        power += out.b.low <= 1.5 && 1.5 <= out.b.high;
        double truth = 3 * pow(1e6, 1.5);
        prediction += out.at[0].low <= truth && truth <= out.at[0].high;
    }
    print_message("coverage of 95 %% intervals: power %.1f %%, prediction at 10x %.1f %%\n",
                  100.0 * power / TRIALS, 100.0 * prediction / TRIALS);
    if (power < 0.88 * TRIALS || power > 0.97 * TRIALS)
        fail_msg("the power was covered %d times of %d", power, TRIALS);
    if (prediction < 0.88 * TRIALS || prediction > 0.97 * TRIALS)
        fail_msg("the prediction was covered %d times of %d", prediction, TRIALS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_power_function_is_found),
        cmocka_unit_test(an_exact_line_is_found_far_from_zero),
        cmocka_unit_test(r2_is_the_explained_share_of_the_variance),
        cmocka_unit_test(zeros_are_excluded_from_power_fits_and_counted),
        cmocka_unit_test(too_few_points_get_no_fit),
        cmocka_unit_test(percentiles_use_the_nearest_rank),
        cmocka_unit_test(the_bootstrap_matches_the_definition),
        cmocka_unit_test(draws_with_one_size_are_left_out),
        cmocka_unit_test(measured_coverage_matches_the_documentation),
    };
    return cmocka_run_group_tests_name("trend lines", tests, NULL, NULL);
}
