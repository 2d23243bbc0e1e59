/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * best_size_test.c: among several size metrics, the one that explains the cost is chosen. The
 * argument wins ties. Choosing among metrics that are unrelated to the cost raises no false alarm.
 */
#include "analysis/analysis.h"
#include "model/cases.h"
#include "profile/gather/gather.h"
#include "support/one_call.h"
#include "support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCOPES = 400, CALLS = 60, METRICS = 4 };

static const char *const metrics[METRICS] = {"rms", "depth", "arg:n", "arg:flags"};

enum plan {
    ONE_EXPLAINS, /* one metric, in rotation; the others are random */
    ALL_TIE,      /* rms, depth and arg:n are the same number */
    NONE_DOES     /* cost is noise, every metric random */
};

static void add_call(struct ordo_gather *g, const uint32_t *series, const uint64_t *size,
                     uint64_t cost) {
    for (int m = 0; m < METRICS; m++) one_call(g, series[m], size[m], cost, cost);
}

static struct ordo_profile *profile(enum plan plan) {
    struct random_numbers r = {(uint64_t)plan + 77};
    struct ordo_gather *g = ordo_gather_new();
    for (uint32_t i = 0; i < SCOPES; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%03u", i);
        struct ordo_profile_scope s = {.name = name,
                                       .linkage_name = name,
                                       .object = "",
                                       .file = "a.c",
                                       .line = i + 1,
                                       .calls = CALLS};
        uint32_t scope = ordo_gather_scope(g, &s), series[METRICS];
        for (int m = 0; m < METRICS; m++)
            series[m] = ordo_gather_series(g, scope, metrics[m], "blocks", 0, false);
        for (int k = 0; k < CALLS; k++) {
            uint64_t size[METRICS], n = (uint64_t)exp(random_between(&r, 1.5, 7));
            for (int m = 0; m < METRICS; m++) size[m] = (uint64_t)exp(random_between(&r, 1.5, 7));
            double cost = plan == NONE_DOES ? 400 * exp(random_between(&r, -0.6, 0.6))
                                            : 3.0 * (double)(n * n) + 50;
            if (plan == ONE_EXPLAINS) size[i % METRICS] = n;
            if (plan == ALL_TIE) size[0] = size[1] = size[2] = n;
            add_call(g, series, size, (uint64_t)cost);
        }
    }
    struct ordo_run run = {.command = "x", .unreadable_why = ""};
    struct ordo_profile *p;
    struct ordo_error e;
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static struct ordo_analysis *analyse(const struct ordo_profile *p) {
    struct ordo_analysis *a = ordo_analysis_new(p);
    assert_non_null(a);
    ordo_analysis_fit_series(a, 0, 1);
    ordo_analysis_choose_sizes(a);
    ordo_analysis_fit_scopes(a, 0, 1);
    ordo_analysis_conclude(a);
    return a;
}

static const char *chosen(const struct ordo_analysis *a, uint32_t i) {
    return a->profile->series[a->scope[i].best].metric;
}

static void what_explains_the_cost_is_chosen(void **state) {
    (void)state;
    struct ordo_profile *p = profile(ONE_EXPLAINS);
    struct ordo_analysis *a = analyse(p);
    int right = 0, named = 0;
    for (uint32_t i = 0; i < SCOPES; i++) {
        right += strcmp(chosen(a, i), metrics[i % METRICS]) == 0;
        named += a->series[a->scope[i].best].mean.growth == ORDO_GROWTH_N2;
    }
    print_message("one of four explains: chosen %d, n^2 %d of %d\n", right, named, SCOPES);
    assert_true(right >= SCOPES * 99 / 100);
    assert_true(named >= SCOPES * 98 / 100);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void ties_go_to_the_argument(void **state) {
    (void)state;
    struct ordo_profile *p = profile(ALL_TIE);
    struct ordo_analysis *a = analyse(p);
    for (uint32_t i = 0; i < SCOPES; i++) assert_string_equal(chosen(a, i), "arg:n");
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void choosing_raises_no_alarm(void **state) {
    (void)state;
    struct ordo_profile *p = profile(NONE_DOES);
    struct ordo_analysis *a = analyse(p);
    int growing = 0, alarms = 0;
    double shares = 0;
    for (uint32_t i = 0; i < SCOPES; i++) {
        enum ordo_growth g = a->series[a->scope[i].best].mean.growth;
        growing += g != ORDO_GROWTH_NONE && g > ORDO_GROWTH_LOG;
        alarms += g != ORDO_GROWTH_NONE && g > ORDO_GROWTH_N;
        shares += a->scope[i].share_at_10x;
    }
    print_message("none of four explains: %d above log n, %d above n of %d\n", growing, alarms,
                  SCOPES);
    assert_true(alarms <= SCOPES / 200);
    assert_true(growing <= SCOPES / 20);
    assert_true(fabs(shares - 1) < 1e-9 || shares == 0);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_explains_the_cost_is_chosen),
        cmocka_unit_test(ties_go_to_the_argument),
        cmocka_unit_test(choosing_raises_no_alarm),
    };
    return cmocka_run_group_tests_name("model/best_size", tests, NULL, NULL);
}
