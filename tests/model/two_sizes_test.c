/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_sizes_test.c: scores functions of two sizes on cases of two sizes, by families of algorithms,
 * and on cases of one size.
 *
 * An answer about n and m is right if it is a label. An answer about other sizes, such as m and
 * rms, is right if three quarters of the calls give the same one, and it predicts the others.
 */
#include "model/fit/two_size_formula.h"
#include "models/made_case.h"
#include "models/pairs/pair_case.h"
#include "models/real_case.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Options: ORDO_CALIBRATION multiplies the number of cases, ORDO_SEED makes other ones,
 * ORDO_VERBOSE prints what is not right. */
enum { CASES_OF_EACH = 12, ONE_SIZE_CASES = 500 };

static int times(void) {
    const char *text = getenv("ORDO_CALIBRATION");
    return text ? atoi(text) : 1;
}

static bool is_label(const char *labels, const char *class) {
    size_t n = strlen(class);
    for (const char *at = labels; (at = strstr(at, class)); at++) {
        bool starts = at == labels || at[-1] == '|', ends = at[n] == '\0' || at[n] == '|';
        if (starts && ends) return true;
    }
    return false;
}

struct score {
    size_t cases, answers, right, required, abstained, alike;
};

static bool is_verbose(void) {
    return getenv("ORDO_VERBOSE") != NULL;
}

/* Returns whether a fit of three quarters of the calls has the same class and predicts the others.
 */
static bool predicts(const struct pair_case *c, const struct ordo_two_sizes *t) {
    static struct ordo_call some[PAIR_CALLS];
    struct ordo_two_sizes u;
    char class[ORDO_TWO_SIZE_CLASS_BYTES], other[ORDO_TWO_SIZE_CLASS_BYTES];
    size_t n = 0, left = 0;
    double squares = 0;
    for (size_t i = 0; i < c->n; i++)
        if (i % 4 != 1) some[n++] = c->calls[i];
    ordo_two_sizes_fit(some, n, c->sizes, c->preference, ORDO_UNIT_BLOCKS, &u);
    if (u.why != ORDO_TWO_SIZES_KNOWN || u.n != t->n || u.m != t->m) return false;
    ordo_two_size_class_write(class, sizeof class, t, false);
    ordo_two_size_class_write(other, sizeof other, &u, false);
    for (size_t i = 1; i < c->n; i += 4, left++) {
        const struct ordo_call *x = &c->calls[i];
        double error = log(ordo_two_sizes_value(&u, x->size[u.n], x->size[u.m]) / x->cost);
        squares += error * error;
    }
    return !strcmp(class, other) && sqrt(squares / (double)left) < 0.2;
}

static void judge(struct score *s, const struct pair_case *c) {
    struct ordo_two_sizes t;
    char class[ORDO_TWO_SIZE_CLASS_BYTES] = "none", formula[ORDO_TWO_SIZE_FORMULA_BYTES] = "";
    ordo_two_sizes_fit(c->calls, c->n, c->sizes, c->preference, ORDO_UNIT_BLOCKS, &t);
    s->cases++;
    s->required += !c->none_is_right;
    if (t.why != ORDO_TWO_SIZES_KNOWN) {
        s->abstained += !c->none_is_right;
        if (!c->none_is_right && is_verbose())
            print_message("abstains (%d, alone %.3f): %s [%s]\n", t.why, t.alone, c->about,
                          c->labels);
        return;
    }
    ordo_two_size_class_write(class, sizeof class, &t, false);
    ordo_two_size_formula_write(formula, sizeof formula, &t, false, 9, 4);
    s->answers++;
    bool right = t.n == 0 && t.m == 1 ? is_label(c->labels, class)
                                      : !strstr(c->labels, "none") && predicts(c, &t);
    s->right += right;
    if (!right && is_verbose())
        print_message("WRONG %s of %u, %u (%s), error %.3f alone %.3f p %.3f: %s [%s]\n", class,
                      t.n, t.m, formula, t.error, t.alone, t.probability, c->about, c->labels);
    if (right && t.m != 1 && is_verbose())
        print_message("other %s of %u, %u (%s), error %.3f alone %.3f p %.3f: %s [%s]\n", class,
                      t.n, t.m, formula, t.error, t.alone, t.probability, c->about, c->labels);
}

static struct score score_families(size_t from, size_t to, uint64_t seed) {
    struct score s = {0};
    struct random_numbers r = {.state = seed};
    static struct pair_case c;
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < pair_families[i]->n; k++)
            for (int turn = 0; turn < times() * CASES_OF_EACH; turn++) {
                pair_case_make(&c, &pair_families[i]->algorithms[k], &r);
                judge(&s, &c);
            }
    print_message("%zu cases, %zu answers, %zu right; %zu required, %zu abstained\n", s.cases,
                  s.answers, s.right, s.required, s.abstained);
    return s;
}

static uint64_t seed_of(void) {
    const char *seed = getenv("ORDO_SEED");
    return seed ? strtoull(seed, NULL, 10) : 20261129;
}

static void check(const struct score *s) {
    assert_true(s->cases >= 100);
    assert_true((double)s->right >= 0.95 * (double)s->answers);
    assert_true((double)s->abstained <= 0.15 * (double)s->required);
}

static void of_known_families_95_percent_are_right(void **state) {
    (void)state;
    struct score s = score_families(0, n_first_pair_families, seed_of());
    check(&s);
}

static void of_families_that_came_later_95_percent_are_right(void **state) {
    (void)state;
    struct score s = score_families(n_first_pair_families, n_pair_families, seed_of());
    check(&s);
}

static void costs_of_one_size_are_no_functions_of_two(void **state) {
    (void)state;
    static struct labelled_case from;
    static struct pair_case c;
    struct random_numbers r = {.state = seed_of()};
    struct score s = {0};
    for (int i = 0; i < times() * ONE_SIZE_CASES; i++) {
        double u = random_unit(&r);
        const struct algorithm_family *f =
            algorithm_families[random_below(&r, n_algorithm_families)];
        if (u < 0.4)
            real_case_make(&from, f, &f->algorithms[random_below(&r, f->n)], &r);
        else if (u < 0.8)
            made_case_make(&from, random_below(&r, n_made_noises), &r);
        else
            negative_case_make(&from, random_below(&r, n_negative_kinds), &r);
        pair_case_of_one_size(&c, &from, &r);
        judge(&s, &c);
    }
    print_message("one size: %zu cases, %zu claims of two\n", s.cases, s.answers);
    assert_int_equal(s.answers, 0);
}

int main(int argc, char **argv) {
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_known_families_95_percent_are_right),
        cmocka_unit_test(of_families_that_came_later_95_percent_are_right),
        cmocka_unit_test(costs_of_one_size_are_no_functions_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
