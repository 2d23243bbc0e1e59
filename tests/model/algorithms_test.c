/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithms_test.c: checks the labels of the generator's algorithms (bench/models) against their
 * own counts, and the rule about which answers a case accepts.
 */
#include "models/acceptance.h"
#include "models/labelled_case.h"
#include "models/made_case.h"
#include "models/real_case.h"
#include "support/unit.h"

#include <math.h>

enum { LEAST_ALGORITHMS = 100, LEAST_FAMILIES = 25, CASES = 400 };

/* Calls the check for every algorithm; a check returns whether the algorithm passes. */
static void for_each(bool (*check)(const struct algorithm *a)) {
    size_t failed = 0;
    for (size_t i = 0; i < n_algorithm_families; i++)
        for (size_t k = 0; k < algorithm_families[i]->n; k++)
            failed += !check(&algorithm_families[i]->algorithms[k]);
    if (failed) fail_msg("%zu algorithms failed", failed);
}

static double slope(double low, double high, double n, double m) {
    return log(high / low) / log(m / n);
}

/* From a third to three times the largest size that cases have, the slope approaches the class's.
 * Lower terms may bend it, mostly at the lower sizes. Means are known to 3 %, or 7 % where there
 * are tails. */
static bool grows_as_labelled(const struct algorithm *a) {
    struct random_numbers r = {.state = 7};
    double n[3] = {floor((double)a->most / 3), (double)a->most, 3 * (double)a->most}, cost[3];
    if (a->mean == ORDO_GROWTH_EXP)
        for (int i = 0; i < 3; i++) n[i] = (double)a->most - 2 + i;
    /* Stairs are met at the same place in three sizes a power of two apart. */
    if (a->traits & STAIRS)
        for (int i = 0; i < 3; i++) n[i] = floor((double)a->most / 2) * (1 << i);
    for (int i = 0; i < 3; i++) {
        bool tails = a->traits & TAILS;
        cost[i] = mean_steps(a, (size_t)n[i], tails ? 0.07 : 0.03, tails ? 2e8 : 4e7, &r);
    }
    if (a->mean == ORDO_GROWTH_EXP) {
        double first = cost[1] / cost[0], second = cost[2] / cost[1];
        bool right = first > 1.2 && second > 1.2 && second / first > 0.75 && second / first < 1.35;
        if (!right) print_message("%s: grows by %.2f, then %.2f\n", a->name, first, second);
        return right;
    }
    double want[2], have[2];
    for (int i = 0; i < 2; i++) {
        want[i] = slope(ordo_growth_value(a->mean, n[i]), ordo_growth_value(a->mean, n[i + 1]),
                        n[i], n[i + 1]);
        have[i] = slope(cost[i], cost[i + 1], n[i], n[i + 1]);
    }
    double slack = a->traits & STAIRS ? 0.35 : a->traits & TAILS ? 0.15 : 0.11;
    bool right = fabs(have[0] - want[0]) < 2.5 * slack && fabs(have[1] - want[1]) < slack;
    if (!right)
        print_message("%s: at %.0f, %.0f and %.0f costs %.4g, %.4g and %.4g: slopes %.3f and %.3f, "
                      "but %s has %.3f and %.3f\n",
                      a->name, n[0], n[1], n[2], cost[0], cost[1], cost[2], have[0], have[1],
                      ordo_growth_name(a->mean), want[0], want[1]);
    return right;
}

static void every_algorithm_grows_as_its_label_says(void **state) {
    (void)state;
    for_each(grows_as_labelled);
}

static bool costs_vary_as_labelled(const struct algorithm *a) {
    struct random_numbers r = {.state = 3};
    if (!(a->traits & (SAME_COST | POLYNOMIAL))) return true;
    for (size_t n = a->least; n < a->least + 20 && n <= a->most; n++) {
        double first = run_algorithm(a, n, &r);
        for (int k = 0; k < 5; k++)
            if (run_algorithm(a, n, &r) != first) {
                print_message("%s: calls of %zu differ\n", a->name, n);
                return false;
            }
    }
    if (!(a->traits & POLYNOMIAL)) return true;
    /* Fourth differences of a cubic vanish. */
    for (size_t n = a->least; n + 4 <= a->most && n < a->least + 30; n++) {
        static const double binomial[] = {1, -4, 6, -4, 1};
        double difference = 0;
        for (size_t k = 0; k <= 4; k++) difference += binomial[k] * run_algorithm(a, n + k, &r);
        if (difference != 0) {
            print_message("%s: not a polynomial at %zu\n", a->name, n);
            return false;
        }
    }
    return true;
}

static void costs_are_functions_of_the_size_where_they_should_be(void **state) {
    (void)state;
    for_each(costs_vary_as_labelled);
}

