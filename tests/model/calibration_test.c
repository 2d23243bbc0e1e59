/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * calibration_test.c: compares what models claim with the truth, on thousands of new cases of known
 * functions. Intervals cover as often as they claim, probabilities are frequencies, constants with
 * noise raise no alarm, and envelopes have the upper branch's class.
 *
 * Noisy cases have a standard deviation of at least a tenth per call. Groups are class and noise.
 * ORDO_CALIBRATION multiplies the number of cases (default 1). Seeds are fixed.
 */
#include "model/cases.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>

enum { PER_GROUP = 250, CLOUDS = 400, CONSTANTS = 600, CELLS = 300, BRANCH_CASES = 12 };

static int factor(void) {
    const char *text = getenv("ORDO_CALIBRATION");
    return text && atoi(text) > 0 ? atoi(text) : 1;
}

struct tally {
    unsigned right, all;
};

static double percent(struct tally t) {
    return t.all ? 100.0 * t.right / t.all : 0;
}

static void count(struct tally *t, bool right) {
    t->right += right;
    t->all++;
}

static struct model_case c;

static void fit(struct ordo_model *m) {
    ordo_model_fit(c.points, c.n, ORDO_UNIT_UNKNOWN, m);
}

static void intervals_cover_and_probabilities_are_frequencies(void **state) {
    (void)state;
    struct tally all = {0}, group[ORDO_GROWTH_EXP][NOISES] = {{{0}}}, bin[4] = {{0}}, named = {0},
                 within = {0}, alarm = {0}, under = {0};
    double width = 0;
    static const double edge[] = {0.7, 0.9, 0.99, 1.01};
    double claimed[4] = {0};
    for (int g = 0; g < ORDO_GROWTH_EXP; g++)
        for (int q = NOISE_GAUSS; q < NOISES; q++)
            for (int k = 0, made = 0; made < PER_GROUP * factor(); k++) {
                struct ordo_model m;
                model_case_make(&c, 100000 + (uint64_t)k, (enum ordo_growth)g, (enum case_noise)q);
                if (c.level < 0.1) continue;
                made++;
                fit(&m);
                if (c.clear) {
                    count(&named, m.growth == c.truth);
                    count(&within, m.growth != ORDO_GROWTH_NONE &&
                                       ordo_growth_degree(m.growth) == ordo_growth_degree(c.truth));
                }
                if (c.truth <= ORDO_GROWTH_N)
                    count(&alarm, m.growth > ORDO_GROWTH_N && m.growth != ORDO_GROWTH_NONE);
                if (c.truth >= ORDO_GROWTH_N_SQRT)
                    count(&under, ordo_growth_degree(m.growth) >= 0 &&
                                      ordo_growth_degree(m.growth) < ordo_growth_degree(c.truth));
                if (!m.has_exponent) continue;
                bool covered = m.low - 1e-9 <= c.exponent && c.exponent <= m.high + 1e-9;
                count(&all, covered);
                count(&group[g][q], covered);
                width += m.high - m.low;
                double of_degree = 0;
                for (int h = 0; h < ORDO_GROWTH_NONE; h++)
                    if (ordo_growth_degree((enum ordo_growth)h) == ordo_growth_degree(m.growth))
                        of_degree += m.posterior[h];
                int b = 0;
                while (of_degree >= edge[b]) b++;
                claimed[b] += of_degree;
                count(&bin[b], ordo_growth_degree(m.growth) == ordo_growth_degree(c.truth));
            }
    print_message("noisy cases: %u intervals cover %.1f %%, mean width %.3f\n", all.all,
                  percent(all), width / all.all);
    print_message("clear cases: %u, exact class %.1f %%, degree %.1f %%\n", named.all,
                  percent(named), percent(within));
    print_message("false alarms above n: %u of %u; under-claims: %u of %u\n", alarm.right,
                  alarm.all, under.right, under.all);
    for (int b = 0; b < 4; b++)
        print_message("posterior of the degree below %.2f: claimed %.3f, true %.3f of %u\n",
                      edge[b], claimed[b] / bin[b].all, percent(bin[b]) / 100, bin[b].all);
    assert_true(all.all >= 4000u);
    if (percent(all) < 93 || percent(all) > 97) fail_msg("coverage is %.2f %%", percent(all));
    for (int g = 0; g < ORDO_GROWTH_EXP; g++)
        for (int q = NOISE_GAUSS; q < NOISES; q++)
            if (percent(group[g][q]) < 90)
                fail_msg("%s with %s noise: coverage %.1f %% of %u",
                         ordo_growth_name((enum ordo_growth)g), case_noise_name((enum case_noise)q),
                         percent(group[g][q]), group[g][q].all);
    for (int b = 0; b < 4; b++)
        if (bin[b].all >= 50 && percent(bin[b]) / 100 < claimed[b] / bin[b].all - 0.08)
            fail_msg("a posterior of %.3f is true %.3f of the time", claimed[b] / bin[b].all,
                     percent(bin[b]) / 100);
    if (percent(within) < 97) fail_msg("degree right in %.1f %% of clear cases", percent(within));
    if (percent(alarm) > 1) fail_msg("false alarms in %.2f %%", percent(alarm));
}

