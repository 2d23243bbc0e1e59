/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * left_out_test.c: errors of left-out costs, against fits from which each cost is really left out.
 */
#include "model/fit/left_out.h"
#include "model/fit/one_size.h"
#include "support/unit.h"

#include <math.h>

enum { COSTS = 12, COLUMNS = 3 };

struct made {
    double columns[COSTS * COLUMNS], cost[COSTS];
};

/* Columns 1, x and x squared; cost 5 + 3 x, and a share of it that goes up and down. */
static void make(struct made *m, double noise) {
    for (int i = 0; i < COSTS; i++) {
        double x = 2 + 3 * i + i % 2;
        m->columns[COLUMNS * i] = 1;
        m->columns[COLUMNS * i + 1] = x;
        m->columns[COLUMNS * i + 2] = x * x;
        m->cost[i] = (5 + 3 * x) * (1 + noise * (i % 3 - 1));
    }
}

static struct ordo_left_out_sum sum_of(unsigned n) {
    return (struct ordo_left_out_sum){.n = n, .column = {0, 1, 2}};
}

static void an_exact_sum_is_found_and_predicts_what_was_left_out(void **state) {
    (void)state;
    struct made m;
    struct ordo_left_out l;
    struct ordo_left_out_sum s = sum_of(2);
    make(&m, 0);
    ordo_left_out_init(&l, m.columns, COLUMNS, m.cost, COSTS);
    assert_true(ordo_left_out_fit(&l, &s));
    assert_float_equal(s.coef[0], 5, 1e-9);
    assert_float_equal(s.coef[1], 3, 1e-9);
    assert_float_equal(s.rest, 0, 1e-12);
    assert_float_equal(ordo_left_out_error(&l, &s), 0, 1e-6);
    assert_float_equal(ordo_left_out_value(&l, &s, 4), m.cost[4], 1e-9);
    ordo_left_out_done(&l);
}

/* The same by fits of all costs except one. */
static double really_left_out(const struct made *m, unsigned n) {
    double sum = 0;
    for (int out = 0; out < COSTS; out++) {
        struct made rest;
        struct ordo_left_out l;
        struct ordo_left_out_sum s = sum_of(n);
        double value = 0;
        int k = 0;
        for (int i = 0; i < COSTS; i++) {
            if (i == out) continue;
            for (int c = 0; c < COLUMNS; c++)
                rest.columns[COLUMNS * k + c] = m->columns[COLUMNS * i + c];
            rest.cost[k++] = m->cost[i];
        }
        ordo_left_out_init(&l, rest.columns, COLUMNS, rest.cost, COSTS - 1);
        assert_true(ordo_left_out_fit(&l, &s));
        for (unsigned c = 0; c < n; c++) value += s.coef[c] * m->columns[COLUMNS * out + (int)c];
        double error = value > 0 ? fmin(fabs(log(value / m->cost[out])), 1) : 1;
        sum += error * error;
        ordo_left_out_done(&l);
    }
    return sqrt(sum / COSTS);
}

static void errors_are_those_of_fits_without_the_cost(void **state) {
    (void)state;
    struct made m;
    make(&m, 0.1);
    for (unsigned n = 1; n <= COLUMNS; n++) {
        struct ordo_left_out l;
        struct ordo_left_out_sum s = sum_of(n);
        ordo_left_out_init(&l, m.columns, COLUMNS, m.cost, COSTS);
        assert_true(ordo_left_out_fit(&l, &s));
        assert_float_equal(ordo_left_out_error(&l, &s), really_left_out(&m, n), 1e-6);
        ordo_left_out_done(&l);
    }
}

static void a_needless_column_predicts_worse_although_it_fits_better(void **state) {
    (void)state;
    struct made m;
    struct ordo_left_out l;
    struct ordo_left_out_sum two = sum_of(2), three = sum_of(3);
    make(&m, 0.1);
    ordo_left_out_init(&l, m.columns, COLUMNS, m.cost, COSTS);
    assert_true(ordo_left_out_fit(&l, &two) && ordo_left_out_fit(&l, &three));
    assert_true(three.rest <= two.rest);
    assert_true(ordo_left_out_error(&l, &three) > ordo_left_out_error(&l, &two));
    ordo_left_out_done(&l);
}

static void dependent_columns_and_too_few_costs_are_rejected(void **state) {
    (void)state;
    struct made m;
    struct ordo_left_out l;
    struct ordo_left_out_sum s = sum_of(3);
    make(&m, 0);
    ordo_left_out_init(&l, m.columns, COLUMNS, m.cost, 3);
    assert_false(ordo_left_out_fit(&l, &s));
    ordo_left_out_done(&l);
    for (int i = 0; i < COSTS; i++) m.columns[COLUMNS * i + 2] = 2 * m.columns[COLUMNS * i + 1] - 1;
    ordo_left_out_init(&l, m.columns, COLUMNS, m.cost, COSTS);
    assert_false(ordo_left_out_fit(&l, &s));
    ordo_left_out_done(&l);
}

static void weights_by_the_fit_remove_the_bias_to_small_costs(void **state) {
    (void)state;
    double x[COSTS], cost[COSTS];
    struct ordo_left_out l;
    struct ordo_left_out_sum s = {.n = 1};
    for (int i = 0; i < COSTS; i++) {
        x[i] = 10 + i / 2;
        cost[i] = 3 * x[i] * (i % 2 ? 1.3 : 0.7);
    }
    ordo_left_out_init(&l, x, 1, cost, COSTS);
    assert_true(ordo_left_out_fit(&l, &s));
    assert_float_equal(s.coef[0], 3 * (1 / 1.3 + 1 / 0.7) / (1 / 1.69 + 1 / 0.49), 1e-9);
    struct ordo_left_out_sum first = s;
    ordo_left_out_weigh(&l, &first);
    assert_true(ordo_left_out_fit(&l, &s));
    assert_float_equal(s.coef[0], 3, 1e-9);
    ordo_left_out_done(&l);
}

static void any_curve_of_one_size_has_a_small_error(void **state) {
    (void)state;
    double size[40], cost[40], stairs[40];
    for (int i = 0; i < 40; i++) {
        size[i] = 3 + 7 * ((i * 17) % 40);
        cost[i] = exp(size[i] / 30);
        stairs[i] = 100 * floor(1 + size[i] / 90);
    }
    assert_true(ordo_one_size_error(size, cost, 40) < 0.15);
    assert_true(ordo_one_size_error(size, stairs, 40) < 0.15);
    for (int i = 0; i < 40; i++) cost[i] = i % 2 ? 100 : 1000;
    assert_true(ordo_one_size_error(size, cost, 40) > 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_sum_is_found_and_predicts_what_was_left_out),
        cmocka_unit_test(errors_are_those_of_fits_without_the_cost),
        cmocka_unit_test(a_needless_column_predicts_worse_although_it_fits_better),
        cmocka_unit_test(dependent_columns_and_too_few_costs_are_rejected),
        cmocka_unit_test(weights_by_the_fit_remove_the_bias_to_small_costs),
        cmocka_unit_test(any_curve_of_one_size_has_a_small_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
