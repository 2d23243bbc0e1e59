/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_test.c: the report of growth of a hand-made profile: columns, order, widths, filters, one
 * scope in full, the plot.
 */
#include "analysis/analyse.h"
#include "analysis/growth_rank.h"
#include "profile/gather/gather.h"
#include "report/terminal/plot_text.h"
#include "report/terminal/scope_view.h"
#include "report/terminal/table.h"
#include "report/words/absent_scope.h"
#include "report/words/finding_words.h"
#include "report/words/growth_cells.h"
#include "report/words/scope_argument.h"
#include "support/one_call.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t scope(struct ordo_gather *g, const char *name, uint32_t line,
                      enum ordo_profile_kind kind, uint64_t calls, uint64_t cost, uint64_t self) {
    struct ordo_profile_scope s = {.kind = kind,
                                   .name = name,
                                   .linkage_name = kind == ORDO_PROFILE_LOOP ? "quadratic" : name,
                                   .object = "p",
                                   .file = "src/p.c",
                                   .line = line,
                                   .calls = calls,
                                   .cost_total = cost,
                                   .cost_self = self};
    return ordo_gather_scope(g, &s);
}

/* main calls linear (60 n) and quadratic (n^2, in its loop) at the same 24 sizes. */
static struct ordo_profile *profile(void) {
    struct ordo_gather *g = ordo_gather_new();
    uint64_t linear_cost = 0, quadratic_cost = 0;
    uint32_t main_ = scope(g, "main", 1, ORDO_PROFILE_ROUTINE, 1, 0, 5);
    for (uint64_t i = 1; i <= 24; i++) {
        linear_cost += 60 * 10 * i;
        quadratic_cost += 10 * i * 10 * i;
    }
    uint32_t linear = scope(g, "linear", 20, ORDO_PROFILE_ROUTINE, 24, linear_cost, linear_cost);
    uint32_t quadratic = scope(g, "quadratic", 40, ORDO_PROFILE_ROUTINE, 24, quadratic_cost, 24);
    uint32_t loop =
        scope(g, "src/p.c:41", 41, ORDO_PROFILE_LOOP, 24, quadratic_cost - 24, quadratic_cost - 24);
    ordo_gather_enclose(g, loop, quadratic, quadratic);
    uint32_t series[3] = {ordo_gather_series(g, linear, "rms", "blocks", 0, false),
                          ordo_gather_series(g, quadratic, "rms", "blocks", 0, false),
                          ordo_gather_series(g, loop, "rms", "blocks", 0, false)};
    for (uint64_t i = 1; i <= 24; i++) {
        uint64_t n = 10 * i, costs[3] = {60 * n, n * n, n * n - 1},
                 self[3] = {60 * n, 1, n * n - 1};
        for (int k = 0; k < 3; k++) one_call(g, series[k], n, costs[k], self[k]);
        ordo_gather_child(g, quadratic, loop, n, 1, n * n - 1);
    }
    ordo_gather_edge(g, main_, linear, 24, linear_cost);
    ordo_gather_edge(g, main_, quadratic, 24, quadratic_cost);
    struct ordo_profile_scope folded = {.name = "tiny",
                                        .linkage_name = "tiny",
                                        .object = "p",
                                        .file = "src/p.c",
                                        .line = 2,
                                        .flags = ORDO_PROFILE_FOLDED};
    ordo_gather_scope(g, &folded);
    scope(g, "idle", 3, ORDO_PROFILE_ROUTINE, 0, 0, 0);
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, linear_cost + quadratic_cost + 5);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

struct fixture {
    struct ordo_profile *p;
    struct ordo_analysis *a;
};

static int setup(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    struct ordo_error e;
    f->p = profile();
    assert_ok(ordo_analyse(f->p, NULL, &f->a, &e), e);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    ordo_analysis_free(f->a);
    ordo_profile_free(f->p);
    free(f);
    return 0;
}

/* Returns the scope that the argument means. */
static uint32_t found(const struct ordo_profile *p, const char *argument) {
    uint32_t scope;
    struct ordo_error e;
    assert_ok(ordo_scope_argument_find(p, argument, &scope, &e), e);
    return scope;
}

static char *table(const struct fixture *f, struct ordo_table_options o) {
    char *text = NULL;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&text, &n);
    o.ascii = true;
    o.analysis = f->a;
    assert_ok(ordo_table_write(out, f->p, &o, &e), e);
    fclose(out);
    return text;
}

