/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * comparable_runs_test.c: which runs belong together, and what is taken for the size of their
 * inputs.
 */
#include "analysis/comparable_runs.h"
#include "profile/gather/gather.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

struct run {
    const char *command;
    double feature; /* 0: none */
    uint64_t input, allocations, cost;
    int32_t exit_status, signal;
};

/* `codes` are the builds of the runs; NULL: unknown. */
static struct ordo_profile *profile_of(const struct run *runs, const char *const *codes, size_t n) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    uint32_t scope = ordo_gather_scope(
        g, &(struct ordo_profile_scope){
               .name = "f", .linkage_name = "f", .object = "", .file = "a.c", .line = 1});
    for (size_t i = 0; i < n; i++) {
        struct ordo_run run = {.command = runs[i].command,
                               .start_ns = i,
                               .unreadable_why = "",
                               .code = codes ? codes[i] : "",
                               .exit_status = runs[i].exit_status,
                               .signal = runs[i].signal,
                               .input = runs[i].input,
                               .allocations = runs[i].allocations};
        struct ordo_feature_value feature = {"n", runs[i].feature};
        struct ordo_process process = {.exe = "", .command = "", .cost = runs[i].cost};
        struct ordo_run_cost cost = {.scope = {scope}, .calls = 1, .cost = runs[i].cost};
        ordo_gather_run(g, &run, &feature, runs[i].feature > 0, &process, 1);
        ordo_gather_run_costs(g, &cost, 1);
    }
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

#define CHECK(runs, wanted, kind_, name_, n_)                                                      \
    do {                                                                                           \
        struct ordo_profile *p = profile_of(runs, NULL, sizeof(runs) / sizeof *(runs));            \
        struct ordo_run_series s;                                                                  \
        ordo_run_series_find(p, wanted, &s);                                                       \
        assert_int_equal(s.kind, kind_);                                                           \
        assert_string_equal(s.name, name_);                                                        \
        assert_int_equal(s.n, n_);                                                                 \
        for (uint32_t i = 1; i < s.n; i++) assert_true(s.size[i - 1] <= s.size[i]);                \
        ordo_run_series_free(&s);                                                                  \
        ordo_profile_free(p);                                                                      \
    } while (0)

