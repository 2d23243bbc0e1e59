/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spread_test.c: quantiles of mixtures against their definition.
 */
#include "model/fit/spread.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>

static double below(const struct ordo_spread *s, size_t n, double x) {
    double p = 0, total = 0;
    for (size_t i = 0; i < n; i++) {
        total += s[i].weight;
        p += s[i].weight * 0.5 * erfc(-(x - s[i].mean) / s[i].deviation / sqrt(2));
    }
    return p / total;
}

static void a_normal_distribution_has_known_quantiles(void **state) {
    (void)state;
    struct ordo_spread s = {3, 10, 2};
    assert_float_equal(ordo_spread_quantile(&s, 1, 0.975), 10 + 2 * 1.959964, 2e-5);
    assert_float_equal(ordo_spread_quantile(&s, 1, 0.025), 10 - 2 * 1.959964, 2e-5);
    assert_float_equal(ordo_spread_quantile(&s, 1, 0.5), 10, 2e-5);
    assert_float_equal(ordo_spread_quantile(&s, 0, 0.5), 0, 0);
}

/* Points without a deviation make steps: the quantile is at the point that passes q. */
static void points_are_steps(void **state) {
    (void)state;
    struct ordo_spread s[] = {{1, 1, 0}, {2, 5, 0}, {1, 7, 0}, {0.5, 3, 1}};
    assert_float_equal(ordo_spread_quantile(s, 3, 0.2), 1, 1e-5);
    assert_float_equal(ordo_spread_quantile(s, 3, 0.3), 5, 1e-5);
    assert_float_equal(ordo_spread_quantile(s, 3, 0.9), 7, 1e-5);
    assert_float_equal(ordo_spread_quantile(s, 4, 0.1), 1, 1e-5);
    assert_float_equal(ordo_spread_quantile(s, 4, 0.6), 5, 1e-5);
}

static void quantiles_have_the_probability_asked_for(void **state) {
    (void)state;
    srand48(7);
    for (int k = 0; k < 2000; k++) {
        struct ordo_spread s[12];
        size_t n = 1 + (size_t)(drand48() * 12);
        for (size_t i = 0; i < n; i++)
            s[i] = (struct ordo_spread){pow(10, -4 * drand48()), 20 * drand48() - 10,
                                        pow(10, 3 * drand48() - 2)};
        double q = k % 2 ? 0.025 + 0.95 * drand48() : k % 4 ? 0.025 : 0.975;
        double x = ordo_spread_quantile(s, n, q), near = 1e-5 * (1 + fabs(x));
        assert_true(below(s, n, x - near) <= q && q <= below(s, n, x + near));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_normal_distribution_has_known_quantiles),
        cmocka_unit_test(points_are_steps),
        cmocka_unit_test(quantiles_have_the_probability_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
