/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_test.c: estimates of a run's distinct cells are correct if given, have a reason if not,
 * and their intervals cover as promised.
 */
#include "base/map.h"
#include "production/confidence.h"
#include "support/sampled_loop.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

static void assert_near(double expected, double got, double tolerance) {
    if (!(fabs(got - expected) <= tolerance * fabs(expected)))
        fail_msg("expected %.9g within %g, got %.9g", expected, tolerance, got);
}

static void assert_between(double low, double got, double high) {
    if (!(got >= low && got <= high)) fail_msg("expected %g to %g, got %g", low, high, got);
}

static struct sampled_loop run(struct loop_case c, uint32_t rate, uint64_t seed) {
    struct sampled_loop l;
    assert_true(sampled_loop_run(&c, rate, MOST, seed, &l));
    return l;
}

static struct ordo_estimate default_of(const struct sampled_loop *l) {
    return ordo_estimate_run(l->samples, l->n, (uint64_t)l->executions);
}

/* The second of a pair, the first of which was not kept. */
static struct ordo_execution_sample pair(uint32_t n1, uint32_t n2, uint32_t m, uint32_t level) {
    struct ordo_execution_sample s = {.executions = 1, .rms = n2, .size = n2, .own = n2};
    s.before = n1;
    s.tracked = n2;
    s.again = m;
    s.level = level;
    s.all = n1 + n2 - m;
    s.once = s.all - m;
    s.twice = m;
    s.samples = 2;
    s.second = true;
    return s;
}

static void one_pair_is_estimated_by_chapmans_formula(void **state) {
    (void)state;
    struct ordo_execution_sample s = pair(200, 100, 20, 0);
    struct ordo_estimate e = ordo_estimate_recapture(&s, 1);
    assert_near(201.0 * 101 / 21 - 1, e.value, 1e-12);
    assert_int_equal(ORDO_ESTIMATE_GOOD, e.reason);
    /* Chapman's variance; the logarithm of the number of unseen cells (280 were seen) is normal. */
    double variance = 201.0 * 101 * 180 * 80 / (21.0 * 21 * 22), unseen = e.value - 280;
    double factor = exp(1.959963984540054 * sqrt(log(1 + variance / unseen / unseen)));
    assert_near(280 + unseen / factor, e.low, 1e-9);
    assert_near(280 + unseen * factor, e.high, 1e-9);
}

static void several_pairs_are_pooled_as_sums(void **state) {
    (void)state;
    struct ordo_execution_sample s[3] = {pair(100, 100, 10, 0), pair(50, 80, 3, 0),
                                         pair(100, 100, 12, 0)};
    struct ordo_estimate e = ordo_estimate_recapture(s, 3);
    assert_near((10000.0 + 4000 + 10000) / (10 + 3 + 12 + 1), e.value, 1e-12);
    struct ordo_execution_sample level[2] = {pair(100, 100, 10, 0), pair(50, 50, 5, 1)};
    e = ordo_estimate_recapture(level, 2);
    assert_near((10000.0 + 2 * 2500) / (10 + 5 + 1), e.value, 1e-12);
}

static void a_pair_without_common_cells_has_no_estimate(void **state) {
    (void)state;
    struct ordo_execution_sample s = pair(50, 50, 0, 0);
    struct ordo_estimate e = ordo_estimate_recapture(&s, 1);
    assert_int_equal(ORDO_ESTIMATE_NO_COMMON, e.reason);
    assert_true(isfinite(e.value) && isfinite(e.high));
    s.second = false;
    assert_int_equal(ORDO_ESTIMATE_FEW, ordo_estimate_recapture(&s, 1).reason);
}

static void a_tracked_cell_represents_two_to_the_level(void **state) {
    (void)state;
    struct ordo_execution_sample s = pair(100, 100, 50, 0);
    struct ordo_estimate e = ordo_estimate_sampled(&s);
    assert_near(150, e.value, 0);
    assert_near(150, e.low, 0);
    assert_near(150, e.high, 0);
    s.level = 3;
    e = ordo_estimate_sampled(&s);
    assert_near(1200, e.value, 0);
    /* The ends are the numbers whose expectation is 1.96 standard deviations from the count. */
    double z = 1.959963984540054, p = 1.0 / 8;
    assert_near(150, e.low * p + z * sqrt(e.low * p * (1 - p)), 1e-9);
    assert_near(150, e.high * p - z * sqrt(e.high * p * (1 - p)), 1e-9);
}

