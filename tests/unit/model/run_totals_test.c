/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_totals_test.c: compares estimates for the whole run with runs whose executions are all known.
 */
#include "analysis/analyse.h"
#include "analysis/analysis.h"
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "support/simulated_run.h"
#include "support/simulated_walks.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ordo_profile *simulate(void **state, uint32_t pid, enum simulated_shape shape,
                                     uint32_t executions, uint32_t rate) {
    const char *path = temporary_path(state, "1.raw");
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    simulated_run(&r, pid, shape, executions, rate);
    raw_image_write(&r, path);
    raw_image_done(&r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &p, &e), e);
    return p;
}

static uint32_t find(const struct ordo_profile *p, const char *name) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (strcmp(p->scopes[i].name, name) == 0) return i;
    fail_msg("there is no %s", name);
    return 0;
}

static struct ordo_analysis *analyse(struct ordo_profile *p) {
    struct ordo_analysis *a;
    struct ordo_error e;
    assert_ok(ordo_analyse_for_report(p, NULL, &a, &e), e);
    assert_non_null(a->run);
    return a;
}

static void end(struct ordo_profile *p, struct ordo_analysis *a) {
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void executions_and_iterations_are_counted_over_the_run(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 1000, 20);
    uint32_t inner = find(p, "a.c:13");
    uint64_t recorded = p->scopes[inner].calls;
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[inner];
    assert_int_equal(recorded, 99);
    assert_int_equal(s->recorded, 99);
    assert_true(s->calls_exact && s->iterations_exact);
    assert_int_equal(p->scopes[inner].calls, 1000);
    assert_int_equal(p->scopes[inner].iterations, 1000 * 1001 / 2);
    assert_true(s->has_interval);
    assert_true(s->total.low <= 500500 && 500500 <= s->total.high);
    assert_true(s->total.high < 1.1 * s->total.low);
    assert_true(s->has_means);
    assert_int_equal(s->mean_size.reason, ORDO_ESTIMATE_GOOD);
    assert_true(s->mean_size.low <= 500.5 && 500.5 <= s->mean_size.high);
    assert_true(s->mean_cost.low <= 500.5 && 500.5 <= s->mean_cost.high);
    end(p, a);
}

static void a_loop_without_samples_includes_its_inner_loops(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 1000, 20);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find(p, "a.c:12")];
    assert_int_equal(s->recorded, 0);
    assert_int_equal(s->calls, 1);
    assert_int_equal(s->cost_self, 1000);
    assert_true(fabs(s->cost_total - 501500) < 1);
    assert_false(s->has_interval);
    end(p, a);
}

static void a_routine_without_a_gate_is_estimated_from_its_callers(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_DISJOINT, 2000, 50);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find(p, "visit")];
    assert_null(s->gate);
    assert_false(s->calls_exact);
    assert_true(fabs(s->calls - 2000 * 16) < 1);
    end(p, a);
}

static void linear_executions_can_be_quadratic_over_the_run(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 2000, 10);
    struct ordo_analysis *a = analyse(p);
    uint32_t inner = find(p, "a.c:13"), series = ordo_analysis_run_series(a, inner);
    assert_int_equal(a->run->scope[inner].growth.verdict, ORDO_RUN_GROWS);
    assert_int_equal(a->series[a->scope[inner].best].mean.growth, ORDO_GROWTH_N);
    assert_int_not_equal(series, ORDO_SERIES_NONE);
    assert_string_equal(p->series[series].cost, "iterations");
    assert_int_equal(a->series[series].mean.growth, ORDO_GROWTH_N2);
    const struct ordo_estimate *cells = &a->run->scope[inner].growth.cells;
    assert_true(cells->low <= 2000 && 2000 <= cells->high);
    /* ten times the cells: a hundred times the iterations */
    double more = a->scope[inner].own_at_10x / a->scope[inner].own_now;
    if (!(more > 80 && more < 120)) fail_msg("%g times", more);
    end(p, a);
}