static void has(const char *text, const char *part) {
    if (!strstr(text, part)) fail_msg("no '%s' in\n%s", part, text);
}

static void lacks(const char *text, const char *part) {
    if (strstr(text, part)) fail_msg("'%s' in\n%s", part, text);
}

static void growing_scopes_come_first(void **state) {
    struct fixture *f = *state;
    char *text = table(f, (struct ordo_table_options){.sort = ORDO_SORT_PREDICTED});
    has(text, "AT 10x");
    has(text, "n^2 99 %");
    has(text, " 60 n ");
    assert_true(strstr(text, "loop in quadratic") < strstr(text, "  linear "));
    free(text);
    double sum = 0;
    for (uint32_t i = 0; i < f->p->n_scopes; i++) sum += f->a->scope[i].share_at_10x;
    assert_true(fabs(sum - 1) < 1e-12);
    /* 60 n at 10 times the size, compared with n^2 at 10 times the size */
    uint32_t linear = found(f->p, "linear");
    double a = 10.0 * (double)f->p->scopes[linear].cost_total,
           share = f->a->scope[linear].share_at_10x;
    double b = 100.0 * (double)f->p->scopes[found(f->p, "quadratic")].cost_total;
    assert_true(fabs(share - a / (a + b)) < 0.01);
    text = table(f, (struct ordo_table_options){.sort = ORDO_SORT_ORDER, .limit = 1});
    has(text, "quadratic");
    lacks(text, "  linear ");
    free(text);
}

static void lines_are_narrow_unless_asked(void **state) {
    static const uint32_t widths[] = {0, 58, 60, 80, 100, 120, 160, 200};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        char *text = table(*state, (struct ordo_table_options){.width = widths[w]});
        size_t most = widths[w] && widths[w] < 100 ? widths[w] : 100;
        has(text, "SHARE");
        has(text, "GROWTH");
        has(text, "p.c:41\n");
        const char *line = strstr(text, "SHARE");
        while (line[-1] != '\n') line--;
        while (*line != '\n') { /* the table ends with an empty line */
            size_t n = strcspn(line, "\n");
            if (n > most) fail_msg("%zu columns, not %zu: %.*s", n, most, (int)n, line);
            line += n + 1;
        }
        free(text);
    }
    char *text = table(*state, (struct ordo_table_options){.width = 60, .wide = true});
    has(text, "WORST CASE");
    has(text, "DISTINCT");
    free(text);
}

static void filters_select_scopes(void **state) {
    struct fixture *f = *state;
    char *text = table(f, (struct ordo_table_options){.filter = {.routine = "quad"}});
    has(text, "quadratic");
    lacks(text, "  linear ");
    free(text);
    text = table(f, (struct ordo_table_options){.filter = {.caller = "main"}});
    has(text, "  linear ");
    lacks(text, "loop in");
    free(text);
    text = table(f, (struct ordo_table_options){.filter = {.min_share = 0.5}});
    has(text, "loop in quadratic");
    lacks(text, "  linear ");
    free(text);
    text = table(f, (struct ordo_table_options){.filter = {.file = "q.c"}});
    has(text, "no scope");
    free(text);
}

static void names_find_scopes(void **state) {
    const struct fixture *f = *state;
    uint32_t loop = found(f->p, "src/p.c:41");
    assert_int_equal(f->p->scopes[loop].kind, ORDO_PROFILE_LOOP);
    assert_int_equal(found(f->p, "p.c:41"), loop);
    assert_int_equal(found(f->p, "/home/u/src/p.c:41"), loop);
    assert_int_equal(found(f->p, "c:41"), ORDO_SCOPE_NONE_INDEX);
    assert_int_equal(found(f->p, "quadrati"), ORDO_SCOPE_NONE_INDEX);
}

static char *view(const struct fixture *f, const char *name, struct ordo_scope_view_options o,
                  struct ordo_bound *bound) {
    char *text = NULL;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&text, &n);
    o.ascii = true;
    assert_ok(ordo_scope_view_write(out, f->a, found(f->p, name), &o, bound, &e), e);
    fclose(out);
    return text;
}

