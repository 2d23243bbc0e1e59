/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settling_test.c: of small calls that bring nothing new, few are kept. What they stand for is what
 * all calls are, and what everybody sees of all calls stays exact.
 */
#include "program.h"
#include "scenario.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char memory[65536] __attribute__((aligned(64)));

static const char *const settling[] = {"ORDO_ALL_POINTS=0", NULL};

/* What the points of a scope add up to. */
struct sums {
    uint64_t count, cost, self, max, points;
};

static struct sums sums_of(uint32_t scope, uint32_t metric, uint32_t unit) {
    struct raw_image i = raw_image_live();
    struct sums s = {0};
    size_t n;
    int bucketed;
    struct ordo_raw_point *p = raw_image_points(&i, scope, metric, 0, unit, &n, &bucketed);
    for (size_t k = 0; k < n; k++) {
        s.count += p[k].count;
        s.cost += p[k].sum;
        s.self += p[k].self;
        if (p[k].max > s.max) s.max = p[k].max;
    }
    s.points = n;
    free(p);
    return s;
}

static uint64_t distance(uint64_t a, uint64_t b) {
    return a > b ? a - b : b - a;
}

/* Fails unless the mean cost of the points is the given one, up to 1 %. */
static void check_mean(const struct sums *s, uint64_t cost, uint64_t calls) {
    double mean = (double)s->cost / (double)s->count, expected = (double)cost / (double)calls;
    CHECK(mean > expected * 0.99 && mean < expected * 1.01, "mean %g of %lu, expected %g", mean,
          (unsigned long)s->count, expected);
}

/* argument: "PERIOD SIZE": after so many calls the costs begin again; so do they in programs that
 * do things in turn. Kept are the first, which is the largest so far, then as settling.h says. */
static void run_in_turn(const char *argument) {
    enum { CALLS = 1 + 1024 + 32 * 2000 };
    unsigned period, cells;
    uint64_t cost = 0;
    CHECK(sscanf(argument, "%u %u", &period, &cells) == 2, "argument: %s", argument);
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (uint64_t i = 0; i < CALLS; i++) {
        uint64_t blocks = 1 + (cells < 48 ? 0 : 1024) + 200 * (i % period) / period;
        program_call(PROGRAM_WORK, blocks, memory, cells);
        cost += blocks;
    }
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    struct ordo_raw_total total = raw_image_total(&i, program[PROGRAM_WORK].id);
    CHECK(total.calls == CALLS && total.cost == cost && total.self == cost, "%lu calls of %lu",
          (unsigned long)total.calls, (unsigned long)total.cost);
    CHECK(raw_image_edge(&i, program[PROGRAM_MAIN].id, program[PROGRAM_WORK].id) == CALLS,
          "calls in the context");
    struct sums s = sums_of(program[PROGRAM_WORK].id, ORDO_METRIC_RMS, 0);
    CHECK(s.count == CALLS, "points of %lu calls", (unsigned long)s.count);
    CHECK(s.cost == s.self, "own cost %lu of %lu", (unsigned long)s.self, (unsigned long)s.cost);
    check_mean(&s, cost, CALLS);
}

static void means_are_those_of_all_calls(void **state) {
    (void)state;
    static const char *const periods[] = {"1",  "2",  "3",  "7",  "8",  "16",
                                          "31", "32", "33", "64", "96", "100"};
    static const char *const sizes[] = {"3", "300"};
    for (size_t k = 0; k < sizeof periods / sizeof *periods * 2; k++) {
        char argument[32];
        snprintf(argument, sizeof argument, "%s %s", periods[k / 2], sizes[k % 2]);
        scenario_pass("in turn", argument, settling);
    }
}

/* argument: 1 if all calls are kept. */
static void run_extremes(const char *argument) {
    const int all = argument[0] == '1';
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    uint64_t cost = 0;
    for (int i = 0; i < 40000; i++) {
        uint64_t blocks = i % 4001 == 4000 ? 200 + (uint64_t)i / 4001 : 10;
        program_call(PROGRAM_WORK, blocks, memory, 3);
        cost += blocks;
    }
    program_call(PROGRAM_WORK, 5, memory, 300);
    program_call(PROGRAM_WORK, 7000, memory, 2);
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    struct ordo_raw_total total = raw_image_total(&i, program[PROGRAM_WORK].id);
    CHECK(total.calls == 40002 && total.cost == cost + 7005, "%lu", (unsigned long)total.cost);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, program[PROGRAM_WORK].id, ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    CHECK(n == 3, "%zu points", n);
    CHECK(p[0].n == 2 && p[0].count == 1 && p[0].max == 7000, "the dearest call");
    CHECK(p[1].n == 3 && p[1].max == 208 && p[1].min == 10, "greatest cost %lu",
          (unsigned long)p[1].max);
    CHECK(p[2].n == 300 && p[2].count == 1 && p[2].max == 5, "the largest call");
    CHECK(all == (p[1].sum == cost), "sum of costs %lu", (unsigned long)p[1].sum);
    free(p);
}