static void students_points_match_the_tables(void **state) {
    (void)state;
    static const double TABLE[][2] = {{1, 12.706},  {2, 4.3027},  {3, 3.1824},   {5, 2.5706},
                                      {10, 2.2281}, {30, 2.0423}, {1e9, 1.95996}};
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        assert_near(TABLE[i][1], ordo_confidence_student(TABLE[i][0]), 0.002);
}

static void sampling_everything_is_exact(void **state) {
    (void)state;
    static const struct loop_case CASES[] = {
        {LOOP_IDENTICAL, 500, 20, 0}, {LOOP_DISJOINT, 500, 5, 0},   {LOOP_PREFIX, 500, 0, 0},
        {LOOP_SLIDING, 500, 20, 3},   {LOOP_RANDOM, 500, 20, 2000}, {LOOP_WALK, 500, 10, 3}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct sampled_loop l = run(CASES[i], 1, i);
        struct ordo_estimate e = default_of(&l);
        assert_int_equal(ORDO_ESTIMATE_EXACT, e.method);
        assert_int_equal(ORDO_ESTIMATE_GOOD, e.reason);
        assert_near(l.union_cells, e.value, 0);
        assert_near(l.union_cells, e.high, 0);
        struct ordo_estimate mean =
            ordo_estimate_mean(l.samples, l.n, ORDO_SAMPLED_SIZE, 500, (uint64_t)l.iterations);
        assert_int_equal(ORDO_ESTIMATE_EXACT, mean.method);
        assert_near(l.mean_rms, mean.value, 1e-12);
        assert_near(l.mean_rms, mean.high, 1e-12);
        sampled_loop_done(&l);
    }
}

/* The paper's problem: for consecutive executions of the nested loop of MySQL#27287, N1 N2 / M
 * is the square of a size divided by itself, that is, the size of one execution and not of the
 * run. */
static void recapture_of_nested_executions_is_not_estimated(void **state) {
    (void)state;
    struct sampled_loop l = run((struct loop_case){LOOP_PREFIX, 20000, 0, 0}, 100, 1);
    assert_between(0.4, l.paper / l.union_cells, 0.6);
    assert_int_equal(ORDO_ESTIMATE_DEPENDENT, ordo_estimate_recapture(l.samples, l.n).reason);
    struct ordo_estimate e = default_of(&l);
    assert_int_equal(ORDO_ESTIMATE_DISCOVERY, e.method);
    assert_int_equal(ORDO_ESTIMATE_GOOD, e.reason);
    assert_near(l.union_cells, e.value, 0.05);
    sampled_loop_done(&l);
}

struct expectation {
    struct loop_case c;
    enum ordo_estimate_method method;
    double tolerance; /* of the median */
};

