/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support/temporary.h"
#include "support/unit.h"
#include "trend/trend_analysis.h"
#include "trend/trend_store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct ordo_location places[] = {
    {"sort", "sort.c", 11, 9, 3, 2},
    {"sort", "sort.c", 11, 7, 3, 1},
    {"fill", "", 12, 0, 0, 0},
    {"other", "a.c", 13, 2, 1, 5},
};
static const char *const names[] = {"n", "bytes", "late"};

/* Workload w has counts 100 * 2^w * (i + 1) at location i; blocks of other.c exist from the
 * second workload on. */
static struct ordo_measurement measure(uint32_t w, double *values, uint64_t *counts) {
    for (uint32_t i = 0; i < 4; i++) counts[i] = (uint64_t)(100 << w) * (i + 1);
    counts[2] = UINT64_MAX - w;
    values[0] = 10 << w;
    values[1] = 0.1 * (w + 1);
    values[2] = 1;
    struct ordo_measurement m = {.workload = w,
                                 .result = {.name = w ? "second" : "first",
                                            .command = "./p 'a b'",
                                            .why = "",
                                            .total = 7,
                                            .wall_ns = 5},
                                 .features = names,
                                 .values = values,
                                 .n_features = 2,
                                 .locations = places,
                                 .counts = counts,
                                 .n_locations = w ? 4 : 3};
    return m;
}

static struct ordo_trend_journal *open_journal(const char *path, const char *plan, bool *done) {
    struct ordo_trend_journal *j;
    struct ordo_error error;
    assert_ok(ordo_trend_journal_open(path, plan, "./p {}", "blocks", done, 4, &j, &error), error);
    return j;
}

static void add(struct ordo_trend_journal *j, struct ordo_measurement m) {
    struct ordo_error error;
    assert_ok(ordo_trend_journal_add(j, &m, &error), error);
}

static void write_all(const char *path, const uint32_t *order, size_t n) {
    bool done[4] = {false};
    double values[3];
    uint64_t counts[4];
    struct ordo_trend_journal *j = open_journal(path, "plan", done);
    for (size_t i = 0; i < n; i++) add(j, measure(order[i], values, counts));
    ordo_trend_journal_close(j);
}

static uint64_t count_at(const struct ordo_trend *t, const char *file, uint32_t line, uint32_t w) {
    for (uint32_t i = 0; i < t->n_locations; i++)
        if (strcmp(t->locations[i].file, file) == 0 && t->locations[i].line == line)
            return t->counts[(size_t)i * t->n_workloads + w];
    fail_msg("%s:%u is not there", file, line);
    return 0;
}

static void a_written_trend_is_read_unchanged(void **state) {
    const char *path = temporary_path(state, "t.part");
    struct ordo_trend *t;
    struct ordo_error error;
    write_all(path, (const uint32_t[]){0, 1}, 2);
    assert_ok(ordo_trend_load(path, false, &t, &error), error);
    assert_int_equal(t->n_workloads, 2);
    assert_int_equal(t->n_locations, 4);
    assert_int_equal(t->n_features, 2);
    assert_string_equal(t->command, "./p {}");
    assert_string_equal(t->workloads[1].name, "second");
    assert_string_equal(t->workloads[0].command, "./p 'a b'");
    assert_true(t->values[1 * 2 + 1] == 0.2);
    assert_true(count_at(t, "sort.c", 7, 0) == 200);
    assert_true(count_at(t, "sort.c", 9, 1) == 200);
    assert_true(count_at(t, "", 0, 1) == UINT64_MAX - 1);
    assert_true(count_at(t, "a.c", 2, 0) == 0);
    assert_true(count_at(t, "a.c", 2, 1) == 800);
    for (uint32_t i = 1; i < t->n_locations; i++)
        assert_true(strcmp(t->locations[i - 1].file, t->locations[i].file) <= 0);
    ordo_trend_free(t);
}