static void one_scope_is_shown_in_full(void **state) {
    struct ordo_bound bound;
    char *text = view(*state, "quadratic", (struct ordo_scope_view_options){0}, &bound);
    has(text, "routine quadratic  src/p.c:40\n");
    has(text, "grows: n^2 through the loop at src/p.c:41");
    has(text, "size rms (explains the cost best): 24 distinct, 10..240\n");
    has(text, "cost       1 n^2 blocks  (n^2 99 %");
    has(text, "at n = 2,400: 5,76");
    has(text, "o mean   ^ greatest   . model");
    free(text);
    text =
        view(*state, "quadratic",
             (struct ordo_scope_view_options){.has_bound = true, .bound = ORDO_GROWTH_N}, &bound);
    has(text, "bound n by rms: exceeds (slope of the ratio 1.0");
    assert_int_equal(bound.verdict, ORDO_BOUND_EXCEEDS);
    free(text);
}

/* A loop that its own iterations enter again, as in an interpreter: n^2, all of it in the inner
 * execution. */
static void a_loop_within_itself_has_its_own_growth(void **state) {
    (void)state;
    struct ordo_gather *g = ordo_gather_new();
    uint64_t cost = 0;
    for (uint64_t n = 10; n <= 240; n += 10) cost += n * n;
    uint32_t loop = scope(g, "src/p.c:41", 41, ORDO_PROFILE_LOOP, 24, cost, 24);
    uint32_t series = ordo_gather_series(g, loop, "rms", "blocks", 0, false);
    for (uint64_t n = 10; n <= 240; n += 10) {
        one_call(g, series, n, n * n, 1);
        ordo_gather_child(g, loop, loop, n, 1, n * n - 1);
    }
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, cost);
    struct fixture f;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &f.p, &e), e);
    ordo_gather_free(g);
    assert_ok(ordo_analyse(f.p, NULL, &f.a, &e), e);
    const struct ordo_cause *cause = &f.a->scope[0].cause;
    assert_int_equal(cause->kind, ORDO_CAUSE_OWN);
    assert_int_equal(cause->growth, ORDO_GROWTH_N2);
    assert_int_equal(cause->root.i, 0);
    ordo_analysis_free(f.a);
    ordo_profile_free(f.p);
}

/* One scope with 12 sizes. By rms, totals are unordered, and own costs are 2^n or n^2; by depth,
 * the same totals are ordered. */
static struct ordo_profile *profile_of_disorder(bool explosive) {
    enum { N_SIZES = 12 };
    static const uint64_t total[N_SIZES] = {90000, 7000,   400000, 9000,   30000, 80000,
                                            12000, 500000, 20000,  300000, 15000, 200000};
    struct ordo_gather *g = ordo_gather_new();
    uint64_t cost = 0, self = 0, own[N_SIZES];
    for (unsigned i = 0; i < N_SIZES; i++) {
        own[i] = explosive ? 4u << i : 4 * (i + 5) * (i + 5);
        cost += 4 * total[i];
        self += own[i];
    }
    uint32_t match = scope(g, "match", 1, ORDO_PROFILE_ROUTINE, 32, cost, self);
    uint32_t rms = ordo_gather_series(g, match, "rms", "blocks", 0, false);
    uint32_t depth = ordo_gather_series(g, match, "depth", "blocks", 0, false);
    for (unsigned i = 0; i < N_SIZES; i++) {
        uint64_t sum = 4 * total[i], n[2] = {i + 5, total[i] / 100};
        for (int k = 0; k < 2; k++)
            ordo_gather_point(g, k ? depth : rms,
                              &(struct ordo_point){.n = n[k],
                                                   .count = 4,
                                                   .sum_n = 4 * n[k],
                                                   .min = total[i],
                                                   .max = total[i],
                                                   .sum = sum,
                                                   .sumsq_low = sum * total[i],
                                                   .self = own[i]});
    }
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, cost);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static uint32_t series_named(const struct ordo_profile *p, const char *metric) {
    for (uint32_t i = 0; i < p->n_series; i++)
        if (strcmp(p->series[i].metric, metric) == 0) return i;
    fail_msg("no sizes by %s", metric);
    return 0;
}