/* A greatest cost that was not kept is not part of the mean: all but nine calls cost 10. */
static void extremes_are_kept_outside_of_means(void **state) {
    (void)state;
    scenario_pass("extremes", "0", settling);
    scenario_pass("extremes", "1", NULL);
}

static void call_with_argument(int64_t argument) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
    f->args[0] = argument;
    instrumented_blocks(3);
    instrumented_leave(f);
}

static void run_arguments(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < 20000; i++) call_with_argument(i % 50 - 1);
    call_with_argument(987654);
    instrumented_leave(m);
    uint32_t id = program[PROGRAM_ARGS].id;
    struct raw_image i = raw_image_live();
    struct ordo_raw_total total = raw_image_total(&i, id);
    CHECK(total.calls == 20001 && total.negative_args == 400, "%lu negative arguments",
          (unsigned long)total.negative_args);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p = raw_image_points(&i, id, ORDO_METRIC_ARG, 0, 0, &n, &bucketed);
    CHECK(n == 50 && p[n - 1].n == 987654, "%zu points", n);
    free(p);
}

static void negative_and_largest_arguments_are_seen(void **state) {
    (void)state;
    scenario_pass("arguments", "", settling);
}

static void recurse(int depth) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_RECURSE]);
    instrumented_blocks(2);
    if (depth) recurse(depth - 1);
    instrumented_leave(f);
}

static void run_recursion(const char *argument) {
    enum { CALLS = 20000 };
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < CALLS; i++) recurse(i % 3);
    recurse(60);
    instrumented_leave(m);
    uint64_t units = CALLS + 1, calls = CALLS / 3 * 6 + 1 + 2 + 61;
    uint32_t id = program[PROGRAM_RECURSE].id;
    struct raw_image i = raw_image_live();
    struct ordo_raw_total t = raw_image_total(&i, id);
    CHECK(t.calls == calls && t.self == 2 * calls, "%lu calls, expected %lu",
          (unsigned long)t.calls, (unsigned long)calls);
    CHECK(t.units == units && t.unit_cost == 2 * calls && t.cost == 2 * calls,
          "%lu units, cost %lu of %lu", (unsigned long)t.units, (unsigned long)t.unit_cost,
          (unsigned long)t.cost);
    struct sums all = sums_of(id, ORDO_METRIC_RMS, 0), outer = sums_of(id, ORDO_METRIC_DEPTH, 1);
    CHECK(distance(all.count, calls) < 500, "points of %lu calls", (unsigned long)all.count);
    CHECK(distance(outer.count, units) < 500, "%lu outermost", (unsigned long)outer.count);
    CHECK(outer.points == 4 && outer.max == 122, "%lu depths, cost %lu",
          (unsigned long)outer.points, (unsigned long)outer.max);
    struct ordo_nest *nest = &__ordo_self->nest[id];
    CHECK(!nest->open && !nest->level, "nesting %u, %u", nest->open, nest->level);
}

static void recursions_have_exact_units(void **state) {
    (void)state;
    scenario_pass("recursion", "", settling);
}

static void run_children(const char *argument) {
    enum { CALLS = 1 + 1024 + 32 * 1000 };
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < CALLS; i++) {
        struct ordo_frame *l = instrumented_enter(&program[PROGRAM_LOOP]);
        program_call(PROGRAM_WORK, 5, memory, 1);
        program_call(PROGRAM_WORK, 6, memory, 2);
        instrumented_leave(l);
    }
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    struct sums s = sums_of(program[PROGRAM_LOOP].id, ORDO_METRIC_RMS, 0);
    CHECK(s.points == 1 && s.count == CALLS, "%lu points, %lu calls", (unsigned long)s.points,
          (unsigned long)s.count);
    struct child_cost c =
        raw_image_child(&i, program[PROGRAM_LOOP].id, 2, program[PROGRAM_WORK].id);
    CHECK(c.calls == 2 * CALLS && c.cost == 11 * CALLS, "%lu calls of children, cost %lu",
          (unsigned long)c.calls, (unsigned long)c.cost);
    c = raw_image_child(&i, program[PROGRAM_MAIN].id, 2, program[PROGRAM_LOOP].id);
    CHECK(c.calls == CALLS && c.cost == 11 * CALLS, "%lu calls of loops", (unsigned long)c.calls);
}

static void children_of_kept_calls_stand_for_all(void **state) {
    (void)state;
    scenario_pass("children", "", settling);
}