static void a_feature_comes_first(void **state) {
    (void)state;
    const struct run runs[] = {{"./a 7", 10, 5, 5, 100, 0, 0}, {"./a 9", 20, 6, 6, 200, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_FEATURE, "n", 2);
    CHECK(runs, "argument 1", ORDO_RUN_SIZE_ARGUMENT, "argument 1", 2);
    CHECK(runs, "bytes read", ORDO_RUN_SIZE_INPUT, "bytes read", 2);
    CHECK(runs, "nothing", ORDO_RUN_SIZE_NONE, "", 0);
}

static void then_an_integer_of_the_command_line(void **state) {
    (void)state;
    const struct run runs[] = {{"./a -x 3 100", 0, 1, 1, 50, 0, 0},
                               {"./a -x 3 400", 0, 1, 1, 800, 0, 0},
                               {"./a -x 3 200", 0, 1, 1, 200, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 3", 3);
    const struct run joined[] = {{"./a --n=100", 0, 1, 1, 50, 0, 0},
                                 {"./a --n=200", 0, 1, 1, 90, 0, 0}};
    CHECK(joined, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 1", 2);
}

static void then_what_the_program_read_and_allocated(void **state) {
    (void)state;
    const struct run files[] = {{"./a in.big", 0, 900, 7, 90, 0, 0},
                                {"./a in.small", 0, 100, 7, 10, 0, 0}};
    CHECK(files, NULL, ORDO_RUN_SIZE_INPUT, "bytes read", 2);
    const struct run made[] = {{"./a x", 0, 0, 70, 90, 0, 0}, {"./a y", 0, 0, 9, 10, 0, 0}};
    CHECK(made, NULL, ORDO_RUN_SIZE_ALLOCATIONS, "allocations", 2);
}

static void a_count_that_hardly_differs_comes_last(void **state) {
    (void)state;
    const struct run runs[] = {{"./a <x", 0, 21, 100, 10, 0, 0},
                               {"./a <y", 0, 21, 200, 20, 0, 0},
                               {"./a <z", 0, 22, 400, 40, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_ALLOCATIONS, "allocations", 3);
    CHECK(runs, "bytes read", ORDO_RUN_SIZE_INPUT, "bytes read", 3);
    const struct run alike[] = {{"./a <x", 0, 21, 5, 10, 0, 0}, {"./a <z", 0, 23, 5, 40, 0, 0}};
    CHECK(alike, NULL, ORDO_RUN_SIZE_INPUT, "bytes read", 2);
}

static void counts_that_are_nearly_the_same_are_no_size(void **state) {
    (void)state;
    const struct run runs[] = {{"./a x", 0, 135, 938, 100, 0, 0},
                               {"./a y", 0, 135, 940, 400, 0, 0},
                               {"./a z", 0, 135, 942, 1600, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_NONE, "", 0);
    CHECK(runs, "allocations", ORDO_RUN_SIZE_ALLOCATIONS, "allocations", 3);
}

static void then_the_number_in_a_name(void **state) {
    (void)state;
    const struct run runs[] = {{"./a v2/in.150.txt", 0, 135, 938, 100, 0, 0},
                               {"./a v2/in.300.txt", 0, 135, 940, 400, 0, 0},
                               {"./a v2/in.600.txt", 0, 135, 942, 1600, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_NAME, "number in argument 1", 3);
    const struct run read[] = {{"./a in.150", 0, 150, 1, 100, 0, 0},
                               {"./a in.300", 0, 300, 1, 400, 0, 0}};
    CHECK(read, NULL, ORDO_RUN_SIZE_INPUT, "bytes read", 2);
    const struct run chapters[] = {{"./a in.7", 0, 0, 0, 100, 0, 0},
                                   {"./a in.8", 0, 0, 0, 200, 0, 0}};
    CHECK(chapters, NULL, ORDO_RUN_SIZE_NONE, "", 0);
    const struct run two[] = {{"./a 10/in.100", 0, 0, 0, 100, 0, 0},
                              {"./a 20/in.200", 0, 0, 0, 200, 0, 0}};
    CHECK(two, NULL, ORDO_RUN_SIZE_NONE, "", 0);
}

static void a_number_that_does_not_explain_the_cost_is_no_size(void **state) {
    (void)state;
    const struct run seeds[] = {{"./a 1 in.a", 0, 100, 1, 10, 0, 0},
                                {"./a 3 in.b", 0, 200, 1, 20, 0, 0},
                                {"./a 2 in.c", 0, 400, 1, 40, 0, 0}};
    CHECK(seeds, NULL, ORDO_RUN_SIZE_INPUT, "bytes read", 3);
}

static void other_programs_and_options_are_left_out(void **state) {
    (void)state;
    const struct run runs[] = {{"./a 100", 0, 1, 1, 10, 0, 0},
                               {"/tmp/b 200", 0, 1, 1, 20, 0, 0},
                               {"./a 200", 0, 1, 1, 20, 0, 0},
                               {"./a -O 400", 0, 1, 1, 40, 0, 0},
                               {"/usr/bin/a 300", 0, 1, 1, 30, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 1", 3);
}

static void runs_that_failed_are_left_out(void **state) {
    (void)state;
    const struct run killed[] = {{"./a 100", 0, 1, 1, 10, 0, 0},
                                 {"./a 200", 0, 1, 1, 20, 0, 0},
                                 {"./a 400", 0, 1, 1, 5, -1, 2},
                                 {"./a 800", 0, 1, 1, 5, 134, 0},
                                 {"./a 1600", 0, 1, 1, 160, -1, 0}};
    CHECK(killed, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 1", 3);
    const struct run always[] = {{"./a 100", 0, 1, 1, 10, 1, 0}, {"./a 200", 0, 1, 1, 20, 1, 0}};
    CHECK(always, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 1", 2);
}

#define ONE "0000000000000001 "
#define TWO "0000000000000002 "

static void other_builds_are_left_out(void **state) {
    (void)state;
    const struct run runs[] = {{"./a 100", 0, 1, 1, 10, 0, 0}, {"./a 200", 0, 1, 1, 20, 0, 0},
                               {"./a 300", 0, 1, 1, 90, 0, 0}, {"./a 400", 0, 1, 1, 40, 0, 0},
                               {"./a 500", 0, 1, 1, 99, 0, 0}, {"./a 600", 0, 1, 1, 60, 0, 0}};
    const char *const codes[] = {ONE "a\n" ONE "lib.so", ONE "a", TWO "a", ONE "a\n" TWO "a.plugin",
                                 ONE "a\n" TWO "lib.so", ""};
    struct ordo_profile *p = profile_of(runs, codes, 6);
    struct ordo_run_series s;
    ordo_run_series_find(p, NULL, &s);
    assert_int_equal(s.n, 4);
    assert_int_equal(s.others.build, 2);
    assert_int_equal(s.others.command + s.others.end + s.others.costs, 0);
    for (uint32_t i = 0; i < s.n; i++) assert_true(s.size[i] != 300 && s.size[i] != 500);
    ordo_run_series_free(&s);
    ordo_profile_free(p);
}

static void trees_of_processes_with_common_builds_belong_together(void **state) {
    (void)state;
    const struct run runs[] = {{"make 1", 0, 1, 1, 10, 0, 0}, {"make 2", 0, 1, 1, 20, 0, 0}};
    const char *const codes[] = {ONE "a.out", ONE "a.out\n" TWO "a.out"};
    struct ordo_profile *p = profile_of(runs, codes, 2);
    struct ordo_run_series s;
    ordo_run_series_find(p, NULL, &s);
    assert_int_equal(s.n, 2);
    ordo_run_series_free(&s);
    ordo_profile_free(p);
}

static void runs_without_a_size_are_left_out(void **state) {
    (void)state;
    const struct run empty[] = {{"./a in.0", 0, 0, 1, 7, 0, 0},
                                {"./a in.1", 0, 100, 1, 10, 0, 0},
                                {"./a in.2", 0, 200, 1, 20, 0, 0},
                                {"./a in.3", 0, 400, 1, 40, 0, 0}};
    CHECK(empty, NULL, ORDO_RUN_SIZE_INPUT, "bytes read", 3);
    const struct run most[] = {{"./a in.0", 0, 0, 1, 7, 0, 0},
                               {"./a in.1", 0, 0, 2, 10, 0, 0},
                               {"./a in.2", 0, 200, 3, 20, 0, 0}};
    CHECK(most, NULL, ORDO_RUN_SIZE_ALLOCATIONS, "allocations", 3);
}

static void a_chosen_size_need_not_explain_the_cost(void **state) {
    (void)state;
    const struct run runs[] = {
        {"./a 3", 0, 1, 1, 10, 0, 0}, {"./a 2", 0, 1, 1, 20, 0, 0}, {"./a 1", 0, 1, 1, 40, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_NONE, "", 0);
    CHECK(runs, "argument 1", ORDO_RUN_SIZE_ARGUMENT, "argument 1", 3);
    CHECK(runs, "bytes read", ORDO_RUN_SIZE_NONE, "", 0);
}

static void one_run_is_no_series(void **state) {
    (void)state;
    const struct run runs[] = {{"./a 100", 0, 1, 1, 10, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_NONE, "", 0);
}

static void words_in_quotes_stay_together(void **state) {
    (void)state;
    const struct run runs[] = {{"./a 'it'\\''s 5' 100", 0, 1, 1, 10, 0, 0},
                               {"./a '' 200", 0, 1, 1, 20, 0, 0}};
    CHECK(runs, NULL, ORDO_RUN_SIZE_ARGUMENT, "argument 2", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_feature_comes_first),
        cmocka_unit_test(then_an_integer_of_the_command_line),
        cmocka_unit_test(then_what_the_program_read_and_allocated),
        cmocka_unit_test(a_count_that_hardly_differs_comes_last),
        cmocka_unit_test(counts_that_are_nearly_the_same_are_no_size),
        cmocka_unit_test(then_the_number_in_a_name),
        cmocka_unit_test(a_number_that_does_not_explain_the_cost_is_no_size),
        cmocka_unit_test(other_programs_and_options_are_left_out),
        cmocka_unit_test(runs_that_failed_are_left_out),
        cmocka_unit_test(other_builds_are_left_out),
        cmocka_unit_test(trees_of_processes_with_common_builds_belong_together),
        cmocka_unit_test(runs_without_a_size_are_left_out),
        cmocka_unit_test(a_chosen_size_need_not_explain_the_cost),
        cmocka_unit_test(one_run_is_no_series),
        cmocka_unit_test(words_in_quotes_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