static const struct expectation EXPECTED[] = {
    {{LOOP_IDENTICAL, 10000, 100, 0}, ORDO_ESTIMATE_CAPTURES, 0.001},
    {{LOOP_DISJOINT, 10000, 50, 0}, ORDO_ESTIMATE_CAPTURES, 0.12},
    {{LOOP_PREFIX, 10000, 0, 0}, ORDO_ESTIMATE_DISCOVERY, 0.03},
    {{LOOP_SUFFIX, 10000, 0, 0}, ORDO_ESTIMATE_DISCOVERY, 0.03},
    {{LOOP_SLIDING, 10000, 50, 1}, ORDO_ESTIMATE_DISCOVERY, 0.05},
    {{LOOP_SLIDING, 10000, 50, 10}, ORDO_ESTIMATE_DISCOVERY, 0.05},
    {{LOOP_RANDOM, 10000, 100, 200}, ORDO_ESTIMATE_CAPTURES, 0.01},
    {{LOOP_RANDOM, 10000, 100, 10000}, ORDO_ESTIMATE_CAPTURES, 0.05},
    {{LOOP_BLOCKS, 10000, 50, 2000}, ORDO_ESTIMATE_CAPTURES, 0.05},
    {{LOOP_ALTERNATING, 10000, 100, 0}, ORDO_ESTIMATE_CAPTURES, 0.001},
};

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void the_default_is_right_and_its_intervals_cover(void **state) {
    (void)state;
    enum { SEEDS = 41 };
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        const struct expectation *x = &EXPECTED[i];
        double ratio[SEEDS];
        int given = 0, inside = 0, method = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct sampled_loop l = run(x->c, 50, seed * 7919 + i);
            struct ordo_estimate e = default_of(&l);
            ratio[seed] = e.value / l.union_cells;
            method += e.method == x->method;
            given += !e.reason;
            inside += !e.reason && e.low <= l.union_cells && l.union_cells <= e.high;
            sampled_loop_done(&l);
        }
        qsort(ratio, SEEDS, sizeof *ratio, ascending);
        if (fabs(ratio[SEEDS / 2] - 1) > x->tolerance || given < SEEDS * 9 / 10 ||
            inside < given * 8 / 10 || method < SEEDS * 9 / 10)
            fail_msg("case %zu: median ratio %g (tolerance %g), %d of %d given, %d inside, %d by "
                     "the expected method",
                     i, ratio[SEEDS / 2], x->tolerance, given, SEEDS, inside, method);
    }
}

/* If samples cannot determine the number, an estimate is rare, and a wrong one rarer. */
static void unknowable_numbers_are_not_estimated(void **state) {
    (void)state;
    enum { SEEDS = 30 };
    static const struct loop_case CASES[] = {{LOOP_SKEWED, 20000, 50, 20000},
                                             {LOOP_FILLING, 20000, 20, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int wrong = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct sampled_loop l = run(CASES[i], 100, seed * 7919 + i);
            struct ordo_estimate e = default_of(&l);
            wrong += !e.reason && !(e.low <= l.union_cells && l.union_cells <= e.high);
            sampled_loop_done(&l);
        }
        if (wrong > SEEDS / 5) fail_msg("case %zu: %d of %d given and wrong", i, wrong, SEEDS);
    }
    /* A ring that ten samples never complete looks like a moving window. */
    struct sampled_loop l = run((struct loop_case){LOOP_RING, 20000, 50, 5000}, 1000, 3);
    assert_true(default_of(&l).reason != ORDO_ESTIMATE_GOOD);
    sampled_loop_done(&l);
}

static void few_samples_give_no_estimate(void **state) {
    (void)state;
    struct sampled_loop l = run((struct loop_case){LOOP_RANDOM, 20000, 50, 500}, 100, 1);
    assert_true(l.n > 4);
    assert_int_equal(ORDO_ESTIMATE_FEW, ordo_estimate_run(l.samples, 4, 20000).reason);
    assert_int_equal(ORDO_ESTIMATE_FEW, ordo_estimate_run(l.samples, 0, 20000).reason);
    assert_int_equal(ORDO_ESTIMATE_FEW,
                     ordo_estimate_mean(l.samples, 2, ORDO_SAMPLED_SIZE, 20000, 0).reason);
    sampled_loop_done(&l);
}

static void partial_samples_are_ignored(void **state) {
    (void)state;
    struct sampled_loop l = run((struct loop_case){LOOP_SLIDING, 20000, 50, 1}, 100, 1);
    struct ordo_execution_sample *more = malloc((l.n + 1) * sizeof *more);
    assert_non_null(more);
    memcpy(more, l.samples, l.n * sizeof *more);
    more[l.n] =
        (struct ordo_execution_sample){.executions = 19999, .rms = 1000000, .partial = true};
    struct ordo_estimate a = default_of(&l), b = ordo_estimate_run(more, l.n + 1, 20000);
    assert_near(a.value, b.value, 0);
    assert_near(ordo_estimate_mean(l.samples, l.n, ORDO_SAMPLED_SIZE, 20000, 0).value,
                ordo_estimate_mean(more, l.n + 1, ORDO_SAMPLED_SIZE, 20000, 0).value, 0);
    free(more);
    sampled_loop_done(&l);
}

