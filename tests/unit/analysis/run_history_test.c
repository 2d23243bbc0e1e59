/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_history_test.c: made-up runs in which a routine is called by a loop: passes over data that
 * grow, shrink or stay are distinguished from work on new data.
 */
#include "analysis/run_history.h"
#include "profile/gather/gather.h"
#include "support/unit.h"

#include <math.h>

enum { CALLS = 1000, STEP = 16, PER_CELL = 3 };

/* The run: main's loop calls `pass` CALLS times. */
struct made {
    double (*size)(double call);
    double kept;         /* share of each call that the marks saw again; negative: not measured */
    double others;       /* blocks of the loop's other work, for each call */
    bool recurs;         /* the loop calls a recursion once, whose activations call `pass` */
    uint64_t is_new;     /* 1: the loop reads each call's cells for the first time */
    double caller_reads; /* if not 0: a routine between the loop and `pass` reads this part of what
                            `pass` reads */
    uint64_t callers;    /* calls of that routine; 0: one for each of `pass` */
    uint64_t loops;      /* calls of the loop; 0: one */
    bool ends_early;     /* before every second call there is one that reads half as much */
};

static double rises(double k) {
    return 20 + k;
}
static double falls(double k) {
    return 20 + CALLS - k;
}
static double steady(double k) {
    return 400 + 0 * k;
}
static double slowly(double k) {
    return 20 * log2(2 + k);
}
static double various(double k) {
    return 50 + fmod(k * 617, 400);
}
static double in_three_steps(double k) {
    return 20 + 400 * floor(3 * (k - 1) / CALLS);
}
static double random_part_of(double size, double k) {
    return size * (0.1 + 0.8 * fmod(k * 0.6180339887, 1));
}
static double random_part(double k) {
    return random_part_of(20 + k, k);
}
static double random_part_until_half(double k) {
    return random_part_of(20 + fmin(k, CALLS / 2.0), k);
}
static double as_a_path(double k) {
    return 100 + 12 * log2(1 + k);
}
static double then_stays(double k) {
    return 20 + fmin(k, CALLS / 2.0);
}

static uint32_t add_scope(struct ordo_gather *g, enum ordo_profile_kind kind, const char *name,
                          uint32_t line, uint64_t calls, uint64_t cost) {
    return ordo_gather_scope(g, &(struct ordo_profile_scope){.kind = kind,
                                                             .name = name,
                                                             .linkage_name = name,
                                                             .object = "",
                                                             .file = "a.c",
                                                             .line = line,
                                                             .calls = calls,
                                                             .cost_total = cost});
}

static struct ordo_run_history history(const struct made *m) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    double cost = 0, size = 0;
    for (int k = 1; k <= CALLS; k++) size += floor(m->size(k));
    uint64_t total = (uint64_t)(PER_CELL * size);
    uint32_t main_ = add_scope(g, ORDO_PROFILE_ROUTINE, "main", 1, 1, total);
    uint32_t loop = add_scope(g, ORDO_PROFILE_LOOP, "main", 2, 1, total);
    uint32_t pass = add_scope(g, ORDO_PROFILE_ROUTINE, "pass", 3, CALLS, total);
    ordo_gather_enclose(g, loop, main_, main_);
    uint32_t top = ordo_gather_context(g, ORDO_GATHER_NONE, main_, 1, total, 0);
    uint64_t loops = m->loops ? m->loops : 1;
    uint32_t around = ordo_gather_context(g, top, loop, loops, total, 0);
    uint32_t caller = around;
    if (m->caller_reads > 0) {
        uint32_t middle = add_scope(g, ORDO_PROFILE_ROUTINE, "middle", 5, CALLS, total);
        caller = ordo_gather_context(g, around, middle, m->callers ? m->callers : CALLS, total, 0);
    }
    if (m->recurs) {
        uint32_t visit = add_scope(g, ORDO_PROFILE_ROUTINE, "visit", 4, CALLS, total);
        ordo_gather_count(g, visit, &(struct ordo_profile_scope){.units = 1});
        ordo_gather_flag(g, visit, ORDO_PROFILE_RECURSIVE);
        ordo_gather_edge(g, loop, visit, 1, total);
        ordo_gather_edge(g, visit, visit, CALLS - 1, total);
        caller = ordo_gather_context(g, around, visit, CALLS, total, 0);
    }
    uint32_t node = ordo_gather_context(g, caller, pass, CALLS, total, total);
    double loop_cost = PER_CELL * size + m->others * CALLS;
    struct ordo_observation whole = {.context = around,
                                     .thread = 1,
                                     .calls = loops,
                                     .sum_cost = (uint64_t)loop_cost,
                                     .sum_size = m->is_new ? (uint64_t)size : 10,
                                     .arg_names = ""};
    ordo_gather_observation(g, &whole);
    size = 0;
    for (int k = 1; k <= CALLS; k++) {
        uint64_t n = (uint64_t)m->size(k);
        size += (double)n;
        cost += PER_CELL * (double)n;
        if (k % STEP) continue;
        struct ordo_observation o = {.context = node,
                                     .thread = 1,
                                     .calls = (uint64_t)k,
                                     .sum_cost = (uint64_t)cost,
                                     .sum_size = (uint64_t)size,
                                     .rms = n,
                                     .cost = PER_CELL * n,
                                     .next_rms = m->kept < 0 ? 0 : n,
                                     .next_kept = m->kept < 0 ? 0 : (uint64_t)(m->kept * (double)n),
                                     .next_own = m->kept < 0 ? 0 : (uint64_t)(m->kept * (double)n),
                                     .before_rms = m->ends_early && k % (2 * STEP) ? n / 2 : n,
                                     .arg_names = ""};
        ordo_gather_observation(g, &o);
        if (!(m->caller_reads > 0)) continue;
        o.context = caller;
        o.sum_size = (uint64_t)(m->caller_reads * size);
        o.next_rms = 0;
        ordo_gather_observation(g, &o);
    }
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    struct ordo_run_histories h;
    ordo_run_histories_find(p, &h);
    struct ordo_run_history found = {0};
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].line == 3) found = h.scope[i];
    if (found.course != ORDO_COURSE_NONE) {
        assert_int_equal(found.n_observed, CALLS / STEP);
        assert_int_equal(p->scopes[p->contexts[found.observed->context].scope.i].line, 3);
    }
    ordo_run_histories_free(&h);
    ordo_profile_free(p);
    return found;
}

