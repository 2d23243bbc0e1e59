/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_report_test.c: reports of production profiles: estimates are marked, missing parts are
 * reported, suspects are listed.
 */
#include "abi/abi.h"
#include "analysis/analyse.h"
#include "profile/raw/build.h"
#include "report/export/suspects.h"
#include "report/json/json.h"
#include "report/terminal/scope_view.h"
#include "report/terminal/table.h"
#include "report/words/production_words.h"
#include "report/words/scope_argument.h"
#include "report/words/warnings.h"
#include "support/simulated_run.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

struct reported {
    struct ordo_profile *p;
    struct ordo_analysis *a;
};

static struct reported report_on(void **state, struct raw_image *r) {
    const char *path = temporary_path(state, "1.raw");
    struct reported x;
    struct ordo_error e;
    raw_image_write(r, path);
    raw_image_done(r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &x.p, &e), e);
    assert_ok(ordo_analyse_for_report(x.p, NULL, &x.a, &e), e);
    return x;
}

static void end(struct reported x) {
    ordo_analysis_free(x.a);
    ordo_profile_free(x.p);
}

/* Returns the scope that the argument means. */
static uint32_t found(const struct ordo_profile *p, const char *argument) {
    uint32_t scope;
    struct ordo_error e;
    assert_ok(ordo_scope_argument_find(p, argument, &scope, &e), e);
    return scope;
}

static char *table_of(struct reported x) {
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    struct ordo_error e;
    struct ordo_table_options o = {.sort = ORDO_SORT_PREDICTED,
                                   .ascii = true,
                                   .wide = true,
                                   .warnings = true,
                                   .analysis = x.a};
    assert_ok(ordo_table_write(f, x.p, &o, &e), e);
    fclose(f);
    return text;
}

static void assert_says(const char *text, const char *what) {
    if (!strstr(text, what)) fail_msg("'%s' is not in:\n%s", what, text);
}

static void the_table_covers_the_run_and_marks_estimates(void **state) {
    static const char golden[] =
        "1 run - 1 process - ~2,003,000 steps - sizes: n = memory read (rms), in 8-byte cells\n"
        "production profile of 1 run - rate 1/20 - budget 1 % of CPU time - 2.5 ms in samples\n"
        "199 of 2,001 executions were sampled\n"
        "sizes and costs of samples are exact; ~ marks estimates from samples, with 95 % "
        "intervals\n"
        "\n"
        "1  n^2 over the run, if its data stay  loop in main  a.c:13\n"
        "   nearly all of this run; more inputs would show whether it grows\n"
        "   2,000 calls from loop in main (line 12); they read 126 cells at first and 1,875 at the "
        "end, and most of these "
        "addresses again in the next call; what was written there in between was not recorded; "
        "exponent 1.98..2.02; n is the number of calls; n^2 with probability "
        "99 %\n"
        "\n"
        " AT 10x     SHARE               TOTAL        OWN       CALLS  DISTINCT      SIZES  "
        "GROWTH    EXPONENT  COST  10x TOTAL     WORST CASE  SCOPE           WHERE\n";
    struct raw_image r;
    simulated_run(&r, 1, SIMULATED_PREFIX, 2000, 20);
    struct reported x = report_on(state, &r);
    char *text = table_of(x);
    if (strncmp(text, golden, sizeof golden - 1) != 0) fail_msg("not as expected:\n%s", text);
    assert_says(text, "~2,000,000 +-1.9 %  2,001,000       2,000 ");
    assert_says(text, "  ~2,000,000         -"); /* of visit, estimated from its caller */
    assert_says(text,
                "where cost grows faster over the run than in a single execution\n"
                "  loop at a.c:13: n^2 99 % (n = distinct cells read so far by all executions), "
                "exponent ");
    assert_says(text, "not shown: 1 scope without samples\n");
    free(text);
    end(x);
}

