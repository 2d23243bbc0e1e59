/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_size_fits_test.c: the fit of two sizes on calls whose cost is known exactly, and the text of
 * its functions. tests/model scores it on algorithms.
 */
#include "model/fit/two_size_formula.h"
#include "model/fit/two_sizes.h"
#include "support/unit.h"

#include <math.h>
#include <string.h>

enum { CALLS = 40 };

static const unsigned char preference[ORDO_CALL_SIZES] = {0, 0, 2};

static double draw(unsigned *state, double low, double high) {
    *state = *state * 1664525u + 1013904223u;
    return floor(low * pow(high / low, (*state >> 8) / 16777216.0));
}

/* Calls of sizes n and m that are independent; a third size is n + m. */
static void make(struct ordo_call *c, double (*cost)(double n, double m)) {
    unsigned state = 5;
    memset(c, 0, CALLS * sizeof *c);
    for (int i = 0; i < CALLS; i++) {
        c[i].size[0] = draw(&state, 5, 500);
        c[i].size[1] = draw(&state, 3, 300);
        c[i].size[2] = c[i].size[0] + c[i].size[1];
        c[i].cost = cost(c[i].size[0], c[i].size[1]);
    }
}

static struct ordo_two_sizes fit(const struct ordo_call *c) {
    struct ordo_two_sizes t;
    ordo_two_sizes_fit(c, CALLS, 3, preference, ORDO_UNIT_BLOCKS, &t);
    return t;
}

static double product(double n, double m) {
    return 3 * n * m + 4 * n + 2;
}
static double sum(double n, double m) {
    return 5 * n + 7 * m + 1;
}
static double search(double n, double m) {
    return 3 * m * log2(n) + 4 * m;
}
static double one(double n, double m) {
    return 3 * n * n + 0 * m;
}
static double of_all(double n, double m) {
    return 4 * (n + m) + 3;
}
static double unlike(double n, double m) {
    return 1000 * (1 + fmod(7 * n + 13 * m, 17));
}

static void check(double (*cost)(double, double), const char *class, const char *formula) {
    struct ordo_call c[CALLS];
    char text[ORDO_TWO_SIZE_FORMULA_BYTES];
    make(c, cost);
    struct ordo_two_sizes t = fit(c);
    assert_int_equal(t.why, ORDO_TWO_SIZES_KNOWN);
    assert_int_equal(t.n, 0);
    assert_int_equal(t.m, 1);
    ordo_two_size_class_write(text, sizeof text, &t, false);
    assert_string_equal(text, class);
    ordo_two_size_formula_write(text, sizeof text, &t, false, ORDO_TWO_SIZE_TERMS, 4);
    assert_string_equal(text, formula);
    for (int i = 0; i < CALLS; i++) {
        double v = ordo_two_sizes_value(&t, c[i].size[0], c[i].size[1]);
        assert_float_equal(v / c[i].cost, 1, 1e-6);
    }
}

static void products_and_sums_get_their_class_and_their_terms(void **state) {
    (void)state;
    check(product, "n*m", "3 n*m + 4 n + 2");
    check(sum, "n + m", "5 n + 7 m + 1");
    check(search, "m log n", "3 m log2 n + 4 m");
}

static void a_cost_that_one_size_explains_is_no_function_of_two(void **state) {
    (void)state;
    struct ordo_call c[CALLS];
    make(c, one);
    assert_int_equal(fit(c).why, ORDO_TWO_SIZES_ALONE);
    make(c, of_all); /* the third size */
    assert_int_equal(fit(c).why, ORDO_TWO_SIZES_ALONE);
}

static void a_cost_that_nothing_explains_is_none(void **state) {
    (void)state;
    struct ordo_call c[CALLS];
    make(c, unlike);
    assert_int_equal(fit(c).why, ORDO_TWO_SIZES_NONE);
}

static void few_calls_and_sizes_that_are_tied_are_not_enough(void **state) {
    (void)state;
    struct ordo_call c[CALLS];
    struct ordo_two_sizes t;
    make(c, product);
    ordo_two_sizes_fit(c, 7, 3, preference, ORDO_UNIT_BLOCKS, &t);
    assert_int_equal(t.why, ORDO_TWO_SIZES_FEW);
    for (int i = 0; i < CALLS; i++) c[i] = c[i % 7]; /* the same seven calls again */
    ordo_two_sizes_fit(c, CALLS, 3, preference, ORDO_UNIT_BLOCKS, &t);
    assert_int_equal(t.why, ORDO_TWO_SIZES_FEW);
    make(c, product);
    for (int i = 0; i < CALLS; i++) {
        c[i].size[1] = 3 * c[i].size[0];
        c[i].cost = unlike(c[i].size[0], 1);
    }
    ordo_two_sizes_fit(c, CALLS, 2, preference, ORDO_UNIT_BLOCKS, &t);
    assert_int_equal(t.why, ORDO_TWO_SIZES_TOGETHER);
}