/* Checkpoints at which samples could not yet estimate the cells do not affect whether the cells
 * grow. */
static void few_samples_of_a_growing_list_do_not_seem_to_read_the_same_cells(void **state) {
    for (uint32_t executions = 1000; executions <= 12000; executions += 500) {
        struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, executions, 100);
        struct ordo_analysis *a = analyse(p);
        const struct ordo_run_growth *g = &a->run->scope[find(p, "a.c:13")].growth;
        if (g->verdict == ORDO_RUN_SAME)
            fail_msg("%u executions: the same cells, exponent %g", executions, g->exponent);
        if (executions >= 3000) assert_int_equal(g->verdict, ORDO_RUN_GROWS);
        end(p, a);
    }
}

static void executions_of_the_same_cells_do_not_grow(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_SAME, 2000, 10);
    struct ordo_analysis *a = analyse(p);
    uint32_t inner = find(p, "a.c:13");
    assert_int_equal(a->run->scope[inner].growth.verdict, ORDO_RUN_SAME);
    assert_int_equal(ordo_analysis_run_series(a, inner), ORDO_SERIES_NONE);
    assert_true(fabs(a->scope[inner].own_at_10x - a->scope[inner].own_now) < 1);
    end(p, a);
}

static void executions_of_distinct_cells_are_linear(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_DISJOINT, 2000, 10);
    struct ordo_analysis *a = analyse(p);
    uint32_t series = ordo_analysis_run_series(a, find(p, "a.c:13"));
    assert_int_not_equal(series, ORDO_SERIES_NONE);
    assert_int_equal(a->series[series].mean.growth, ORDO_GROWTH_N);
    end(p, a);
}

static void recording_everything_is_exact(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 300, 1);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find(p, "a.c:13")];
    assert_int_equal(s->recorded, 300);
    assert_true(s->has_interval);
    assert_int_equal(s->total.method, ORDO_ESTIMATE_EXACT);
    assert_int_equal(s->cost_total, 300 * 301 / 2);
    assert_int_equal(s->mean_size.method, ORDO_ESTIMATE_EXACT);
    assert_true(fabs(s->mean_size.value - 150.5) < 1e-9);
    assert_int_equal(s->growth.verdict, ORDO_RUN_GROWS);
    end(p, a);
}

/* Existing series stay where profile.h documents them, and so do the spans that refer to them. */
static void the_new_series_are_in_order(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 2000, 10);
    uint32_t before = p->n_series;
    struct ordo_analysis *a = analyse(p);
    assert_int_equal(p->n_series, before + 1);
    uint64_t next = 0;
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *s = &p->series[i], *last = i ? s - 1 : NULL;
        assert_int_equal(s->points.first, next);
        next += s->points.n;
        if (last) assert_true(last->scope.i <= s->scope.i);
        if (last && last->scope.i == s->scope.i) assert_true(strcmp(last->cost, s->cost) <= 0);
        for (uint64_t k = 1; k < s->points.n; k++)
            assert_true(p->points[s->points.first + k - 1].n < p->points[s->points.first + k].n);
        struct ordo_span span = p->scopes[s->scope.i].series;
        assert_true(span.first <= i && i < span.first + span.n);
    }
    assert_int_equal(next, p->n_points);
    end(p, a);
}

static void runs_of_many_processes_have_one_model(void **state) {
    struct ordo_profile *few[] = {simulate(state, 1, SIMULATED_PREFIX, 500, 10),
                                  simulate(state, 2, SIMULATED_PREFIX, 4000, 10)},
                        *p;
    struct ordo_error e;
    assert_ok(ordo_profile_merge((const struct ordo_profile *const *)few, NULL, 2, &p, &e), e);
    struct ordo_analysis *a = analyse(p);
    uint32_t inner = find(p, "a.c:13"), series = ordo_analysis_run_series(a, inner);
    const struct ordo_run_scope *s = &a->run->scope[inner];
    assert_int_not_equal(series, ORDO_SERIES_NONE);
    assert_int_equal(a->series[series].mean.growth, ORDO_GROWTH_N2);
    assert_true(s->growth.cells.low <= 4000 && 4000 <= s->growth.cells.high);
    assert_int_equal(s->calls, 4500);
    double all = 500. * 501 / 2 + 4000. * 4001 / 2;
    assert_true(s->has_interval);
    assert_true(0.97 * all <= s->total.value && s->total.value <= 1.03 * all);
    assert_true(s->mean_size.low <= all / 4500 && all / 4500 <= s->mean_size.high);
    ordo_profile_free(few[0]);
    ordo_profile_free(few[1]);
    end(p, a);
}