static void missing_parts_are_reported_with_remedies(void **state) {
    struct raw_image r;
    raw_image_production(&r, 1, 6);
    struct reported x = report_on(state, &r);
    char *text = table_of(x);
    assert_says(text, "6 of 2,420 executions were sampled (3 more were due, but the budget was "
                      "spent); not in the models: 1 incomplete, 1 given up\n");
    assert_says(text,
                "warning [incomplete-samples]\n"
                "  loop at a.c:12: in 1 of 6 samples the program called code that is not recorded\n"
                "  -> build the code that they call with `ordo cc --production` too");
    assert_says(text, "warning [given-up-samples]\n"
                      "  loop at a.c:12: 1 of 6 samples were given up: they took longer than the "
                      "budget allows\n");
    assert_says(text, "warning [few-samples]\n"
                      "  loop at a.c:12: 6 of 2,420 executions were recorded\n");
    if (strstr(text, "[budget-spent]") || strstr(text, "[log-full]"))
        fail_msg("too many warnings:\n%s", text);
    free(text);
    end(x);
}

/* The loop calls step, which is not recorded, and work, which calls getenv more often. */
static void the_nearest_call_made_a_sample_incomplete(void **state) {
    enum { LOOP = 2, WORK, STEP, GETENV, ROOT };
    static const struct raw_image_scope more[] = {
        {STEP, 0, ORDO_KIND_LIBRARY, 0, 0, 0, 0, STEP, "step", "step", "libs.so", "", 0, 1},
        {GETENV, 0, ORDO_KIND_LIBRARY, 0, 0, 0, 0, GETENV, "getenv", "getenv", "libc.so", "", 0, 1},
        {ROOT, 0, ORDO_KIND_ROOT, 0, 0, 0, 0, ROOT, "", "", "", "", 0x1300, 0}};
    for (uint32_t steps = 0; steps < 2; steps++) {
        const struct ordo_raw_context nodes[] = {{.parent = 0, .scope = ROOT},
                                                 {.parent = 1, .scope = LOOP, .calls = 6},
                                                 {.parent = 2, .scope = STEP, .calls = steps},
                                                 {.parent = 2, .scope = WORK, .calls = 6},
                                                 {.parent = 4, .scope = GETENV, .calls = 1000}};
        struct raw_image r;
        raw_image_production(&r, 1, 6);
        for (size_t i = 0; i < 3; i++) raw_image_scope(&r, &more[i]);
        raw_image_contexts(&r, 1, 0, nodes, 5);
        struct reported x = report_on(state, &r);
        char *text = table_of(x);
        assert_says(text, steps ? "code that is not recorded, most often step (libs.so)\n"
                                : "code that is not recorded, most often getenv (libc.so)\n");
        free(text);
        end(x);
    }
}

static void a_spent_budget_and_a_full_log_give_warnings(void **state) {
    struct raw_image r;
    simulated_run(&r, 1, SIMULATED_SAME, 500, 20);
    raw_image_header(&r)->unsampled = 1000; /* 49 of these have records */
    raw_image_header(&r)->unlogged = 7;
    struct reported x = report_on(state, &r);
    char *text = table_of(x);
    assert_says(text, "warning [budget-spent]\n  1,000 executions were due but not sampled, "
                      "because the budget was spent; 56 were sampled\n");
    assert_says(text, "warning [log-full]\n  the log was full: 7 samples count in totals only");
    free(text);
    end(x);
}

static void a_scope_shows_the_basis_of_its_numbers(void **state) {
    struct raw_image r;
    simulated_run(&r, 1, SIMULATED_PREFIX, 2000, 20);
    struct reported x = report_on(state, &r);
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    struct ordo_error e;
    struct ordo_scope_view_options o = {.ascii = true, .metric = "run"};
    uint32_t loop = found(x.p, "a.c:13");
    assert_ok(ordo_scope_view_write(f, x.a, loop, &o, NULL, &e), e);
    fclose(f);
    assert_says(text, "199 of 2,000 executions recorded, 199 sampled here\n");
    assert_says(text, "over the run: n^2 99 %");
    assert_says(text, "size run (~, distinct cells over the run so far)");
    assert_says(text, "0.5 n^2 + 0.5 n iterations");
    assert_says(text, "iterations   o mean"); /* the requested plot */
    free(text);
    end(x);
}