static void a_part_does_not_grow_faster_than_the_whole(void **state) {
    (void)state;
    for (int explosive = 0; explosive < 2; explosive++) {
        struct ordo_error e;
        struct fixture f = {.p = profile_of_disorder(explosive)};
        assert_ok(ordo_analyse(f.p, NULL, &f.a, &e), e);
        uint32_t rms = series_named(f.p, "rms"), depth = series_named(f.p, "depth");
        struct ordo_scope_growth *g = &f.a->scope[0];
        assert_int_equal(f.a->series[rms].mean.growth, ORDO_GROWTH_NONE);
        assert_int_equal(f.a->series[depth].mean.growth, ORDO_GROWTH_N);
        assert_int_equal(g->best, depth);
        assert_false(g->explosive);
        assert_true(g->own_at_10x <= g->predicted_total);

        g->best = rms; /* as if depth had not been measured */
        ordo_analysis_fit_scopes(f.a, 0, 1);
        assert_int_equal(g->own.growth, ORDO_GROWTH_NONE);
        assert_false(g->explosive);
        assert_true(g->own_at_10x == g->own_now);
        ordo_analysis_free(f.a);
        ordo_profile_free(f.p);
    }
}

static void the_size_that_explains_best_comes_first(void **state) {
    (void)state;
    struct ordo_error e;
    struct fixture f = {.p = profile_of_disorder(false)};
    struct ordo_bound bound;
    assert_ok(ordo_analyse(f.p, NULL, &f.a, &e), e);
    char *text = view(&f, "match", (struct ordo_scope_view_options){0}, &bound);
    const char *best = strstr(text, "size depth (explains the cost best)");
    if (!best || strstr(text, "size rms") < best) fail_msg("depth is not first in\n%s", text);
    free(text);
    ordo_analysis_free(f.a);
    ordo_profile_free(f.p);
}

static void absent_scopes_are_explained(void **state) {
    const struct fixture *f = *state;
    struct ordo_error e;
    uint32_t tiny = found(f->p, "tiny"), idle = found(f->p, "idle");
    assert_int_equal(ordo_absent_scope_explain(f->p, tiny, "tiny", NULL, false, &e),
                     ORDO_BAD_INPUT);
    assert_non_null(strstr(e.message, "tiny: is folded, because its cost is constant"));
    ordo_absent_scope_explain(f->p, idle, "idle", NULL, false, &e);
    assert_non_null(strstr(e.message, "idle: was never called"));
    ordo_absent_scope_explain(f->p, ORDO_SCOPE_NONE_INDEX, "liner", "linear", false, &e);
    assert_non_null(strstr(e.message, "did you mean 'linear'?"));
    ordo_absent_scope_explain(f->p, ORDO_SCOPE_NONE_INDEX, "liner", "linear", true, &e);
    assert_non_null(strstr(e.message, "liner: is no profile, and no routine"));
    ordo_absent_scope_explain(f->p, ORDO_SCOPE_NONE_INDEX, "other", NULL, false, &e);
    assert_non_null(strstr(e.message, "other: the profile has no routine"));
}

static void plots_match_character_by_character(void **state) {
    (void)state;
    struct ordo_text t = {0};
    struct ordo_plot_mark marks[] = {{1, 1, '.'},   {10, 10, '.'}, {100, 100, '.'},
                                     {10, 10, 'o'}, {0, 5, 'x'},   {5, NAN, 'x'}};
    ordo_plot_text_add(&t, marks, sizeof marks / sizeof *marks, 21, 5, "n", "cost");
    assert_string_equal(t.bytes, "  cost\n"
                                 "       100 |                    .\n"
                                 "           |\n"
                                 "        10 |          o\n"
                                 "           |\n"
                                 "         1 |.\n"
                                 "           +---------------------\n"
                                 "            1                 100  n\n");
    ordo_text_done(&t);
    ordo_plot_text_add(&t, marks + 4, 2, 21, 5, "n", "cost");
    assert_null(t.bytes);
}

static void remedies_name_the_sizes_to_record(void **state) {
    (void)state;
    struct ordo_text t = {0};
    struct ordo_model m = {.n_min = 10, .n_max = 40};
    ordo_growth_remedy_add(&t, &m, ORDO_MODEL_NARROW_SIZES);
    assert_string_equal(
        t.bytes, "the range of sizes is narrow: record inputs of sizes about 80, 160 and 400, and "
                 "join the profiles with `ordo merge`");
    ordo_text_clear(&t);
    ordo_growth_cost_add(&t, 12345678);
    assert_string_equal(t.bytes, "12.35 M");
    ordo_text_clear(&t);
    ordo_growth_cost_add(&t, NAN);
    assert_string_equal(t.bytes, "-");
    ordo_text_done(&t);
}

