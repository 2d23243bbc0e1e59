/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/arena.h"
#include "support/temporary.h"
#include "support/unit.h"
#include "trend/added_features.h"
#include "trend/feature_formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"n", "nodes", "sort.c:12", "log"};
static const double values[] = {3, 10, 7, 100};

static void formulas_have_the_usual_precedence(void **unused) {
    (void)unused;
    static const struct {
        const char *formula;
        double value;
    } cases[] = {{"n*nodes", 30},
                 {" 2 + n * nodes ", 32},
                 {"(2 + n) * nodes", 50},
                 {"nodes - n - 1", 6},
                 {"nodes / n / 2", 10.0 / 3 / 2},
                 {"2^n^2", 512},
                 {"-n^2", -9},
                 {"2^-1", 0.5},
                 {"sort.c:12+1", 8},
                 {"sqrt(n*n)+log2(8)+log10(log)", 8},
                 {"log(1)", 0},
                 {"1e2*.5", 50}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double v = NAN;
        struct ordo_error error = {0};
        assert_ok(ordo_feature_formula_value(cases[i].formula, names, values, 4, &v, &error),
                  error);
        if (fabs(v - cases[i].value) > 1e-12)
            fail_msg("%s: expected %g, found %g", cases[i].formula, cases[i].value, v);
    }
}

static void what_is_no_formula_is_an_error(void **unused) {
    (void)unused;
    char deep[1001];
    memset(deep, '(', 1000);
    deep[1000] = 0;
    char signs[1001];
    memset(signs, '-', 1000);
    signs[1000] = 0;
    const struct {
        const char *formula, *says;
    } cases[] = {{"", "ends where"},
                 {"n*", "ends where"},
                 {"n n", "an operator is missing before n"},
                 {"(n", "a ) is missing"},
                 {"n)", "an operator is missing before )"},
                 {"m+1", "no feature m: it has n, nodes, sort.c:12, log"},
                 {"node", "no feature node:"},
                 {"2n", "no feature 2n"},
                 {"*n", "missing before *n"},
                 {deep, "inside each other"},
                 {signs, "inside each other"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double v;
        struct ordo_error error = {0};
        assert_int_equal(ordo_feature_formula_value(cases[i].formula, names, values, 4, &v, &error),
                         ORDO_BAD_INPUT);
        if (!strstr(error.message, cases[i].says))
            fail_msg("%.20s: '%s' does not say '%s'", cases[i].formula, error.message,
                     cases[i].says);
    }
}

/* Three workloads with the features n = 1, 2, 3 and m = 10, 0, 30; the last one failed. */
static struct ordo_trend *make_trend(void) {
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_trend *t = ordo_arena_alloc(arena, sizeof *t);
    static const double given[] = {1, 2, 3, 10, 0, 30};
    static const char *const workloads[] = {"a", "b", "c"};
    t->arena = arena;
    t->n_workloads = 3;
    t->workloads = ordo_arena_array(arena, 3, sizeof *t->workloads);
    for (int w = 0; w < 3; w++)
        t->workloads[w] = (struct ordo_workload){.name = workloads[w], .why = "", .total = 5};
    t->workloads[2].status = ORDO_WORKLOAD_FAILED;
    t->n_features = 2;
    t->features = ordo_arena_array(arena, 2, sizeof *t->features);
    t->features[0] = "n", t->features[1] = "m";
    t->values = ordo_arena_array(arena, 6, sizeof *t->values);
    memcpy(t->values, given, sizeof given);
    return t;
}

static void a_computed_feature_can_be_used_by_the_next_one(void **unused) {
    (void)unused;
    struct ordo_trend *t = make_trend();
    struct ordo_error error = {0};
    assert_ok(ordo_added_features_compute(t, "n*m", &error), error);
    assert_ok(ordo_added_features_compute(t, "more=n*m+n", &error), error);
    assert_int_equal(t->n_features, 4);
    assert_string_equal(t->features[2], "n*m");
    assert_string_equal(t->features[3], "more");
    assert_true(t->values[0] == 1 && t->values[3] == 10); /* the old ones */
    assert_true(t->values[6] == 10 && t->values[7] == 0 && t->values[9] == 11);
    assert_int_equal(ordo_added_features_compute(t, "more=n", &error), ORDO_BAD_INPUT);
    assert_non_null(strstr(error.message, "already has a feature more"));
    ordo_trend_free(t);
}

static void a_workload_without_a_value_is_left_out(void **unused) {
    (void)unused;
    struct ordo_trend *t = make_trend();
    struct ordo_error error = {0};
    assert_ok(ordo_added_features_compute(t, "x=n/m", &error), error);
    assert_int_equal(t->workloads[0].status, ORDO_WORKLOAD_OK);
    assert_int_equal(t->workloads[1].status, ORDO_WORKLOAD_NO_FEATURE);
    assert_int_equal(t->workloads[1].total, 0);
    assert_string_equal(t->workloads[1].why, "feature x: the formula has no value here");
    assert_int_equal(t->workloads[2].status, ORDO_WORKLOAD_FAILED);
    ordo_trend_free(t);
}

static const char *write_table(void **state, const char *text) {
    const char *path = temporary_path(state, "more.csv");
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return path;
}

static void a_file_adds_its_columns(void **state) {
    struct ordo_trend *t = make_trend();
    struct ordo_error error = {0};
    assert_ok(ordo_added_features_read(
                  t, write_table(state, "workload,x,\"y,z\"\r\nb,2,4\n\na,1,3\n"), &error),
              error);
    assert_int_equal(t->n_features, 4);
    assert_string_equal(t->features[3], "y,z");
    assert_true(t->values[6] == 1 && t->values[7] == 2 && t->values[9] == 3 && t->values[10] == 4);
    assert_int_equal(t->workloads[1].status, ORDO_WORKLOAD_OK);
    ordo_trend_free(t);
}

static void a_wrong_file_is_reported_by_line(void **state) {
    static const struct {
        const char *text, *says;
    } cases[] = {{"", "the first line must name the columns"},
                 {"workload\n", "the first line must name the columns"},
                 {"workload,x\na,1\nzz,2\n", "line 3: the trend has no workload zz"},
                 {"workload,x\na,one\n", "line 2: one: not a number"},
                 {"workload,x\na,1,2\n", "line 2: 2: the first line has no such column"},
                 {"workload,n\na,1\n", "already has a feature n"},
                 {"workload,\na,1\n", "has no name"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ordo_trend *t = make_trend();
        struct ordo_error error = {0};
        assert_int_equal(ordo_added_features_read(t, write_table(state, cases[i].text), &error),
                         ORDO_BAD_INPUT);
        if (!strstr(error.message, cases[i].says))
            fail_msg("'%s' does not say '%s'", error.message, cases[i].says);
        ordo_trend_free(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_the_usual_precedence),
        cmocka_unit_test(what_is_no_formula_is_an_error),
        cmocka_unit_test(a_computed_feature_can_be_used_by_the_next_one),
        cmocka_unit_test(a_workload_without_a_value_is_left_out),
        cmocka_unit_test_setup_teardown(a_file_adds_its_columns, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(a_wrong_file_is_reported_by_line, temporary_setup,
                                        temporary_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