#define FRESH 500 /* blocks: enough to write what a call reads */

static void growing_passes_are_quadratic_in_their_number(void **state) {
    (void)state;
    const struct made courses[] = {{.size = rises, .kept = 1, .others = FRESH},
                                   {.size = falls, .kept = 1, .others = FRESH}};
    for (int i = 0; i < 2; i++) {
        struct ordo_run_history h = history(&courses[i]);
        assert_int_equal(h.course, i ? ORDO_COURSE_FALLS : ORDO_COURSE_RISES);
        assert_true(h.kept > 0.99);
        assert_true(h.cost.known);
        assert_true(ordo_power_fit_outgrows(&h.cost) > 0.95);
        assert_true(fabs(h.cost.slope - 2) < 0.15);
        assert_true((h.first_size < h.last_size) == (i == 0));
    }
}

static void passes_of_one_size_are_steady(void **state) {
    (void)state;
    struct ordo_run_history h = history(&(struct made){.size = steady, .kept = 1, .others = FRESH});
    assert_int_equal(h.course, ORDO_COURSE_STEADY);
    assert_false(h.cost.known);
    assert_true(fabs(h.size - 400) < 1);
    assert_int_equal(h.calls, CALLS);
}

static void growth_that_is_slow_or_has_ended_is_none(void **state) {
    (void)state;
    struct ordo_run_history h = history(&(struct made){.size = slowly, .kept = 1, .others = FRESH});
    assert_true(h.course != ORDO_COURSE_RISES || h.cost.slope < 1.35);
    h = history(&(struct made){.size = then_stays, .kept = 1, .others = FRESH});
    assert_int_equal(h.course, ORDO_COURSE_NONE);
}

/* Records of ascending size that the program makes, or that it loaded before. */
static void new_data_is_not_kept(void **state) {
    (void)state;
    assert_int_equal(history(&(struct made){.size = rises, .kept = 0, .others = FRESH}).course,
                     ORDO_COURSE_NONE);
    assert_int_equal(history(&(struct made){.size = rises, .kept = 0.67, .others = FRESH}).course,
                     ORDO_COURSE_NONE);
    assert_int_equal(
        history(&(struct made){.size = rises, .kept = -1, .others = 2, .is_new = 1}).course,
        ORDO_COURSE_NONE);
}

/* Without marks: the rest of the loop did too little to have written what the calls read, and the
 * loop had read it before. */
static void what_nobody_can_have_written_is_kept(void **state) {
    (void)state;
    assert_true(history(&(struct made){.size = rises, .kept = -1, .others = 2}).kept > 0.9);
    assert_true(history(&(struct made){.size = rises, .kept = 0.1, .others = 2}).kept > 0.9);
    assert_int_equal(history(&(struct made){.size = rises, .kept = -1, .others = 2 * FRESH}).course,
                     ORDO_COURSE_NONE);
}

/* Of a search that goes on where the one before it ended, half can have been kept. Of records of
 * which every second one is new, that is not so. */
