/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_callers_test.c: made-up calls of one scope from several callers.
 */
#include "analysis/scope_callers.h"
#include "model/fit/one_size.h"
#include "support/unit.h"

#include <math.h>
#include <string.h>

enum { EACH = 24, CALLERS = 3 };

struct made {
    struct ordo_call call[EACH * CALLERS];
    uint32_t from[EACH * CALLERS];
    struct ordo_scope_caller callers[CALLERS];
};

typedef double (*cost_function)(double n);

static double square(double n) {
    return 2 * n * n + 3;
}
static double line(double n) {
    return 7 * n + 2;
}
static double steep_line(double n) {
    return 300 * n;
}

/* Sets the calls of each caller, and their cost. The other size has nothing to do with it. */
static struct ordo_scope_calls make(struct made *m, uint32_t callers, const cost_function *cost,
                                    const double *whole) {
    struct ordo_scope_calls c = {
        .n = EACH * callers, .call = m->call, .from = m->from, .callers = m->callers};
    memset(m, 0, sizeof *m);
    c.n_callers = callers;
    c.sizes = 2;
    strcpy(c.name[0], "arg:seed");
    strcpy(c.name[1], "arg:n");
    for (uint32_t k = 0; k < callers; k++) {
        m->callers[k] = (struct ordo_scope_caller){.scope = 10 + k, .cost = whole[k]};
        for (uint32_t i = 0; i < EACH; i++) {
            double n = floor(10 * pow(1.2, i)) + k;
            struct ordo_call *x = &m->call[k * EACH + i];
            x->size[0] = 1 + (7 * i + 3 * k) % 11;
            x->size[1] = n;
            x->cost = cost[k](n);
            m->from[k * EACH + i] = k;
        }
    }
    return c;
}

static bool find(const struct ordo_scope_calls *c, double whole, struct ordo_scope_callers *out) {
    double size[EACH * CALLERS], cost[EACH * CALLERS];
    for (size_t i = 0; i < c->n; i++) size[i] = c->call[i].size[1], cost[i] = c->call[i].cost;
    double alone = ordo_one_size_error(size, cost, c->n);
    return ordo_scope_callers_find(c, ORDO_UNIT_BLOCKS, alone, whole, 10, out);
}

static void callers_of_different_growth_are_named_by_cost(void **state) {
    (void)state;
    struct made m;
    struct ordo_scope_callers x;
    struct ordo_scope_calls c =
        make(&m, 2, (const cost_function[]){line, square}, (const double[]){100, 900});
    assert_true(find(&c, 1000, &x));
    assert_string_equal(x.n, "arg:n");
    assert_int_equal(x.n_populations, 2);
    assert_int_equal(x.population[0].caller, 11);
    assert_int_equal(x.population[0].mean.growth, ORDO_GROWTH_N2);
    assert_float_equal(x.population[0].share, 0.9, 1e-12);
    assert_int_equal(x.population[1].caller, 10);
    assert_int_equal(x.population[1].mean.growth, ORDO_GROWTH_N);
    assert_true(x.error < 0.05 && x.together > 0.2);
    assert_true(x.more > 80 && x.more < 100); /* 0.9 * 100 + 0.1 * 10 */
}

static void callers_of_one_growth_are_not_kept_apart(void **state) {
    (void)state;
    struct made m;
    struct ordo_scope_callers x;
    struct ordo_scope_calls c =
        make(&m, 2, (const cost_function[]){line, steep_line}, (const double[]){500, 500});
    assert_false(find(&c, 1000, &x));
    c = make(&m, 2, (const cost_function[]){square, square}, (const double[]){500, 500});
    assert_false(find(&c, 1000, &x));
}

static void callers_must_have_most_of_the_cost(void **state) {
    (void)state;
    struct made m;
    struct ordo_scope_callers x;
    struct ordo_scope_calls c =
        make(&m, 2, (const cost_function[]){line, square}, (const double[]){100, 400});
    assert_false(find(&c, 1000, &x));
}

static void three_callers_are_three_populations(void **state) {
    (void)state;
    struct made m;
    struct ordo_scope_callers x;
    struct ordo_scope_calls c =
        make(&m, 3, (const cost_function[]){line, square, line}, (const double[]){200, 500, 300});
    assert_true(find(&c, 1000, &x));
    assert_int_equal(x.n_populations, 3);
    assert_int_equal(x.population[1].caller, 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_of_different_growth_are_named_by_cost),
        cmocka_unit_test(callers_of_one_growth_are_not_kept_apart),
        cmocka_unit_test(callers_must_have_most_of_the_cost),
        cmocka_unit_test(three_callers_are_three_populations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