static void two_values_of_a_flag_are_no_size(void **state) {
    (void)state;
    struct ordo_call c[CALLS];
    struct ordo_two_sizes t;
    make(c, product);
    for (int i = 0; i < CALLS; i++) {
        c[i].size[1] = i % 2 ? 1 : 8;
        c[i].cost = product(c[i].size[0], c[i].size[1]);
    }
    ordo_two_sizes_fit(c, CALLS, 2, preference, ORDO_UNIT_BLOCKS, &t);
    assert_int_equal(t.why, ORDO_TWO_SIZES_TOGETHER);
}

static void the_order_of_calls_does_not_matter(void **state) {
    (void)state;
    struct ordo_call c[CALLS], turned[CALLS];
    make(c, product);
    for (int i = 0; i < CALLS; i++) turned[CALLS - 1 - i] = c[i];
    struct ordo_two_sizes a = fit(c), b = fit(turned);
    assert_memory_equal(&a, &b, sizeof a);
}

static struct ordo_two_sizes made(unsigned n_leading, unsigned n_terms,
                                  const struct ordo_two_size_term *term) {
    struct ordo_two_sizes t = {.n_leading = n_leading,
                               .n_terms = n_terms,
                               .n_min = 2,
                               .n_max = 1000,
                               .m_min = 2,
                               .m_max = 100};
    memcpy(t.term, term, n_terms * sizeof *term);
    return t;
}

#define G(x) ORDO_GROWTH_##x

static void check_text(const struct ordo_two_sizes *t, bool dot, const char *class,
                       const char *formula, enum ordo_growth together) {
    char text[ORDO_TWO_SIZE_FORMULA_BYTES];
    ordo_two_size_class_write(text, sizeof text, t, dot);
    assert_string_equal(text, class);
    ordo_two_size_formula_write(text, sizeof text, t, dot, 3, 3);
    assert_string_equal(text, formula);
    assert_int_equal(ordo_two_sizes_growth(t), together);
}

static void classes_have_powers_first_and_n_first(void **state) {
    (void)state;
    struct ordo_two_sizes t =
        made(1, 2, (struct ordo_two_size_term[]){{0.5, G(N2), G(LOG)}, {-3, G(N), G(1)}});
    check_text(&t, true, "n^2 log m", "0.5 n^2 log2 m - 3 n", G(N2_LOG));
    t = made(1, 1, (struct ordo_two_size_term[]){{2, G(N), G(N_LOG)}});
    check_text(&t, true, "n\xc2\xb7m log m", "2 n\xc2\xb7m log2 m", G(N2_LOG));
    check_text(&t, false, "n*m log m", "2 n*m log2 m", G(N2_LOG));
    t = made(2, 2, (struct ordo_two_size_term[]){{4, G(1), G(N)}, {2, G(N_LOG), G(1)}});
    check_text(&t, false, "n log n + m", "2 n log2 n + 4 m", G(N_LOG));
    ordo_two_sizes_swap(&t);
    check_text(&t, false, "n + m log m", "4 n + 2 m log2 m", G(N_LOG));
    t = made(1, 1, (struct ordo_two_size_term[]){{2, G(N2), G(N2)}});
    check_text(&t, false, "n^2*m^2", "2 n^2*m^2", G(NONE));
    assert_float_equal(ordo_two_sizes_degree(&t), 4, 0);
}

static void formulas_leave_out_what_is_nowhere_noticeable(void **state) {
    (void)state;
    struct ordo_two_sizes t =
        made(1, 3,
             (struct ordo_two_size_term[]){{100, G(N), G(N)}, {1e-4, G(1), G(1)}, {5, G(1), G(N)}});
    check_text(&t, false, "n*m", "100 n*m + 5 m", G(N2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_and_sums_get_their_class_and_their_terms),
        cmocka_unit_test(a_cost_that_one_size_explains_is_no_function_of_two),
        cmocka_unit_test(a_cost_that_nothing_explains_is_none),
        cmocka_unit_test(few_calls_and_sizes_that_are_tied_are_not_enough),
        cmocka_unit_test(two_values_of_a_flag_are_no_size),
        cmocka_unit_test(the_order_of_calls_does_not_matter),
        cmocka_unit_test(classes_have_powers_first_and_n_first),
        cmocka_unit_test(formulas_leave_out_what_is_nowhere_noticeable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