static struct ordo_profile *merged(struct ordo_profile **few, size_t n) {
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_merge((const struct ordo_profile *const *)few, NULL, n, &p, &e), e);
    for (size_t i = 0; i < n; i++) ordo_profile_free(few[i]);
    return p;
}

static void a_short_process_does_not_prevent_an_estimate(void **state) {
    for (uint32_t shorter = 0; shorter < 2; shorter++) {
        struct ordo_profile *few[] = {
            simulate(state, 1, SIMULATED_PREFIX, shorter ? 20 : 4000, 10),
            simulate(state, 2, SIMULATED_PREFIX, shorter ? 4000 : 20, 10)};
        struct ordo_profile *p = merged(few, 2);
        uint32_t inner = find(p, "a.c:13");
        struct ordo_analysis *a = analyse(p);
        const struct ordo_run_scope *s = &a->run->scope[inner];
        double all = 4000. * 4001 / 2 + 20. * 21 / 2;
        assert_true(s->has_interval);
        assert_true(s->total.low <= all && all <= s->total.high && s->total.high < 1.2 * all);
        assert_int_equal(s->mean_size.reason, ORDO_ESTIMATE_GOOD);
        assert_int_equal(s->mean_cost.reason, ORDO_ESTIMATE_GOOD);
        end(p, a);
    }
}

static void samples_of_short_processes_are_pooled(void **state) {
    enum { N = 40, EXECUTIONS = 30 };
    struct ordo_profile *few[N], *p;
    for (uint32_t i = 0; i < N; i++)
        few[i] = simulate(state, i + 1, SIMULATED_PREFIX, EXECUTIONS, 7 + i % 12);
    struct ordo_analysis *a = analyse(few[0]);
    assert_false(a->run->scope[find(few[0], "a.c:13")].has_interval);
    ordo_analysis_free(a);
    ordo_profile_free(few[0]);
    few[0] = simulate(state, 1, SIMULATED_PREFIX, EXECUTIONS, 7);
    p = merged(few, N);
    a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find(p, "a.c:13")];
    double mean = (EXECUTIONS + 1) / 2.;
    assert_int_equal(s->calls, N * EXECUTIONS);
    assert_int_equal(s->mean_size.reason, ORDO_ESTIMATE_GOOD);
    assert_true(s->mean_size.low <= mean && mean <= s->mean_size.high);
    assert_true(s->has_interval);
    assert_true(s->total.low <= N * EXECUTIONS * mean && N * EXECUTIONS * mean <= s->total.high);
    end(p, a);
}

/* Executions in samples of other scopes are known like executions in their own samples: here a
 * hundred that are far longer than those in its own samples. */
static void executions_in_other_samples_are_counted(void **state) {
    enum { OTHERS = 100, LONG = 1000 };
    struct ordo_profile *p = simulate(state, 1, SIMULATED_SAME, 5000, 20);
    uint32_t inner = find(p, "a.c:13");
    struct ordo_profile_scope *x = &p->scopes[inner];
    struct ordo_point *point = &p->points[p->series[x->series.first].points.first];
    assert_int_equal(point->n, 64);
    point->count += OTHERS;
    point->sum_n += (uint64_t)OTHERS * LONG;
    point->sum += (uint64_t)OTHERS * LONG;
    x->calls += OTHERS;
    x->iterations += (uint64_t)OTHERS * LONG;
    x->cost_total += (uint64_t)OTHERS * LONG;
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[inner];
    double all = 64. * 5000 + (double)OTHERS * LONG;
    assert_int_equal(s->mean_size.reason, ORDO_ESTIMATE_GOOD);
    assert_true(fabs(s->mean_size.value - all / (5000 + OTHERS)) < 1e-6);
    assert_true(fabs(s->total.value - all) < 1e-3);
    assert_true(s->mean_size.low > 0.98 * s->mean_size.value);
    end(p, a);
}

