/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model/fit/parabola.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_parabola_has_its_own_curvature(void **state) {
    (void)state;
    struct ordo_parabola p = {0};
    for (int i = -3; i <= 3; i++) {
        double y = 7 - 2 * i + 0.5 * i * i;
        ordo_parabola_add(&p, i, y, 1 + 0.1 * y);
    }
    struct ordo_bend b = ordo_parabola_bend(&p);
    assert_float_equal(b.bend, 0.5, 1e-12);
    assert_float_equal(b.stray, 0, 1e-6);
    assert_float_equal(ordo_parabola_leeway(&p), 1.96 * b.error, 1e-12);
}

/* The cubic orthogonal polynomial of seven points, -1 1 1 0 -1 -1 1 (R. A. Fisher and F. Yates,
 * Statistical Tables, XXIII), is entirely residual: 6 over 4 degrees of freedom. The quadratic
 * one, whose squares sum to 84, is x^2 - 4. */
static void the_residual_gives_the_error(void **state) {
    (void)state;
    static const double cubic[] = {-1, 1, 1, 0, -1, -1, 1};
    struct ordo_parabola p = {0};
    for (int i = -3; i <= 3; i++) ordo_parabola_add(&p, i, i * i + cubic[i + 3], 1);
    struct ordo_bend b = ordo_parabola_bend(&p);
    assert_float_equal(b.bend, 1, 1e-12);
    assert_float_equal(b.error, sqrt(1.0 / 84), 1e-12);
    assert_float_equal(b.stray, sqrt(6.0 / 4), 1e-12);
    assert_float_equal(ordo_parabola_leeway(&p), 2.776 * sqrt(6.0 / 4 / 84), 0.02);
}

/* One point has ten times the error of the others, and so a hundredth of their weight. */
static void points_are_weighted_by_their_error(void **state) {
    (void)state;
    struct ordo_parabola p = {0}, q = {0};
    for (int i = -2; i <= 2; i++) {
        double y = i * i + (i == 0);
        ordo_parabola_add(&p, i, y, 1);
        ordo_parabola_add(&q, i, y, i == 0 ? 10 : 1);
    }
    assert_true(ordo_parabola_bend(&p).bend < 0.9);
    assert_float_equal(ordo_parabola_bend(&q).bend, 1, 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parabola_has_its_own_curvature),
        cmocka_unit_test(the_residual_gives_the_error),
        cmocka_unit_test(points_are_weighted_by_their_error),
    };
    return cmocka_run_group_tests_name("model/parabola", tests, NULL, NULL);
}