static void constants_with_noise_raise_no_alarm(void **state) {
    (void)state;
    struct tally alarm = {0}, growth = {0};
    for (int k = 0; k < CONSTANTS * factor(); k++) {
        struct ordo_model m;
        model_case_make(&c, 500000 + (uint64_t)k, ORDO_GROWTH_1,
                        (enum case_noise)(NOISE_GAUSS + k % (NOISES - 1)));
        fit(&m);
        count(&alarm, m.growth > ORDO_GROWTH_N && m.growth != ORDO_GROWTH_NONE);
        count(&growth, m.growth > ORDO_GROWTH_LOG && m.growth != ORDO_GROWTH_NONE);
    }
    print_message("constants with noise: %u of %u come out above n, %u above log n\n", alarm.right,
                  alarm.all, growth.right);
    if (percent(alarm) > 0.5) fail_msg("%.2f %% come out above n", percent(alarm));
    if (percent(growth) > 5) fail_msg("%.2f %% come out above log n", percent(growth));
}

static void cells_that_all_calls_read_do_not_change_the_class(void **state) {
    static const enum ordo_growth growths[] = {ORDO_GROWTH_N, ORDO_GROWTH_N_LOG, ORDO_GROWTH_N2};
    (void)state;
    for (size_t g = 0; g < sizeof growths / sizeof *growths; g++) {
        struct tally right = {0}, degree = {0}, sure = {0};
        for (int k = 0; k < CELLS * factor(); k++) {
            struct ordo_model m;
            model_case_cells(&c, 800000 + (uint64_t)k, growths[g]);
            fit(&m);
            count(&right, m.growth == c.truth);
            count(&degree, m.growth != ORDO_GROWTH_NONE &&
                               ordo_growth_degree(m.growth) == ordo_growth_degree(c.truth));
            if (m.growth != ORDO_GROWTH_NONE && m.posterior[m.growth] >= 0.95)
                count(&sure, m.growth == c.truth);
        }
        print_message("%s of all but some cells: class right in %.1f %% of %u, degree in %.1f %%, "
                      "of %u that are sure %.1f %%\n",
                      ordo_growth_name(growths[g]), percent(right), right.all, percent(degree),
                      sure.all, percent(sure));
        if (percent(degree) < 99) fail_msg("degree right in %.1f %%", percent(degree));
        if (percent(right) < 90) fail_msg("class right in %.1f %%", percent(right));
        if (percent(sure) < 95) fail_msg("sure ones right in %.1f %%", percent(sure));
    }
}

static void unrelated_costs_have_no_class(void **state) {
    (void)state;
    struct tally none = {0}, alarm = {0};
    for (int k = 0; k < CLOUDS * factor(); k++) {
        struct ordo_model m;
        model_case_cloud(&c, 700000 + (uint64_t)k);
        fit(&m);
        count(&none, m.growth == ORDO_GROWTH_NONE);
        count(&alarm, m.growth > ORDO_GROWTH_N && m.growth != ORDO_GROWTH_NONE);
    }
    print_message("costs without relation: none in %.1f %% of %u, above n in %u\n", percent(none),
                  none.all, alarm.right);
    if (percent(none) < 85) fail_msg("none in %.1f %% only", percent(none));
    if (percent(alarm) > 0.5) fail_msg("%.2f %% come out above n", percent(alarm));
}

static void envelopes_have_the_upper_branch(void **state) {
    (void)state;
    struct tally right = {0}, exact = {0};
    for (int upper = ORDO_GROWTH_LOG; upper <= ORDO_GROWTH_EXP; upper++)
        for (int k = 0; k < BRANCH_CASES * 3 * factor(); k++) {
            static const enum ordo_growth lowers[] = {ORDO_GROWTH_1, ORDO_GROWTH_LOG,
                                                      ORDO_GROWTH_N};
            enum ordo_growth lower = lowers[k % 3];
            struct ordo_model m;
            if (lower >= (enum ordo_growth)upper ||
                ordo_growth_degree(lower) == ordo_growth_degree((enum ordo_growth)upper))
                lower = ORDO_GROWTH_1;
            model_case_branches(&c, 900000 + (uint64_t)k, lower, (enum ordo_growth)upper);
            ordo_model_fit_worst(c.points, c.n, ORDO_UNIT_UNKNOWN, &m);
            count(&right, m.growth != ORDO_GROWTH_NONE &&
                              ordo_growth_degree(m.growth) == ordo_growth_degree(c.truth));
            count(&exact, m.growth == c.truth);
            if (getenv("ORDO_CALIBRATION_VERBOSE") && m.growth != c.truth)
                print_message("  %s over %s came out as %s (%zu sizes)\n",
                              ordo_growth_name(c.truth), ordo_growth_name(lower),
                              ordo_growth_name(m.growth), c.n);
        }
    print_message(
        "envelopes: %u cases of two branches, class right in %.1f %%, degree in %.1f %%\n",
        right.all, percent(exact), percent(right));
    assert_true(right.all >= 300);
    if (percent(exact) < 90) fail_msg("class right in %.1f %%", percent(exact));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_and_probabilities_are_frequencies),
        cmocka_unit_test(constants_with_noise_raise_no_alarm),
        cmocka_unit_test(cells_that_all_calls_read_do_not_change_the_class),
        cmocka_unit_test(unrelated_costs_have_no_class),
        cmocka_unit_test(envelopes_have_the_upper_branch),
    };
    return cmocka_run_group_tests_name("model/calibration", tests, NULL, NULL);
}