/* In profiles from before samples had sums, the kept samples give the means. */
static void means_do_not_need_sums(void **state) {
    struct ordo_profile *p = simulate(state, 1, SIMULATED_PREFIX, 1000, 20),
                        *old = simulate(state, 1, SIMULATED_PREFIX, 1000, 20);
    uint32_t inner = find(p, "a.c:13");
    for (uint64_t i = 0; i < old->n_samples; i++)
        old->samples[i].sums = (struct ordo_sample_sums){0};
    struct ordo_analysis *a = analyse(p), *b = analyse(old);
    const struct ordo_estimate *x = &a->run->scope[inner].mean_size,
                               *y = &b->run->scope[inner].mean_size;
    assert_true(x->value > 400 && fabs(x->value - y->value) < 1e-9);
    assert_true(fabs(x->low - y->low) < 1e-9 && fabs(x->high - y->high) < 1e-9);
    end(p, a);
    end(old, b);
}

static struct ordo_profile *walk(void **state, uint32_t vertices, uint32_t walks, uint32_t rate,
                                 struct simulated_walks *all) {
    const char *path = temporary_path(state, "1.raw");
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    *all = simulated_walks(&r, 1, vertices, walks, rate);
    raw_image_write(&r, path);
    raw_image_done(&r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &p, &e), e);
    return p;
}

static uint32_t find_recursion(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION) return i;
    fail_msg("there is no recursion");
    return 0;
}

static uint32_t find_routine(const struct ordo_profile *p) {
    return p->scopes[find_recursion(p)].routine.i;
}

static void assert_near(const char *what, double value, uint64_t truth, double share) {
    if (fabs(value - (double)truth) > share * (double)truth)
        fail_msg("%s: %g instead of %llu", what, value, (unsigned long long)truth);
}

/* Most recorded activations of a recursion may be in samples of its loop, below outermost
 * activations that were not recorded. */
static void activations_in_samples_of_a_loop_do_not_count_as_recorded_entries(void **state) {
    for (uint32_t rate = 10; rate <= 100; rate += 30) {
        struct simulated_walks all;
        struct ordo_profile *p = walk(state, 2000, 500, rate, &all);
        uint32_t routine = find_routine(p);
        uint64_t units = p->scopes[routine].units;
        assert_true(units && 5 * units < p->scopes[routine].calls);
        struct ordo_analysis *a = analyse(p);
        const struct ordo_run_scope *s = &a->run->scope[routine];
        assert_true(s->executions == 500);
        assert_near("calls", s->calls, all.visits, 0.01);
        assert_near("own cost", s->cost_self, all.visits, 0.01);
        assert_near("total cost", s->cost_total, all.visit_cost, 0.01);
        assert_near("cost of the run", a->run->cost, all.cost, 0.01);
        const struct ordo_run_scope *recursion = &a->run->scope[find_recursion(p)];
        assert_true(recursion->calls_exact && recursion->calls == 500);
        assert_near("cost of the recursion", recursion->cost_total, all.visit_cost, 0.01);
        assert_near("own cost of the recursion", recursion->cost_self, all.visits, 0.01);
        end(p, a);
    }
}

