/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * least_growth_test.c: what models say of three sizes.
 */
#include "model/fit/model.h"
#include "support/unit.h"

#include <math.h>

static struct ordo_model of(const double n[3], const double cost[3], double count) {
    struct ordo_model_point p[3];
    struct ordo_model m;
    for (int i = 0; i < 3; i++)
        p[i] = (struct ordo_model_point){n[i],    count,           cost[i],
                                         cost[i], count * cost[i], count * cost[i] * cost[i]};
    ordo_model_fit(p, 3, ORDO_UNIT_BLOCKS, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_FEW_SIZES);
    return m;
}

static const double doubled[] = {500, 1000, 2000};

static void check(double a, double b, double c, enum ordo_growth least) {
    struct ordo_model m = of(doubled, (double[]){a, b, c}, 1);
    assert_true(m.has_least);
    assert_int_equal(m.least, least);
}

static void check_none(const double n[3], double a, double b, double c) {
    assert_false(of(n, (double[]){a, b, c}, 1).has_least);
}

static void sums_of_powers_grow_at_least_by_a_lower_power(void **state) {
    (void)state;
    check(2.5e5, 1e6, 4e6, ORDO_GROWTH_N_SQRT);     /* n^2, 5 % of each cost uncertain */
    check(1.25e8, 1e9, 8e9, ORDO_GROWTH_N2);        /* n^3 */
    check(3.5e5, 1.2e6, 4.4e6, ORDO_GROWTH_N_SQRT); /* n^2 + 200 n */
    check(1.25e7, 3.5e7, 1e8, ORDO_GROWTH_N);       /* n^1.5 */
}

static void little_growth_shows_nothing(void **state) {
    (void)state;
    check_none(doubled, 500, 1000, 2000); /* n, within the uncertainty */
    check_none(doubled, 1000, 1000, 1000);
    check_none(doubled, 9000, 10000, 11000);
}

static void an_offset_of_all_sizes_is_not_growth(void **state) {
    (void)state;
    const double n[] = {32, 64, 128};
    check_none(n, 3, 35, 99); /* n - 29 */
}

static void growth_in_one_step_only_and_falling_costs_show_nothing(void **state) {
    (void)state;
    check_none(doubled, 1000, 1000, 64000);
    check_none(doubled, 1000, 500, 64000);
    check_none(doubled, 64000, 8000, 1000);
}

static void sizes_must_span_a_factor_of_four(void **state) {
    (void)state;
    const double near[] = {500, 1000, 1900}, together[] = {500, 510, 4000};
    check_none(near, 2.5e5, 1e6, 3.6e6);
    check_none(together, 2.5e5, 2.6e5, 1.6e7);
}

static void noise_between_calls_widens_the_bound(void **state) {
    (void)state;
    struct ordo_model_point p[3];
    struct ordo_model m;
    for (int i = 0; i < 3; i++) {
        double cost = doubled[i] * doubled[i];
        p[i] = (struct ordo_model_point){doubled[i], 4,        cost / 4,
                                         2 * cost,   4 * cost, 4 * cost * cost * 1.8};
    }
    ordo_model_fit(p, 3, ORDO_UNIT_BLOCKS, &m);
    assert_false(m.has_least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_powers_grow_at_least_by_a_lower_power),
        cmocka_unit_test(little_growth_shows_nothing),
        cmocka_unit_test(an_offset_of_all_sizes_is_not_growth),
        cmocka_unit_test(growth_in_one_step_only_and_falling_costs_show_nothing),
        cmocka_unit_test(sizes_must_span_a_factor_of_four),
        cmocka_unit_test(noise_between_calls_widens_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