/* Linear in each execution and quadratic over the run; both are found. */
static void nested_executions_are_quadratic_over_the_run(void **state) {
    (void)state;
    for (uint32_t rate = 1; rate <= 100; rate *= 10) {
        struct sampled_loop l = run((struct loop_case){LOOP_PREFIX, 4000, 0, 0}, rate, rate);
        struct ordo_run_point points[40];
        size_t n = ordo_estimate_run_points(l.samples, l.n, points, 40);
        assert_between(10, (double)n, 40);
        assert_near(1, ordo_estimate_growth(points, n, 1. / 8, 1), 0.1);
        const struct ordo_run_point *last = &points[n - 1], *early = &points[n / 2];
        assert_int_equal(l.samples[l.n - 1].executions + 1, last->executions);
        double slope = log((double)last->iterations / (double)early->iterations) /
                       log(last->cells.value / early->cells.value);
        assert_near(2, slope, 0.1);
        for (size_t i = 1; i < n; i++) assert_true(points[i].executions > points[i - 1].executions);
        sampled_loop_done(&l);
    }
    struct sampled_loop l = run((struct loop_case){LOOP_IDENTICAL, 4000, 50, 0}, 10, 1);
    struct ordo_run_point points[40];
    size_t n = ordo_estimate_run_points(l.samples, l.n, points, 40);
    assert_between(-0.01, ordo_estimate_growth(points, n, 1. / 8, 1), 0.01);
    sampled_loop_done(&l);
}

/* A log that was full has one of eight pairs left. Their counts include what the others found,
 * so that they describe equally well where executions move. */
static void a_thinned_series_gives_the_same_estimate(void **state) {
    (void)state;
    static const struct {
        struct loop_case c;
        enum ordo_estimate_method method;
    } CASES[] = {{{LOOP_WALK, 20000, 50, 5}, ORDO_ESTIMATE_COVERAGE},
                 {{LOOP_SLIDING, 20000, 50, 1}, ORDO_ESTIMATE_DISCOVERY},
                 {{LOOP_PREFIX, 20000, 0, 0}, ORDO_ESTIMATE_DISCOVERY}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct sampled_loop l = run(CASES[i].c, 10, 1);
        assert_int_equal(CASES[i].method, default_of(&l).method);
        size_t n = 0;
        for (size_t k = 0; k < l.n; k++)
            if ((l.samples[k].samples - 1) / 2 % 8 == 0) l.samples[n++] = l.samples[k];
        assert_between(100, (double)n, (double)l.n / 4);
        l.n = n;
        struct ordo_estimate e = default_of(&l);
        assert_int_equal(CASES[i].method, e.method);
        assert_int_equal(ORDO_ESTIMATE_GOOD, e.reason);
        assert_near(l.union_cells, e.value, 0.15);
        sampled_loop_done(&l);
    }
}

static uint64_t draw(uint64_t *state) {
    return ordo_map_mix(*state += 0x9e3779b97f4a7c15u);
}

/* Iterations grow over the run, both samples of a pair are alike, and the sampler backs off from
 * one in 20 to one in 200. Costs are 3 per iteration plus noise. */
static size_t backed_off(struct ordo_execution_sample *s, uint64_t seed, uint64_t *executions,
                         uint64_t *iterations, double *cost) {
    enum { E = 20000 };
    size_t n = 0;
    uint64_t next = 1 + draw(&seed) % 20, own = 0;
    *cost = 0;
    *iterations = 0;
    for (uint64_t i = 0; i < E; i++) {
        if (i % 2 == 0 || !own) own = 10 + i / 100 + draw(&seed) % 40;
        uint64_t c = 3 * own + draw(&seed) % 20;
        bool second = n && s[n - 1].executions + 1 == i && !s[n - 1].second;
        if (second || i == next) {
            s[n] = (struct ordo_execution_sample){.executions = i, .iterations = *iterations};
            s[n].own = s[n].rms = s[n].size = own;
            s[n].cost = c;
            s[n].samples = (uint32_t)n + 1;
            s[n++].second = second;
            uint64_t mean = i < 5000 ? 20 : 200;
            if (second) next = i + 1 + draw(&seed) % (2 * mean);
        }
        *iterations += own;
        *cost += (double)c;
    }
    *executions = E;
    sampled_loop_sum_up(s, n);
    return n;
}

