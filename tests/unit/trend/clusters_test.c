/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/map.h"
#include "support/unit.h"
#include "trend/clusters.h"
#include "trend/dot_products.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fails with both values unless they agree within the margin. */
static void assert_near(double found, double expected, double margin) {
    if (!(fabs(found - expected) <= margin))
        fail_msg("expected %.15g, found %.15g", expected, found);
}

static uint64_t state;

static double uniform(void) {
    state += 0x9e3779b97f4a7c15u;
    return (double)(ordo_map_mix(state) >> 11) / 9007199254740992.0;
}

static void products_match_the_definition(void **unused) {
    (void)unused;
    enum { N_A = 8, N_B = 10, N = 37 };
    size_t stride = ordo_dot_stride(N);
    double a[N_A * 38] = {0}, b[N_B * 38] = {0}, out[N_A * N_B], alone;
    assert_int_equal(stride, 38);
    state = 1;
    for (size_t i = 0; i < N_A; i++)
        for (size_t k = 0; k < N; k++) a[i * stride + k] = uniform() - 0.5;
    for (size_t i = 0; i < N_B; i++)
        for (size_t k = 0; k < N; k++) b[i * stride + k] = uniform() - 0.5;
    ordo_dot_products(a, N_A, b, N_B, stride, out);
    for (size_t i = 0; i < N_A; i++)
        for (size_t j = 0; j < N_B; j++) {
            double expected = 0;
            for (size_t k = 0; k < N; k++) expected += a[i * stride + k] * b[j * stride + k];
            assert_near(out[i * N_B + j], expected, 1e-12);
            ordo_dot_products(a + i * stride, 1, b + j * stride, 1, stride, &alone);
            assert_memory_equal(&alone, &out[i * N_B + j], sizeof alone);
        }
}

/* The lines of the paper's bubble sort at its ten sizes, three arrays each: numbers 2 to 8. */
enum { SIZES = 10, ARRAYS = 3, RUNS = SIZES * ARRAYS, LINES = 7 };
static const double sizes[SIZES] = {60, 200, 500, 1000, 2000, 4000, 8000, 15000, 30000, 60000};

static void bubble_sort(double feature[RUNS], double line[LINES][RUNS], double swaps_power,
                        double spread) {
    state = 7;
    for (int r = 0; r < RUNS; r++) {
        double n = feature[r] = sizes[r / ARRAYS];
        line[0][r] = n + 1;
        line[1][r] = line[6][r] = n;
        line[2][r] = n * n / 2 + n / 2;
        line[3][r] = line[5][r] = n * n / 2 - n / 2;
        line[4][r] = floor(pow(n, swaps_power) * (1 + spread * uniform()));
    }
}

static void expect_members(const struct ordo_clusters *c, uint32_t cluster, const char *expected) {
    char found[64] = "";
    for (uint32_t m = 0; m < c->cluster[cluster].n; m++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%u ",
                 c->member[c->cluster[cluster].first + m] + 2);
    assert_string_equal(found, expected);
}

static void bubble_sort_has_clusters_of_compares_swaps_and_size(void **unused) {
    (void)unused;
    double feature[RUNS], line[LINES][RUNS];
    struct ordo_clusters c;
    bubble_sort(feature, line, 1.45, 1);
    ordo_clusters_make(feature, 1, line[0], LINES, RUNS, 0.02, 10, &c);
    assert_int_equal(c.n, 3);
    assert_true(c.cluster[0].of_feature);
    expect_members(&c, 0, "2 3 8 ");
    assert_false(c.cluster[1].of_feature);
    assert_int_equal(c.cluster[1].representative + 2, 4);
    expect_members(&c, 1, "4 5 7 ");
    expect_members(&c, 2, "6 ");
    assert_int_equal(c.n_varying, LINES);
    ordo_clusters_done(&c);
}

static void without_a_feature_a_location_represents_the_size(void **unused) {
    (void)unused;
    double feature[RUNS], line[LINES][RUNS];
    struct ordo_clusters c;
    bubble_sort(feature, line, 1.45, 1);
    ordo_clusters_make(NULL, 0, line[0], LINES, RUNS, 0.02, 10, &c);
    assert_int_equal(c.n, 3);
    assert_int_equal(c.cluster[2].representative + 2, 2);
    expect_members(&c, 2, "2 3 8 ");
    ordo_clusters_done(&c);
}

static void a_smaller_alpha_separates_what_a_greater_one_joins(void **unused) {
    (void)unused;
    double feature[RUNS], line[LINES][RUNS];
    struct ordo_clusters c;
    bubble_sort(feature, line, 1.75, 0.001);
    double r2 = ordo_clusters_r2(line[2], line[4], RUNS);
    if (!(r2 > 0.98 && r2 < 0.998)) fail_msg("R^2 of the swaps is %g", r2);
    ordo_clusters_make(feature, 1, line[0], LINES, RUNS, 0.02, 10, &c);
    assert_int_equal(c.n, 2);
    expect_members(&c, 1, "4 5 7 6 ");
    ordo_clusters_done(&c);
    ordo_clusters_make(feature, 1, line[0], LINES, RUNS, 0.002, 10, &c);
    assert_int_equal(c.n, 3);
    expect_members(&c, 2, "6 ");
    ordo_clusters_done(&c);
}