static char *bytes_of(const char *path, size_t *n) {
    FILE *f = fopen(path, "re");
    char *bytes = malloc(1 << 20);
    assert_non_null(f);
    *n = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void the_order_of_measuring_does_not_matter(void **state) {
    static const uint32_t orders[2][2] = {{0, 1}, {1, 0}};
    char *bytes[2];
    size_t n[2];
    struct ordo_error error;
    for (int i = 0; i < 2; i++) {
        struct ordo_trend *t, *again;
        const char *part = temporary_path(state, i ? "b.part" : "a.part");
        write_all(part, orders[i], 2);
        assert_ok(ordo_trend_load(part, false, &t, &error), error);
        const char *path = temporary_path(state, i ? "b" : "a");
        assert_ok(ordo_trend_save(t, path, &error), error);
        assert_true(ordo_trend_store_is(path));
        bytes[i] = bytes_of(path, &n[i]);
        assert_ok(ordo_trend_load(path, true, &again, &error), error);
        assert_true(count_at(again, "a.c", 2, 1) == 800);
        ordo_trend_free(again);
        ordo_trend_free(t);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static void a_journal_continues_if_the_plan_is_the_same(void **state) {
    const char *path = temporary_path(state, "t.part");
    bool done[4] = {false}, none[4] = {false};
    double values[3];
    uint64_t counts[4];
    struct ordo_trend *t;
    struct ordo_error error;
    write_all(path, (const uint32_t[]){1}, 1);
    struct ordo_trend_journal *j = open_journal(path, "plan", done);
    assert_true(done[1]);
    assert_false(done[0]);
    add(j, measure(0, values, counts));
    ordo_trend_journal_close(j);
    assert_ok(ordo_trend_load(path, false, &t, &error), error);
    assert_int_equal(t->n_workloads, 2);
    assert_true(count_at(t, "sort.c", 9, 0) == 100);
    assert_true(count_at(t, "sort.c", 9, 1) == 200);
    ordo_trend_free(t);
    assert_int_equal(
        ordo_trend_journal_open(path, "another plan", "sort {}", "blocks", none, 4, &j, &error),
        ORDO_MISMATCH);
    assert_non_null(strstr(error.message, "2 workloads of another command"));
    for (int w = 0; w < 4; w++) assert_false(none[w]);
    assert_ok(ordo_trend_load(path, false, &t, &error), error);
    assert_int_equal(t->n_workloads, 2);
    ordo_trend_free(t);
}

static void a_journal_without_results_is_replaced(void **state) {
    const char *path = temporary_path(state, "t.part");
    bool none[4] = {false};
    struct ordo_trend *t;
    struct ordo_error error;
    ordo_trend_journal_close(open_journal(path, "plan", none));
    ordo_trend_journal_close(open_journal(path, "another plan", none));
    assert_ok(ordo_trend_load(path, false, &t, &error), error);
    assert_int_equal(t->n_workloads, 0);
    ordo_trend_free(t);
}

static void a_workload_that_lacks_a_feature_is_left_out(void **state) {
    const char *path = temporary_path(state, "t.part");
    bool done[4] = {false};
    double values[3];
    uint64_t counts[4];
    struct ordo_trend *t;
    struct ordo_error error;
    struct ordo_trend_journal *j = open_journal(path, "plan", done);
    add(j, measure(0, values, counts));
    struct ordo_measurement m = measure(1, values, counts);
    m.n_features = 3;
    add(j, m);
    ordo_trend_journal_close(j);
    assert_ok(ordo_trend_load(path, false, &t, &error), error);
    assert_int_equal(t->n_features, 3);
    assert_int_equal(t->workloads[0].status, ORDO_WORKLOAD_NO_FEATURE);
    assert_string_equal(t->workloads[0].why, "has no feature late, which others have");
    assert_int_equal(t->workloads[1].status, ORDO_WORKLOAD_OK);
    ordo_trend_free(t);
}

static void other_files_are_rejected(void **state) {
    const char *path = temporary_path(state, "text");
    struct ordo_trend *t;
    struct ordo_error error;
    FILE *f = fopen(path, "we");
    fputs(
        "SQLite format 3, but not really, and that for more than a hundred bytes, so that it is no "
        "header at all\n",
        f);
    fclose(f);
    assert_false(ordo_trend_store_is(path));
    assert_int_equal(ordo_trend_load(path, true, &t, &error), ORDO_BAD_INPUT);
    assert_message(error, "text");
    assert_false(ordo_trend_store_is(temporary_path(state, "nothing")));
    assert_int_equal(ordo_trend_load(temporary_path(state, "nothing"), true, &t, &error),
                     ORDO_ENVIRONMENT);
    assert_int_equal(ordo_trend_save(NULL, "/nowhere/at/all", &error), ORDO_ENVIRONMENT);
}

/* After a change of any byte, a file is rejected or read with the same contents. */
static void a_changed_byte_is_harmless(void **state) {
    const char *part = temporary_path(state, "t.part"), *path = temporary_path(state, "t");
    struct ordo_trend *t;
    struct ordo_error error;
    size_t n, rejected = 0;
    write_all(part, (const uint32_t[]){0, 1}, 2);
    assert_ok(ordo_trend_load(part, false, &t, &error), error);
    assert_ok(ordo_trend_save(t, path, &error), error);
    ordo_trend_free(t);
    char *bytes = bytes_of(path, &n);
    for (size_t i = 0; i < n; i += 7) {
        bytes[i] ^= 0x41;
        FILE *f = fopen(path, "r+e");
        fwrite(bytes, 1, n, f);
        fclose(f);
        bytes[i] ^= 0x41;
        if (ordo_trend_load(path, true, &t, &error) != ORDO_OK) {
            rejected++;
            continue;
        }
        assert_int_equal(t->n_workloads, 2);
        assert_true(count_at(t, "a.c", 2, 1) == 800);
        ordo_trend_free(t);
    }
    free(bytes);
    assert_true(rejected > 50);
}

/* Costs are 3 n^2 in one block and 5 n in another; a third one is never more than 1 % of the
 * total. */
static struct ordo_trend *make_trend(struct ordo_trend *t, struct ordo_workload *w, double *values,
                                     uint64_t *counts) {
    static const char *features[] = {"n"};
    static struct ordo_location where[3] = {
        {"f", "f.c", 1, 1, 1, 0}, {"g", "f.c", 2, 9, 1, 0}, {"h", "f.c", 3, 20, 1, 0}};
    *t = (struct ordo_trend){.command = "c",
                             .source = "blocks",
                             .workloads = w,
                             .n_workloads = 11,
                             .features = features,
                             .n_features = 1,
                             .values = values,
                             .locations = where,
                             .n_locations = 3,
                             .counts = counts};
    for (uint32_t k = 0; k < 11; k++) {
        double n = values[k] = 10 << k;
        w[k] = (struct ordo_workload){.name = "w", .command = "", .why = ""};
        counts[k] = (uint64_t)(3 * n * n);
        counts[11 + k] = (uint64_t)(5 * n);
        counts[22 + k] = (uint64_t)(k % 2 ? 12 : n * n / 200);
    }
    w[10].status = ORDO_WORKLOAD_FAILED;
    return t;
}

static void an_analysis_has_the_growth_of_each_cluster(void **state) {
    (void)state;
    struct ordo_trend t;
    struct ordo_workload w[11];
    double values[11], asked[1] = {1e6};
    uint64_t counts[33];
    struct ordo_trend_options options = ORDO_TREND_OPTIONS;
    struct ordo_trend_analysis *a;
    struct ordo_error error;
    options.asked = asked;
    assert_ok(ordo_trend_analyse(make_trend(&t, w, values, counts), &options, &a, &error), error);
    assert_int_equal(a->n_columns, 10);
    assert_true(a->f95[0] == 5120);
    assert_int_equal(a->clusters.n, 3);
    /* The feature's cluster comes first, then 3 n^2, then the cluster that belongs to neither. */
    const struct ordo_trend_fit *line = &a->fits[0], *square = &a->fits[1];
    assert_true(fabs(line->power.line.b - 1) < 1e-9 && fabs(line->power.line.a - 5) < 1e-6);
    assert_true(fabs(square->power.line.b - 2) < 1e-9);
    assert_true(fabs(square->power.at[ORDO_TREND_AT_F95X10] / (3 * 51200.0 * 51200) - 1) < 1e-9);
    assert_true(fabs(square->power.at[ORDO_TREND_AT_ASKED] / 3e12 - 1) < 1e-9);
    assert_true(fabs(square->power.intervals.b.low - 2) < 1e-9);
    assert_int_equal(square->model.growth, ORDO_GROWTH_N2);
    assert_int_equal(line->model.growth, ORDO_GROWTH_N);
    assert_true(a->costly[0] && a->costly[1] && !a->costly[2]);
    assert_int_equal(a->n_costly, 2);
    assert_true(a->costly_share > 0.99 && a->costly_share < 1);
    assert_true(a->max_cost[1] == 3.0 * 5120 * 5120);
    uint32_t order[3];
    ordo_trend_rank(a, ORDO_TREND_BY_PREDICTED, order);
    assert_int_equal(order[0], 1);
    ordo_trend_rank(a, ORDO_TREND_BY_MAX, order);
    assert_int_equal(order[0], 1);
    ordo_trend_rank(a, ORDO_TREND_BY_POWER, order);
    assert_int_equal(order[0], 1);
    ordo_trend_analysis_free(a);
    for (int k = 0; k < 11; k++) w[k].status = ORDO_WORKLOAD_KILLED;
    assert_int_equal(ordo_trend_analyse(&t, &options, &a, &error), ORDO_BAD_INPUT);
    assert_message(error, "none of the 11 workloads succeeded");
}

/* A block that only small workloads execute does not matter for large ones. */
static void partly_executed_locations_are_not_ranked_by_their_models(void **state) {
    (void)state;
    struct ordo_trend t;
    struct ordo_workload w[11];
    double values[11];
    uint64_t counts[33];
    struct ordo_trend_options options = ORDO_TREND_OPTIONS;
    struct ordo_trend_analysis *a;
    struct ordo_error error;
    uint32_t order[3];
    make_trend(&t, w, values, counts);
    for (int k = 0; k < 11; k++)
        counts[22 + k] = k < 8 ? (uint64_t)(values[k] * values[k] * values[k] / 100) : 0;
    assert_ok(ordo_trend_analyse(&t, &options, &a, &error), error);
    assert_int_equal(a->clusters.n, 3);
    assert_int_equal(a->fits[2].model.growth, ORDO_GROWTH_N3);
    assert_true(isnan(ordo_trend_prediction(a, 2)));
    assert_true(ordo_trend_prediction(a, 1) > 0);
    ordo_trend_rank(a, ORDO_TREND_BY_PREDICTED, order);
    assert_int_equal(order[0], 1);
    ordo_trend_analysis_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_written_trend_is_read_unchanged, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(the_order_of_measuring_does_not_matter, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(a_journal_continues_if_the_plan_is_the_same,
                                        temporary_setup, temporary_teardown),
        cmocka_unit_test_setup_teardown(a_journal_without_results_is_replaced, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(a_workload_that_lacks_a_feature_is_left_out,
                                        temporary_setup, temporary_teardown),
        cmocka_unit_test_setup_teardown(other_files_are_rejected, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(a_changed_byte_is_harmless, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test(an_analysis_has_the_growth_of_each_cluster),
        cmocka_unit_test(partly_executed_locations_are_not_ranked_by_their_models),
    };
    return cmocka_run_group_tests_name("trend store and analysis", tests, NULL, NULL);
}
