/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * reported_test.c: one class is reported, or two that differ in a logarithm of which it is
 * uncertain whether it is there.
 */
#include "model/fit/reported.h"

#include "support/unit.h"

static struct ordo_reported reported_of(double n, double n_log, double n2, unsigned warnings) {
    struct ordo_model m = {.growth = n >= n_log ? ORDO_GROWTH_N : ORDO_GROWTH_N_LOG,
                           .warnings = warnings};
    m.posterior[ORDO_GROWTH_N] = n;
    m.posterior[ORDO_GROWTH_N_LOG] = n_log;
    m.posterior[ORDO_GROWTH_N2] = n2;
    m.posterior[ORDO_GROWTH_NONE] = 1 - n - n_log - n2;
    return ordo_reported(&m);
}

static void assert_reported(struct ordo_reported s, unsigned n, enum ordo_growth first,
                            double probability) {
    assert_int_equal(s.n, n);
    assert_int_equal(s.class[0], first);
    if (n == 2) assert_int_equal(s.class[1], ORDO_GROWTH_N_LOG);
    assert_float_equal(s.probability, probability, 1e-12);
}

static void a_certain_class_is_reported_alone(void **state) {
    (void)state;
    assert_reported(reported_of(0.97, 0.02, 0, 0), 1, ORDO_GROWTH_N, 0.97);
    assert_reported(reported_of(0.02, 0.97, 0, 0), 1, ORDO_GROWTH_N_LOG, 0.97);
    assert_reported(reported_of(0.7, 0.05, 0.24, 0), 1, ORDO_GROWTH_N, 0.7);
}

static void two_classes_that_are_certain_together_are_reported(void **state) {
    (void)state;
    assert_reported(reported_of(0.9, 0.08, 0.01, 0), 2, ORDO_GROWTH_N, 0.98);
    assert_reported(reported_of(0.3, 0.68, 0.01, 0), 2, ORDO_GROWTH_N, 0.98);
}

static void an_uncertain_logarithm_is_reported_as_uncertain(void **state) {
    (void)state;
    assert_reported(reported_of(0.5, 0.3, 0.19, ORDO_MODEL_LOG_UNSURE), 2, ORDO_GROWTH_N, 0.8);
    assert_reported(reported_of(0.3, 0.5, 0.19, ORDO_MODEL_LOG_UNSURE), 2, ORDO_GROWTH_N, 0.8);
    assert_reported(reported_of(0.5, 0.3, 0.19, ORDO_MODEL_OUTLIERS), 1, ORDO_GROWTH_N, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_certain_class_is_reported_alone),
        cmocka_unit_test(two_classes_that_are_certain_together_are_reported),
        cmocka_unit_test(an_uncertain_logarithm_is_reported_as_uncertain),
    };
    return cmocka_run_group_tests_name("model/reported", tests, NULL, NULL);
}