static void a_location_may_belong_to_two_clusters(void **unused) {
    (void)unused;
    /* The location's angle to each feature is half of the angle between them. */
    double features[2][3] = {{0, 1000, 2100}, {0, 1300, 2100}}, location[3] = {0, 1150, 2100};
    struct ordo_clusters c;
    ordo_clusters_make(features[0], 2, location, 1, 3, 0.02, 10, &c);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.n_members, 2);
    assert_int_equal(c.member[c.cluster[0].first], 0);
    assert_int_equal(c.member[c.cluster[1].first], 0);
    ordo_clusters_done(&c);
}

static void locations_that_hardly_vary_are_set_aside_and_counted(void **unused) {
    (void)unused;
    /* Standard deviations 0, 9.9, 10.1, 0 (never executed). */
    double location[4][2] = {{500, 500}, {100, 114}, {100, 114.3}, {0, 0}};
    double feature[2] = {1, 2};
    struct ordo_clusters c;
    ordo_clusters_make(feature, 1, location[0], 4, 2, 0.02, 10, &c);
    assert_int_equal(c.n_constant, 2);
    assert_int_equal(c.n_little, 1);
    assert_int_equal(c.n_varying, 1);
    assert_int_equal(c.variation[1], ORDO_VARIATION_LITTLE);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.member[0], 2);
    ordo_clusters_done(&c);
}

static void a_constant_feature_represents_nothing(void **unused) {
    (void)unused;
    double feature[4] = {5, 5, 5, 5}, location[4] = {10, 200, 3000, 40000};
    struct ordo_clusters c;
    ordo_clusters_make(feature, 1, location, 1, 4, 0.02, 10, &c);
    assert_int_equal(c.n, 1);
    assert_false(c.cluster[0].of_feature);
    ordo_clusters_done(&c);
    ordo_clusters_make(feature, 1, location, 1, 1, 0.02, 10, &c);
    assert_int_equal(c.n, 0);
    assert_int_equal(c.n_constant, 1);
    ordo_clusters_done(&c);
}

/* Theorem of section 4.1.1: within a cluster any two locations fit with R^2 > 1 - 4a(1 - a).
 * Also checks the definition for every representative. */
static void check_random_matrix(size_t n_locations, size_t n, double alpha) {
    double *rows = calloc(n_locations * n, sizeof *rows), features[2][64];
    struct ordo_clusters c;
    assert_non_null(rows);
    for (size_t k = 0; k < n; k++) features[0][k] = uniform(), features[1][k] = uniform();
    for (size_t i = 0; i < n_locations; i++) {
        double mix = uniform(), noise = 0.3 * uniform(), scale = 100 + 1e6 * uniform();
        for (size_t k = 0; k < n; k++)
            rows[i * n + k] =
                scale * (mix * features[0][k] + (1 - mix) * features[1][k] + noise * uniform());
    }
    ordo_clusters_make(features[0], 0, rows, n_locations, n, alpha, 10, &c);
    double bound = 1 - 4 * alpha * (1 - alpha);
    for (uint32_t i = 0; i < c.n; i++)
        for (uint32_t x = 0; x < c.cluster[i].n; x++) {
            uint32_t location = c.member[c.cluster[i].first + x];
            double r2 =
                ordo_clusters_r2(rows + c.cluster[i].representative * n, rows + location * n, n);
            if (!(r2 > 1 - alpha - 1e-12))
                fail_msg("location %u fits its representative with R^2 %.6f only", location, r2);
            for (uint32_t y = 0; y < x; y++) {
                uint32_t other = c.member[c.cluster[i].first + y];
                r2 = ordo_clusters_r2(rows + location * n, rows + other * n, n);
                if (!(r2 > bound - 1e-12))
                    fail_msg("alpha %g: R^2 %.6f in a cluster, the bound is %.6f", alpha, r2,
                             bound);
            }
        }
    bool *placed = calloc(n_locations, sizeof *placed);
    for (size_t m = 0; m < c.n_members; m++) placed[c.member[m]] = true;
    for (size_t i = 0; i < n_locations; i++)
        if (!placed[i]) fail_msg("location %zu is in no cluster", i);
    /* A representative does not fit any earlier one. */
    for (uint32_t k = 0; k < c.n; k++)
        for (uint32_t e = 0; e < k; e++) {
            double r2 = ordo_clusters_r2(rows + c.cluster[e].representative * n,
                                         rows + c.cluster[k].representative * n, n);
            if (r2 > 1 - alpha + 1e-12) fail_msg("representatives fit with R^2 %.6f", r2);
        }
    free(placed);
    if (n_locations > 50 && c.n < 3) fail_msg("only %u clusters: the test tests nothing", c.n);
    ordo_clusters_done(&c);
    free(rows);
}

static void members_of_a_cluster_fit_each_other_as_in_the_theorem(void **unused) {
    (void)unused;
    static const double alphas[] = {0.002, 0.02, 0.1, 0.3};
    state = 42;
    for (size_t a = 0; a < sizeof alphas / sizeof *alphas; a++) {
        check_random_matrix(300, 12, alphas[a]);
        check_random_matrix(200, 40, alphas[a]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_match_the_definition),
        cmocka_unit_test(bubble_sort_has_clusters_of_compares_swaps_and_size),
        cmocka_unit_test(without_a_feature_a_location_represents_the_size),
        cmocka_unit_test(a_smaller_alpha_separates_what_a_greater_one_joins),
        cmocka_unit_test(a_location_may_belong_to_two_clusters),
        cmocka_unit_test(locations_that_hardly_vary_are_set_aside_and_counted),
        cmocka_unit_test(a_constant_feature_represents_nothing),
        cmocka_unit_test(members_of_a_cluster_fit_each_other_as_in_the_theorem),
    };
    return cmocka_run_group_tests_name("trend clusters", tests, NULL, NULL);
}