static void *a_few_calls(void *unused) {
    (void)unused;
    for (int i = 0; i < 200; i++) program_call(PROGRAM_WORK, 4, memory, 1);
    return NULL;
}

static void run_threads(const char *argument) {
    (void)argument;
    program_load();
    for (int i = 0; i < 5; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, a_few_calls, NULL);
        pthread_join(thread, NULL);
    }
    struct raw_image i = raw_image_live();
    uint32_t settled = 0;
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(&i, ORDO_RAW_CONTEXTS, b)))
        for (uint32_t k = 0; k < b->capacity; k++)
            settled += ((const struct ordo_raw_context *)(b + 1))[k].settled;
    struct sums s = sums_of(program[PROGRAM_WORK].id, ORDO_METRIC_RMS, 0);
    CHECK(s.count == 1000 && !settled, "%lu calls, %u contexts settled", (unsigned long)s.count,
          settled);
}

/* A thread may take over the state of one that has ended. */
static void each_thread_settles_by_itself(void **state) {
    (void)state;
    scenario_pass("threads", "", settling);
}

static void run_observed(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (uint64_t i = 0; i < 50000; i++) {
        struct ordo_frame *l = instrumented_enter(&program[PROGRAM_LOOP]);
        program_call(PROGRAM_WORK, 3 + i % 5, memory + 8 * (i % 64), 1 + i % 12);
        l->iterations = i % 7;
        instrumented_leave(l);
    }
    instrumented_leave(m);
}

/* Returns the observations of all contexts, joined. */
static char *observations(const struct raw_image *i, size_t *bytes) {
    char *all = NULL;
    *bytes = 0;
    const struct ordo_raw_observations *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_OBSERVATIONS, b))) {
        size_t more = b->used * sizeof(struct ordo_raw_observation);
        all = realloc(all, *bytes + more);
        memcpy(all + *bytes, b + 1, more);
        *bytes += more;
    }
    return all;
}

static void whole_calls_and_marks_see_every_call(void **state) {
    (void)state;
    size_t kept_bytes, all_bytes;
    scenario_pass("observed", "", settling);
    struct raw_image i = scenario_only_file();
    char *kept = observations(&i, &kept_bytes);
    scenario_pass("observed", "", NULL);
    i = scenario_only_file();
    char *all = observations(&i, &all_bytes);
    assert_int_equal(kept_bytes, all_bytes);
    assert_true(all_bytes > 64 * sizeof(struct ordo_raw_observation));
    assert_memory_equal(kept, all, all_bytes);
    free(kept);
    free(all);
}

static void run_becomes_cheap(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (uint64_t i = 0; i < 20000; i++) {
        program_call(PROGRAM_WORK, 3, memory, 1);
        if (i >= 100) program_call(PROGRAM_ARGS, 10000, memory, 1);
    }
    instrumented_leave(m);
}

/* Returns the observations of the context whose calls cost so many blocks each. */
static const struct ordo_raw_observations *observed_of(const struct raw_image *i, uint64_t cost) {
    const struct ordo_raw_observations *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_OBSERVATIONS, b)))
        if (b->used && ((const struct ordo_raw_observation *)(b + 1))->cost == cost) return b;
    return NULL;
}

static void contexts_that_become_cheap_keep_few_calls(void **state) {
    (void)state;
    scenario_pass("becomes cheap", "", NULL);
    struct raw_image i = scenario_only_file();
    const struct ordo_raw_observations *work = observed_of(&i, 3);
    const struct ordo_raw_observations *args = observed_of(&i, 10000);
    assert_true(work && args);
    assert_int_equal(args->capacity, 64);
    assert_int_equal(work->capacity, 4);
    assert_in_range(work->used, 1, 4);
    const struct ordo_raw_observation *o = (const struct ordo_raw_observation *)(work + 1);
    for (uint32_t k = 0; k < work->used; k++)
        assert_int_equal(o[k].calls & ((1ull << work->stride_log2) - 1), 0);
    assert_true(o[work->used - 1].calls > 10000);
}

const struct scenario scenarios[] = {
    {"in turn", run_in_turn},
    {"extremes", run_extremes},
    {"arguments", run_arguments},
    {"recursion", run_recursion},
    {"children", run_children},
    {"threads", run_threads},
    {"observed", run_observed},
    {"becomes cheap", run_becomes_cheap},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_those_of_all_calls),
        cmocka_unit_test(extremes_are_kept_outside_of_means),
        cmocka_unit_test(negative_and_largest_arguments_are_seen),
        cmocka_unit_test(recursions_have_exact_units),
        cmocka_unit_test(children_of_kept_calls_stand_for_all),
        cmocka_unit_test(each_thread_settles_by_itself),
        cmocka_unit_test(whole_calls_and_marks_see_every_call),
        cmocka_unit_test(contexts_that_become_cheap_keep_few_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