/* Costs of its executions include those of its inner executions. */
static void a_loop_within_itself_costs_no_more_than_its_outermost_executions(void **state) {
    for (uint32_t walks = 1; walks <= 100; walks *= 10) {
        struct simulated_walks all;
        struct ordo_profile *p = walk(state, 5000, walks, 24, &all);
        struct ordo_analysis *a = analyse(p);
        const struct ordo_run_scope *s = &a->run->scope[find(p, "a.c:5")];
        assert_int_equal(s->mean_cost.reason, ORDO_ESTIMATE_GOOD);
        assert_true(s->mean_cost.low * s->executions > 2 * (double)all.cost);
        assert_true(s->nested && !s->has_interval);
        assert_near("its cost", s->cost_total, all.loop_cost, 0.05);
        assert_true(s->cost_total <= a->run->cost);
        end(p, a);
    }
}

static void a_recursion_without_recorded_entries_costs_as_much_as_its_loops(void **state) {
    struct simulated_walks all;
    struct ordo_profile *p = walk(state, 5000, 1, 24, &all);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find(p, "visit")];
    assert_true(s->recorded && s->gate && s->executions == 1);
    assert_near("calls", s->calls, all.visits, 0.01);
    assert_near("its cost", s->cost_total, all.visit_cost, 0.01);
    end(p, a);
}

static void a_completely_recorded_recursion_is_exact(void **state) {
    struct simulated_walks all;
    struct ordo_profile *p = walk(state, 1000, 50, 1, &all);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find_routine(p)];
    const struct ordo_run_scope *loop = &a->run->scope[find(p, "a.c:5")];
    assert_true(s->has_interval && s->calls == (double)all.visits);
    assert_int_equal(s->total.method, ORDO_ESTIMATE_EXACT);
    assert_true(s->cost_total == (double)all.visit_cost);
    assert_true(loop->nested && loop->has_interval && loop->cost_total == (double)all.loop_cost);
    assert_true(a->run->cost == (double)all.cost);
    end(p, a);
}

/* One of the runs recorded no entry of the recursion, the other all. */
static void runs_of_a_recursion_merge(void **state) {
    struct simulated_walks one, other;
    struct ordo_profile *few[] = {walk(state, 20000, 1, 20, &one), walk(state, 500, 90, 1, &other)},
                        *p;
    struct ordo_error e;
    assert_ok(ordo_profile_merge((const struct ordo_profile *const *)few, NULL, 2, &p, &e), e);
    struct ordo_analysis *a = analyse(p);
    const struct ordo_run_scope *s = &a->run->scope[find_routine(p)];
    assert_true(s->executions == 91);
    assert_near("calls", s->calls, one.visits + other.visits, 0.01);
    assert_near("cost of the run", a->run->cost, one.cost + other.cost, 0.01);
    assert_true(s->cost_total <= a->run->cost);
    assert_true(a->run->scope[find(p, "a.c:5")].cost_total <= a->run->cost);
    ordo_profile_free(few[0]);
    ordo_profile_free(few[1]);
    end(p, a);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(executions_and_iterations_are_counted_over_the_run),
        TEST(a_loop_without_samples_includes_its_inner_loops),
        TEST(a_routine_without_a_gate_is_estimated_from_its_callers),
        TEST(linear_executions_can_be_quadratic_over_the_run),
        TEST(few_samples_of_a_growing_list_do_not_seem_to_read_the_same_cells),
        TEST(executions_of_the_same_cells_do_not_grow),
        TEST(executions_of_distinct_cells_are_linear),
        TEST(recording_everything_is_exact),
        TEST(the_new_series_are_in_order),
        TEST(runs_of_many_processes_have_one_model),
        TEST(a_short_process_does_not_prevent_an_estimate),
        TEST(samples_of_short_processes_are_pooled),
        TEST(executions_in_other_samples_are_counted),
        TEST(means_do_not_need_sums),
        TEST(activations_in_samples_of_a_loop_do_not_count_as_recorded_entries),
        TEST(a_loop_within_itself_costs_no_more_than_its_outermost_executions),
        TEST(a_recursion_without_recorded_entries_costs_as_much_as_its_loops),
        TEST(a_completely_recorded_recursion_is_exact),
        TEST(runs_of_a_recursion_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