static void executions_of_the_same_cells_do_not_grow_over_the_run(void **state) {
    struct raw_image r;
    simulated_run(&r, 1, SIMULATED_SAME, 2000, 20);
    struct reported x = report_on(state, &r);
    struct ordo_text t = {0};
    uint32_t loop = found(x.p, "a.c:13");
    assert_false(ordo_analysis_run_is_faster(x.a, loop));
    ordo_run_growth_add(&t, x.a, loop, true);
    assert_says(t.bytes, "executions read the same cells, ");
    ordo_text_done(&t);
    end(x);
}

static void estimates_have_only_certain_digits(void **state) {
    (void)state;
    static const struct {
        struct ordo_estimate e;
        const char *text;
    } cases[] = {
        {{1234567, 1100000, 1400000, 0, ORDO_ESTIMATE_MEAN}, "~1,230,000 (1,100,000..1,400,000)"},
        {{1234567, 1234500, 1234640, 0, ORDO_ESTIMATE_MEAN}, "~1,234,570 (1,234,500..1,234,640)"},
        {{1999, 1998.7, 1999.4, 0, ORDO_ESTIMATE_CAPTURES}, "~1,999 (1,999..1,999)"},
        {{42, 30, 61, 0, ORDO_ESTIMATE_CAPTURES}, "~42 (30..61)"},
        {{1234567, 1234567, 1234567, 0, ORDO_ESTIMATE_EXACT}, "1,234,567"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ordo_text t = {0};
        ordo_estimate_add(&t, &cases[i].e);
        assert_string_equal(t.bytes, cases[i].text);
        ordo_text_done(&t);
    }
}

static void suspects_are_listed_once_with_their_reason(void **state) {
    struct raw_image r;
    simulated_run(&r, 1, SIMULATED_PREFIX, 2000, 20);
    struct reported x = report_on(state, &r);
    struct ordo_scope_filter none = {0};
    struct ordo_error e;
    char *text = NULL;
    size_t size;
    uint32_t n;
    FILE *f = open_memstream(&text, &size);
    assert_ok(ordo_suspects_write(f, x.a, &none, 0, &n, &e), e);
    fclose(f);
    assert_int_equal(n, 1);
    assert_says(text,
                "\na.c:13                          # loop in main: n 99 % by rms, over the run "
                "n^2 99 %, 100.0 % of the run at 10x the size\n");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(*line == '#' || strncmp(line, "a.c:13 ", 7) == 0);
    free(text);
    end(x);
}

static void wide_intervals_are_in_whole_per_cent(void **state) {
    (void)state;
    static const struct {
        double high;
        const char *half;
    } cases[] = {{1012, " +-1.2 %"}, {1994, " +-99 %"}, {2800, " +-180 %"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ordo_run_scope s = {.cost_total = 1000, .has_interval = true};
        struct ordo_text t = {0};
        s.total = (struct ordo_estimate){
            .value = 1000, .low = 990, .high = cases[i].high, .method = ORDO_ESTIMATE_MEAN};
        ordo_estimated_total_add(&t, &s, true);
        assert_says(t.bytes, cases[i].half);
        ordo_text_done(&t);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_intervals_are_in_whole_per_cent),
        TEST(the_table_covers_the_run_and_marks_estimates),
        TEST(missing_parts_are_reported_with_remedies),
        TEST(the_nearest_call_made_a_sample_incomplete),
        TEST(a_spent_budget_and_a_full_log_give_warnings),
        TEST(a_scope_shows_the_basis_of_its_numbers),
        TEST(executions_of_the_same_cells_do_not_grow_over_the_run),
        TEST(estimates_have_only_certain_digits),
        TEST(suspects_are_listed_once_with_their_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