static void there_are_many_algorithms(void **state) {
    (void)state;
    size_t n = 0, of_class[ORDO_GROWTHS] = {0};
    for (size_t i = 0; i < n_algorithm_families; i++)
        for (size_t k = 0; k < algorithm_families[i]->n; k++, n++)
            of_class[algorithm_families[i]->algorithms[k].mean]++;
    print_message("%zu algorithms in %zu families\n", n, n_algorithm_families);
    assert_true(n >= LEAST_ALGORITHMS && n_algorithm_families >= LEAST_FAMILIES);
    for (int g = 0; g < ORDO_GROWTH_NONE; g++)
        if (!of_class[g]) fail_msg("no algorithm is %s", ordo_growth_name((enum ordo_growth)g));
}

static void check_labels(const struct labelled_case *c) {
    if (!(c->accept & CLASS_BIT(c->truth)) || (c->accept & c->classes) != c->classes)
        fail_msg("%s: the true class is not accepted", c->about);
    for (int g = 0; g < ORDO_GROWTH_NONE && c->truth != ORDO_GROWTH_NONE; g++)
        if (c->accept & CLASS_BIT(g) && !(c->classes & CLASS_BIT(g)) &&
            ordo_growth_degree((enum ordo_growth)g) > ordo_growth_degree(c->truth))
            fail_msg("%s: accepts %s", c->about, ordo_growth_name((enum ordo_growth)g));
    assert_true(c->n > 0 && c->n <= LABELLED_POINTS);
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_model_point *p = &c->points[i];
        assert_true(i == 0 || p->n > c->points[i - 1].n);
        assert_true(p->count >= 1 && p->min >= 1 && p->min <= p->max);
        assert_true(p->sum >= p->min * p->count && p->sum <= p->max * p->count);
    }
    if (isfinite(c->predicted)) assert_true(c->predicted > 0 && c->at > c->points[c->n - 1].n);
}

static void cases_accept_their_class_and_no_higher_one(void **state) {
    static struct labelled_case c;
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random_numbers r = {.state = 1000 + i};
        if (i % 2)
            made_case_make(&c, (size_t)(i / 2) % n_made_noises, &r);
        else
            negative_case_make(&c, (size_t)(i / 2) % n_negative_kinds, &r);
        check_labels(&c);
    }
    for (size_t i = 0; i < n_algorithm_families; i++) {
        struct random_numbers r = {.state = 2000 + i};
        const struct algorithm_family *f = algorithm_families[i];
        real_case_make(&c, f, &f->algorithms[i % f->n], &r);
        check_labels(&c);
    }
}

static unsigned accepted(enum ordo_growth truth, double low, double high, size_t n, double sd) {
    double size[64], cost[64], spread[64];
    for (size_t i = 0; i < n; i++) {
        size[i] = low * pow(high / low, (double)i / (double)(n - 1));
        cost[i] = 20 * ordo_growth_value(truth, size[i]);
        spread[i] = sd;
    }
    struct evidence e = {n, size, cost, spread, 1, 0};
    return accepted_classes(&e, truth, false);
}

static void acceptance_depends_on_range_noise_and_number(void **state) {
    const unsigned none = CLASS_BIT(ORDO_GROWTH_NONE), n = CLASS_BIT(ORDO_GROWTH_N),
                   n_log = CLASS_BIT(ORDO_GROWTH_N_LOG), n2 = CLASS_BIT(ORDO_GROWTH_N2);
    (void)state;
    /* Three exact decades leave no doubt. */
    assert_int_equal(accepted(ORDO_GROWTH_N_LOG, 10, 10000, 30, 0), n_log);
    assert_int_equal(accepted(ORDO_GROWTH_N2, 10, 10000, 30, 0), n2);
    /* Noise hides the logarithm within a decade, and a line seen through noise may be one. */
    assert_int_equal(accepted(ORDO_GROWTH_N_LOG, 1000, 10000, 30, 0.08), none | n | n_log);
    assert_int_equal(accepted(ORDO_GROWTH_N_LOG, 100, 10000, 30, 0.01), n_log);
    /* Steps that neighbours share are no proof of anything finer, however many sizes there are. */
    assert_int_equal(accepted(ORDO_GROWTH_N, 10, 10000, 60, 0), n);
    /* Of a range of two nothing is required. */
    assert_true(accepted(ORDO_GROWTH_N_LOG, 1000, 2000, 30, 0) & none);
    assert_true(accepted(ORDO_GROWTH_N2, 10, 10000, 5, 0) & none);
    /* Noise of the whole cost hides n^2 on ten sizes of a small range. */
    unsigned noisy = accepted(ORDO_GROWTH_N2, 100, 500, 10, 0.6);
    assert_true(noisy & none && noisy & n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_many_algorithms),
        cmocka_unit_test(every_algorithm_grows_as_its_label_says),
        cmocka_unit_test(costs_are_functions_of_the_size_where_they_should_be),
        cmocka_unit_test(cases_accept_their_class_and_no_higher_one),
        cmocka_unit_test(acceptance_depends_on_range_noise_and_number),
    };
    return cmocka_run_group_tests_name("model/algorithms", tests, NULL, NULL);
}