static void means_and_totals_hold_when_the_sampler_backs_off(void **state) {
    (void)state;
    enum { SEEDS = 100 };
    static struct ordo_execution_sample s[4000];
    int mean_inside = 0, total_inside = 0, by_ratio = 0;
    double off = 0, plain = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t executions, iterations;
        double cost, sum = 0;
        size_t n = backed_off(s, seed, &executions, &iterations, &cost);
        double truth = (double)iterations / (double)executions;
        for (size_t i = 0; i < n; i++) sum += (double)s[i].rms;
        plain += sum / (double)n / truth;
        struct ordo_estimate m =
            ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, executions, iterations);
        struct ordo_estimate t =
            ordo_estimate_total(s, n, ORDO_SAMPLED_COST, executions, iterations);
        assert_int_equal(ORDO_ESTIMATE_GOOD, m.reason);
        assert_int_equal(ORDO_ESTIMATE_GOOD, t.reason);
        mean_inside += m.low <= truth && truth <= m.high;
        total_inside += t.low <= cost && cost <= t.high;
        by_ratio += t.method == ORDO_ESTIMATE_RATIO;
        assert_near(cost, t.value, 0.02);
        off += m.value / truth;
    }
    assert_between(0, plain / SEEDS, 0.8); /* equal weights: the beginning dominates */
    assert_near(1, off / SEEDS, 0.02);
    assert_between(88, mean_inside, 100);
    assert_between(88, total_inside, 100);
    assert_int_equal(SEEDS, by_ratio);
}

/* A log that was full has one of four pairs left, but the sums include all of them. */
static void means_include_thinned_out_samples(void **state) {
    (void)state;
    static struct ordo_execution_sample s[4000];
    uint64_t executions, iterations;
    double cost;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t n = backed_off(s, seed, &executions, &iterations, &cost), kept = 0;
        struct ordo_estimate all =
            ordo_estimate_mean(s, n, ORDO_SAMPLED_COST, executions, iterations);
        for (size_t i = 0; i < n; i++)
            if (i / 2 % 4 == 0 || i + 1 == n) s[kept++] = s[i];
        assert_between(10, (double)kept, (double)n / 3);
        struct ordo_estimate e =
            ordo_estimate_mean(s, kept, ORDO_SAMPLED_COST, executions, iterations);
        assert_near(all.value, e.value, 0.02);
        assert_between(0.3, (e.high - e.low) / (all.high - all.low), 4);
    }
}

static void unrepresentative_samples_are_reported(void **state) {
    (void)state;
    static struct ordo_execution_sample s[4000];
    uint64_t executions, iterations;
    double cost;
    size_t n = backed_off(s, 1, &executions, &iterations, &cost);
    for (size_t i = 0; i < n; i++) s[i].partial = s[i].own > 120; /* the long ones were given up */
    sampled_loop_sum_up(s, n);
    /* If a quantity is proportional to iterations, it is known of the missing executions too. */
    struct ordo_estimate m = ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, executions, iterations);
    assert_int_equal(ORDO_ESTIMATE_GOOD, m.reason);
    assert_int_equal(ORDO_ESTIMATE_RATIO, m.method);
    assert_near((double)iterations / (double)executions, m.value, 1e-9);
    assert_true(m.low < 0.9 * m.value); /* they may also have read no other cells */
    struct ordo_estimate t = ordo_estimate_total(s, n, ORDO_SAMPLED_COST, executions, iterations);
    assert_int_equal(ORDO_ESTIMATE_RATIO, t.method);
    assert_near(cost, t.value, 0.05);
    /* If the missing executions have most of the iterations, samples do not represent them. */
    m = ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, executions, 3 * iterations);
    assert_int_equal(ORDO_ESTIMATE_BIASED, m.reason);
    for (size_t i = 0; i < n; i++) s[i].size = s[i].own * s[i].own;
    sampled_loop_sum_up(s, n);
    m = ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, executions, iterations);
    assert_int_equal(ORDO_ESTIMATE_BIASED, m.reason);
    for (size_t i = 0; i < n; i++) s[i].size = 500 + s[i].own;
    sampled_loop_sum_up(s, n);
    m = ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, executions, iterations);
    assert_int_equal(ORDO_ESTIMATE_BIASED, m.reason);
}

