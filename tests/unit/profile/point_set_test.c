/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * point_set_test.c: sums carry and saturate; joining keeps extremes.
 */
#include "profile/gather/point_set.h"

#include "abi/raw.h"
#include "support/random_profile.h"
#include "support/unit.h"

static void squares_carry_into_the_high_word(void **state) {
    (void)state;
    struct ordo_point a = {.count = 1, .sumsq_low = UINT64_MAX}, b = {.count = 1, .sumsq_low = 2};
    ordo_point_add(&a, &b);
    assert_int_equal(a.sumsq_low, 1);
    assert_int_equal(a.sumsq_high, 1);
    a.sumsq_high = UINT64_MAX;
    b.sumsq_high = 1;
    ordo_point_add(&a, &b);
    assert_true(a.sumsq_high == UINT64_MAX && a.sumsq_low == UINT64_MAX);
}

static void counters_saturate(void **state) {
    (void)state;
    assert_true(ordo_count_add(UINT64_MAX - 1, 1) == UINT64_MAX);
    assert_true(ordo_count_add(UINT64_MAX - 1, 2) == UINT64_MAX);
}

static void joining_keeps_extremes_and_sums(void **state) {
    (void)state;
    struct ordo_point p[] = {
        {.n = 9, .count = 1, .sum_n = 9, .min = 5, .max = 6, .sum = 5, .self = 1},
        {.n = 3, .count = 2, .sum_n = 6, .min = 1, .max = 2, .sum = 3, .self = 2},
        {.n = 9, .count = 4, .sum_n = 36, .min = 4, .max = 5, .sum = 18, .self = 3}};
    assert_int_equal(ordo_point_set_tidy(p, 3, false), 2);
    assert_int_equal(p[0].n, 3);
    assert_int_equal(p[1].count, 5);
    assert_int_equal(p[1].sum_n, 45);
    assert_int_equal(p[1].min, 4);
    assert_int_equal(p[1].max, 6);
    assert_int_equal(p[1].sum, 23);
    assert_int_equal(p[1].self, 4);
}

static void buckets_are_a_fixed_grid_128_to_the_octave(void **state) {
    (void)state;
    struct random_numbers r = {1};
    for (uint64_t n = 0; n < 256; n++) assert_int_equal(ordo_raw_bucket(n), n);
    for (int i = 0; i < 100000; i++) {
        uint64_t n = random_next(&r) >> random_below(&r, 60), low = ordo_raw_bucket(n);
        assert_true(low <= n);
        assert_true(ordo_raw_bucket(low) == low);
        assert_true(n < 256 || (n - low) <= n / 128);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_carry_into_the_high_word),
        cmocka_unit_test(counters_saturate),
        cmocka_unit_test(joining_keeps_extremes_and_sums),
        cmocka_unit_test(buckets_are_a_fixed_grid_128_to_the_octave),
    };
    return cmocka_run_group_tests_name("profile/point_set", tests, NULL, NULL);
}