static void what_both_of_two_searches_read_is_kept(void **state) {
    (void)state;
    struct made m = {.size = rises, .kept = 0.7, .others = FRESH};
    assert_int_equal(history(&m).course, ORDO_COURSE_NONE);
    m.ends_early = true;
    struct ordo_run_history h = history(&m);
    assert_int_equal(h.course, ORDO_COURSE_RISES);
    assert_true(fabs(h.kept - 0.85) < 0.03);
    m.kept = 0.45;
    assert_int_equal(history(&m).course, ORDO_COURSE_NONE);
}

/* The size of a call is by chance; the thirds of the run show what its sixths may not. */
static void searches_that_end_early_grow_on_average(void **state) {
    (void)state;
    struct ordo_run_history h =
        history(&(struct made){.size = random_part, .kept = 1, .others = FRESH});
    assert_int_equal(h.course, ORDO_COURSE_RISES);
    assert_true(fabs(h.cost.slope - 2) < 0.2);
    h = history(&(struct made){.size = random_part_until_half, .kept = 1, .others = FRESH});
    assert_int_equal(h.course, ORDO_COURSE_NONE);
}

/* A path in a balanced tree is the same cells again, and becomes longer, but ever more slowly. */
static void paths_in_a_tree_are_no_passes(void **state) {
    (void)state;
    assert_int_equal(history(&(struct made){.size = as_a_path, .kept = 1, .others = FRESH}).course,
                     ORDO_COURSE_NONE);
}

/* An interpreter's calls have a history. Sizes of parts that a recursion divides follow its course,
 * and keep less. */
static void calls_in_a_recursion_must_keep_nearly_all(void **state) {
    (void)state;
    struct made m = {.size = rises, .kept = 1, .others = FRESH, .recurs = true};
    assert_int_equal(history(&m).course, ORDO_COURSE_RISES);
    m.kept = 0.85;
    assert_int_equal(history(&m).course, ORDO_COURSE_NONE);
    m.recurs = false;
    assert_int_equal(history(&m).course, ORDO_COURSE_RISES);
}

/* A scope in between is called as often. If it reads much less, it has written the data. */
static void what_the_caller_writes_is_not_kept(void **state) {
    (void)state;
    struct made m = {.size = rises, .kept = 1, .others = FRESH};
    m.caller_reads = 1;
    assert_int_equal(history(&m).course, ORDO_COURSE_RISES);
    m.caller_reads = 0.25;
    assert_int_equal(history(&m).course, ORDO_COURSE_NONE);
    m.callers = 4 * CALLS; /* of which every fourth one calls `pass` */
    assert_int_equal(history(&m).course, ORDO_COURSE_RISES);
}

/* The loop runs three times. Its calls need not keep data if sizes rise steadily, in each of them.
 */
static void steps_between_the_repeaters_calls_are_no_growth(void **state) {
    (void)state;
    struct made m = {.size = rises, .kept = 1, .others = FRESH};
    m.loops = 3;
    assert_int_equal(history(&m).course, ORDO_COURSE_RISES);
    m.size = in_three_steps;
    assert_int_equal(history(&m).course, ORDO_COURSE_NONE);
}

static void calls_that_do_not_grow_are_even(void **state) {
    (void)state;
    assert_int_equal(history(&(struct made){.size = steady, .kept = 0, .others = FRESH}).even,
                     CALLS);
    assert_int_equal(history(&(struct made){.size = various, .kept = 0, .others = FRESH}).even,
                     CALLS);
    assert_int_equal(history(&(struct made){.size = falls, .kept = 0, .others = FRESH}).even,
                     CALLS);
    assert_int_equal(history(&(struct made){.size = rises, .kept = 0, .others = FRESH}).even, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_passes_are_quadratic_in_their_number),
        cmocka_unit_test(passes_of_one_size_are_steady),
        cmocka_unit_test(growth_that_is_slow_or_has_ended_is_none),
        cmocka_unit_test(new_data_is_not_kept),
        cmocka_unit_test(what_nobody_can_have_written_is_kept),
        cmocka_unit_test(what_both_of_two_searches_read_is_kept),
        cmocka_unit_test(searches_that_end_early_grow_on_average),
        cmocka_unit_test(paths_in_a_tree_are_no_passes),
        cmocka_unit_test(calls_in_a_recursion_must_keep_nearly_all),
        cmocka_unit_test(what_the_caller_writes_is_not_kept),
        cmocka_unit_test(steps_between_the_repeaters_calls_are_no_growth),
        cmocka_unit_test(calls_that_do_not_grow_are_even),
    };
    return cmocka_run_group_tests_name("analysis/run_history", tests, NULL, NULL);
}