/* Tables double as they are filled: one execution in a thousand is as long as thousands of
 * others, and no sample includes it. That all samples are alike says nothing about it. */
static void samples_of_one_length_say_nothing_about_others(void **state) {
    (void)state;
    enum { N = 200, E = 20000 };
    static struct ordo_execution_sample s[N];
    uint64_t iterations = 0;
    for (uint64_t i = 0; i < E; i++) {
        if (i % 100 == 50)
            s[i / 100] = (struct ordo_execution_sample){.executions = i,
                                                        .iterations = iterations,
                                                        .own = 2,
                                                        .cost = 2,
                                                        .size = 8,
                                                        .rms = 8,
                                                        .samples = (uint32_t)(i / 100) + 1};
        iterations += i % 1000 == 0 ? 2000 : 2;
    }
    sampled_loop_sum_up(s, N);
    struct ordo_estimate m = ordo_estimate_mean(s, N, ORDO_SAMPLED_SIZE, E, iterations);
    assert_int_equal(ORDO_ESTIMATE_BIASED, m.reason);
    for (size_t i = 0; i < N; i++) s[i].iterations = 2 * s[i].executions;
    m = ordo_estimate_mean(s, N, ORDO_SAMPLED_SIZE, E, 2 * E);
    assert_int_equal(ORDO_ESTIMATE_GOOD, m.reason);
    assert_near(8, m.value, 1e-9);
    /* It does not exclude others either: one in a hundred may be twice as large. */
    assert_between(7.5, m.low, 7.9);
    assert_between(8.1, m.high, 8.5);
}

/* A few executions have most of the cost. Samples that miss them give a mean that is too small,
 * and a variance that is too small as well and does not reveal it. */
static void intervals_extend_towards_the_tail(void **state) {
    (void)state;
    enum { E = 20000, SEEDS = 400 };
    static struct ordo_execution_sample s[E];
    int inside = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t dice = seed, next = 1 + draw(&dice) % 200;
        double truth = 0;
        size_t n = 0;
        for (uint64_t i = 0; i < E; i++) {
            double u = ((double)(draw(&dice) >> 11) + 0.5) / 9007199254740992.0;
            uint64_t c = (uint64_t)(100 * pow(u, -0.45)); /* Pareto, 2.2 */
            truth += (double)c;
            bool second = n && s[n - 1].executions + 1 == i && !s[n - 1].second;
            if (!second && i != next) continue;
            s[n] = (struct ordo_execution_sample){.executions = i, .own = 1, .cost = c};
            s[n].samples = (uint32_t)n + 1;
            s[n++].second = second;
            if (second) next = i + 1 + draw(&dice) % 400;
        }
        sampled_loop_sum_up(s, n);
        struct ordo_estimate m = ordo_estimate_total(s, n, ORDO_SAMPLED_COST, E, 0);
        inside += m.low <= truth && truth <= m.high;
    }
    assert_between(0.93 * SEEDS, inside, 0.99 * SEEDS);
}

static void assert_sane(struct ordo_estimate e) {
    assert_true(isfinite(e.value) && isfinite(e.low) && isfinite(e.high));
    if (!(e.low >= 0 && e.low <= e.value * (1 + 1e-9) && e.value <= e.high * (1 + 1e-9)))
        fail_msg("%g is not within %g and %g", e.value, e.low, e.high);
    assert_true((int)e.reason >= 0 && e.reason < ORDO_ESTIMATE_REASONS);
    assert_true((int)e.method >= 0 && e.method < ORDO_ESTIMATE_METHODS);
    assert_true(strlen(ordo_estimate_method_name(e.method)) > 0);
}

static uint32_t any(uint64_t *state) {
    uint64_t r = draw(state);
    return (uint32_t)(r >> 8) >> (r % 33 < 32 ? r % 33 : 31);
}