/* Checks the description of a class with `percent` probability; the others have the rest. */
static void assert_described(const char *expected, enum ordo_growth g, double percent,
                             enum ordo_growth other, double third) {
    struct ordo_text t = {0};
    struct ordo_model m = {.growth = g};
    m.posterior[g] = percent / 100;
    m.posterior[other] += (100 - percent - third) / 100;
    ordo_growth_class_add(&t, &m);
    assert_string_equal(t.bytes, expected);
    ordo_text_done(&t);
}

static void classes_that_differ_in_a_logarithm_are_reported_together(void **state) {
    (void)state;
    assert_described("n 97 %", ORDO_GROWTH_N, 97, ORDO_GROWTH_N_LOG, 0);
    assert_described("n or n log n 99 %", ORDO_GROWTH_N, 60, ORDO_GROWTH_N_LOG, 0);
    assert_described("n or n log n 96 %", ORDO_GROWTH_N_LOG, 60, ORDO_GROWTH_N, 4);
    assert_described("1 or log n 99 %", ORDO_GROWTH_LOG, 60, ORDO_GROWTH_1, 0);
    assert_described("n^2 or n^2 log n 99 %", ORDO_GROWTH_N2, 60, ORDO_GROWTH_N2_LOG, 0);
    assert_described("n 60 %", ORDO_GROWTH_N, 60, ORDO_GROWTH_N_LOG, 10);
    assert_described("n 60 %", ORDO_GROWTH_N, 60, ORDO_GROWTH_N_SQRT, 0);
    assert_described("n^3 60 %", ORDO_GROWTH_N3, 60, ORDO_GROWTH_N2, 0);
    assert_described("2^n 60 %", ORDO_GROWTH_EXP, 60, ORDO_GROWTH_N, 0);
    assert_described("?", ORDO_GROWTH_NONE, 60, ORDO_GROWTH_N, 0);
}

static void uninformative_intervals_are_short(void **state) {
    (void)state;
    static const struct {
        double low, high;
        const char *text;
    } cell[] = {
        {1.98, 2.0149, "1.98..2.01"}, {-97.82, 101.9, "-98..102"}, {0.5, 12.25, "0.50..12"}};
    for (size_t i = 0; i < sizeof cell / sizeof *cell; i++) {
        struct ordo_text t = {0};
        struct ordo_model m = {.has_exponent = true, .low = cell[i].low, .high = cell[i].high};
        ordo_growth_exponent_add(&t, &m);
        assert_string_equal(t.bytes, cell[i].text);
        ordo_text_done(&t);
    }
}

static void an_exponent_in_a_title_lies_in_its_interval(void **state) {
    (void)state;
    static const struct {
        double exponent, low, high;
        const char *title;
    } of[] = {{1.95, 1.93, 1.97, "n^1.95 over the input"},
              {1.97, 1.9, 2.05, "n^2.0 over the input"},
              {2.1, 1.4, 2.6, "at least n^1.4 over the input"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct ordo_text t = {0};
        struct ordo_finding f = {.basis = ORDO_BASIS_RUNS,
                                 .growth = ORDO_GROWTH_NONE,
                                 .has_exponent = true,
                                 .exponent = of[i].exponent,
                                 .low = of[i].low,
                                 .high = of[i].high};
        ordo_finding_title_add(&t, NULL, &f, false);
        assert_string_equal(t.bytes, of[i].title);
        ordo_text_done(&t);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(growing_scopes_come_first),
        TEST(lines_are_narrow_unless_asked),
        TEST(filters_select_scopes),
        TEST(names_find_scopes),
        TEST(one_scope_is_shown_in_full),
        cmocka_unit_test(a_loop_within_itself_has_its_own_growth),
        cmocka_unit_test(a_part_does_not_grow_faster_than_the_whole),
        cmocka_unit_test(the_size_that_explains_best_comes_first),
        TEST(absent_scopes_are_explained),
        cmocka_unit_test(plots_match_character_by_character),
        cmocka_unit_test(remedies_name_the_sizes_to_record),
        cmocka_unit_test(classes_that_differ_in_a_logarithm_are_reported_together),
        cmocka_unit_test(uninformative_intervals_are_short),
        cmocka_unit_test(an_exponent_in_a_title_lies_in_its_interval),
    };
    return cmocka_run_group_tests_name("report/growth", tests, NULL, NULL);
}