static void no_numbers_break_an_estimate(void **state) {
    (void)state;
    uint64_t seed = 20261122;
    for (int round = 0; round < 20000; round++) {
        struct ordo_execution_sample s[12];
        size_t n = draw(&seed) % 13;
        for (size_t i = 0; i < n; i++) {
            s[i] = (struct ordo_execution_sample){
                .executions = any(&seed),
                .iterations = any(&seed),
                .own = any(&seed),
                .cost = any(&seed),
                .size = any(&seed),
                .rms = any(&seed),
                .level = (uint32_t)(draw(&seed) % 65),
                .tracked = any(&seed),
                .again = any(&seed),
                .before = any(&seed),
                .all = any(&seed),
                .once = any(&seed),
                .twice = any(&seed),
                .samples = round % 2 ? (uint32_t)i + 1 : any(&seed),
                .sums = {any(&seed), any(&seed), any(&seed), any(&seed)},
                .second = draw(&seed) % 2,
                .partial = draw(&seed) % 8 == 0};
            if (round % 4 == 1) s[i].level = 0;
        }
        if (round % 8 < 4) sampled_loop_sum_up(s, n);
        uint64_t executions = any(&seed), iterations = any(&seed);
        assert_sane(ordo_estimate_recapture(s, n));
        assert_sane(ordo_estimate_run(s, n, executions));
        assert_sane(ordo_estimate_captures(s, n, executions));
        assert_sane(ordo_estimate_discovery(s, n, executions));
        assert_sane(ordo_estimate_coverage(s, n, executions));
        if (n) assert_sane(ordo_estimate_sampled(&s[n - 1]));
        for (int f = ORDO_SAMPLED_SIZE; f <= ORDO_SAMPLED_OWN; f++) {
            enum ordo_sampled_field field = (enum ordo_sampled_field)f;
            assert_sane(ordo_estimate_mean(s, n, field, executions, iterations));
            assert_sane(ordo_estimate_total(s, n, field, executions, iterations));
        }
        struct ordo_run_point points[5];
        size_t m = ordo_estimate_run_points(s, n, points, draw(&seed) % 6);
        for (size_t i = 0; i < m; i++) assert_sane(points[i].cells);
        double growth = ordo_estimate_growth(points, m, 1. / 8, 1);
        assert_true(isnan(growth) || isfinite(growth));
    }
}

static void reasons_have_descriptions(void **state) {
    (void)state;
    assert_string_equal("", ordo_estimate_reason_text(ORDO_ESTIMATE_GOOD));
    for (int r = 1; r < ORDO_ESTIMATE_REASONS; r++)
        assert_true(strlen(ordo_estimate_reason_text((enum ordo_estimate_reason)r)) > 8);
    assert_string_equal("ratio", ordo_estimate_method_name(ORDO_ESTIMATE_RATIO));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pair_is_estimated_by_chapmans_formula),
        cmocka_unit_test(several_pairs_are_pooled_as_sums),
        cmocka_unit_test(a_pair_without_common_cells_has_no_estimate),
        cmocka_unit_test(a_tracked_cell_represents_two_to_the_level),
        cmocka_unit_test(students_points_match_the_tables),
        cmocka_unit_test(sampling_everything_is_exact),
        cmocka_unit_test(recapture_of_nested_executions_is_not_estimated),
        cmocka_unit_test(the_default_is_right_and_its_intervals_cover),
        cmocka_unit_test(unknowable_numbers_are_not_estimated),
        cmocka_unit_test(few_samples_give_no_estimate),
        cmocka_unit_test(partial_samples_are_ignored),
        cmocka_unit_test(nested_executions_are_quadratic_over_the_run),
        cmocka_unit_test(a_thinned_series_gives_the_same_estimate),
        cmocka_unit_test(means_and_totals_hold_when_the_sampler_backs_off),
        cmocka_unit_test(means_include_thinned_out_samples),
        cmocka_unit_test(intervals_extend_towards_the_tail),
        cmocka_unit_test(unrepresentative_samples_are_reported),
        cmocka_unit_test(samples_of_one_length_say_nothing_about_others),
        cmocka_unit_test(no_numbers_break_an_estimate),
        cmocka_unit_test(reasons_have_descriptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
