/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_nesting_test.c: loops within themselves and within recursions, in hand-made trees, and how
 * they affect the totals of the run.
 */
#include "model/run/run_nesting.h"

#include "model/run/run_totals.h"
#include "profile/raw/build.h"
#include "support/draft_profile.h"
#include "support/simulated_walks.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

static struct ordo_run_nesting find(const struct ordo_profile *p) {
    struct ordo_run_nesting n;
    ordo_run_nesting_find(p, &n);
    return n;
}

/* A loop of a routine that is entered again through another routine, whose loop is not. */
static void only_loops_below_themselves_are_nested_in_themselves(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t each = draft_routine(&d, "each", 1), loop = draft_loop(&d, each, "each", 2);
    uint32_t after = draft_loop(&d, each, "each", 3), sum = draft_routine(&d, "sum", 5);
    uint32_t top = draft_context(&d, ORDO_GATHER_NONE, loop, 40);
    uint32_t routine = draft_context(&d, top, each, 30);
    draft_context(&d, routine, loop, 20);
    draft_context(&d, routine, after, 7);
    draft_context(&d, top, after, 3);
    draft_context(&d, draft_context(&d, ORDO_GATHER_NONE, after, 2), sum, 1);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_nesting n = find(p);
    assert_true(n.in_itself[draft_scope_at(p, 2)]);
    assert_false(n.in_itself[draft_scope_at(p, 3)]);
    assert_false(n.in_itself[draft_scope_at(p, 1)]);
    assert_int_equal(n.outermost[draft_scope_at(p, 2)], 40);
    assert_int_equal(n.outermost[draft_scope_at(p, 3)], 12);
    assert_int_equal(n.recursion[draft_scope_at(p, 2)], NONE);
    ordo_run_nesting_done(&n);
    ordo_profile_free(p);
}

/* If a cycle of calls was not known when its files were compiled, no contexts are folded. */
static void a_chain_of_the_greatest_length_is_walked(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t each = draft_routine(&d, "each", 1), loop = draft_loop(&d, each, "each", 2);
    uint32_t other = draft_loop(&d, each, "each", 3), at = ORDO_GATHER_NONE;
    for (uint32_t i = 0; i < ORDO_CONTEXTS_BOUND; i++)
        at = draft_context(&d, at, i ? loop : other, ORDO_CONTEXTS_BOUND - i);
    struct ordo_profile *p = draft_seal(&d);
    assert_int_equal(p->n_contexts, ORDO_CONTEXTS_BOUND);
    struct ordo_run_nesting n = find(p);
    assert_true(n.in_itself[draft_scope_at(p, 2)]);
    assert_false(n.in_itself[draft_scope_at(p, 3)]);
    assert_int_equal(n.outermost[draft_scope_at(p, 2)], ORDO_CONTEXTS_BOUND - 1);
    ordo_run_nesting_done(&n);
    ordo_profile_free(p);
}

static void a_truncated_tree_does_not_bound_costs(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t each = draft_routine(&d, "each", 1), loop = draft_loop(&d, each, "each", 2);
    draft_context(&d, draft_context(&d, ORDO_GATHER_NONE, loop, 5), loop, 4);
    struct ordo_profile *p = draft_seal(&d);
    p->contexts_truncated = true;
    struct ordo_run_nesting n = find(p);
    assert_true(n.in_itself[draft_scope_at(p, 2)]);
    assert_true(n.outermost[draft_scope_at(p, 2)] == UINT64_MAX);
    ordo_run_nesting_done(&n);
    ordo_profile_free(p);
}

/* Its outermost executions cost 500 in samples, which have a tenth of all iterations; inner
 * executions cost them again. The runtime does not know that these are inner ones. */
static void the_total_of_a_loop_in_itself_is_of_its_outermost_executions(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t each = draft_routine(&d, "each", 1), loop = draft_loop(&d, each, "each", 2);
    uint32_t rest = draft_loop(&d, draft_routine(&d, "rest", 8), "rest", 9);
    uint32_t at = ORDO_GATHER_NONE;
    for (uint32_t i = 0; i < 50; i++) at = draft_context(&d, at, loop, 500 - 10 * i);
    ordo_gather_count(d.g, loop,
                      &(struct ordo_profile_scope){
                          .calls = 50, .iterations = 500, .cost_total = 12750, .cost_self = 500});
    ordo_gather_count(
        d.g, rest,
        &(struct ordo_profile_scope){.calls = 1, .iterations = 9, .cost_total = 9, .cost_self = 9});
    ordo_gather_has_production(d.g);
    ordo_gather_gated(
        d.g, &(struct ordo_gated_scope){.scope = loop, .executions = 450, .iterations = 4500});
    ordo_gather_gated(
        d.g, &(struct ordo_gated_scope){.scope = rest, .executions = 9, .iterations = 99991});
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t;
    t = ordo_run_totals_new(p);
    const struct ordo_run_scope *s = &t->scope[draft_scope_at(p, 2)];
    assert_true(s->nested);
    assert_int_equal(s->cost_self, 5000);
    assert_int_equal(s->cost_total, 5000);
    assert_int_equal(t->cost, 105000);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

static void routines_of_recursions_and_their_loops_are_found(void **state) {
    const char *path = temporary_path(state, "1.raw");
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    simulated_walks(&r, 1, 300, 20, 5);
    raw_image_write(&r, path);
    raw_image_done(&r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &p, &e), e);
    struct ordo_run_nesting n = find(p);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        bool visit = strcmp(p->scopes[s->routine.i].name, "visit") == 0;
        if (s->kind == ORDO_PROFILE_RECURSION) continue;
        assert_true((n.recursion[i] != NONE) == visit);
        assert_true(n.in_itself[i] == (visit && s->kind == ORDO_PROFILE_LOOP));
    }
    ordo_run_nesting_done(&n);
    ordo_profile_free(p);
}

/* Adds a recursion's routine: recorded activations, `units` of them outermost, and plain
 * executions. */
static void count_routine(struct draft *d, uint32_t routine, uint64_t calls, uint64_t units,
                          uint64_t plain) {
    ordo_gather_count(d->g, routine,
                      &(struct ordo_profile_scope){
                          .calls = calls, .units = units, .cost_total = calls, .cost_self = calls});
    ordo_gather_gated(d->g, &(struct ordo_gated_scope){.scope = routine, .executions = plain});
}

static void count_loop(struct draft *d, uint32_t loop, uint64_t recorded, uint64_t plain) {
    ordo_gather_count(d->g, loop,
                      &(struct ordo_profile_scope){.calls = recorded,
                                                   .iterations = recorded,
                                                   .cost_total = 3 * recorded,
                                                   .cost_self = recorded});
    ordo_gather_gated(
        d->g, &(struct ordo_gated_scope){.scope = loop, .executions = plain, .iterations = plain});
}

static const struct ordo_run_scope *total_at(const struct ordo_run_totals *t,
                                             const struct ordo_profile *p, uint32_t line,
                                             enum ordo_profile_kind kind) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].line == line && p->scopes[i].kind == kind) return &t->scope[i];
    fail_msg("nothing at line %u", line);
    return NULL;
}

/* 50 entries, of which 10 were recorded, and 900 calls from the loop, whatever the recorded
 * share of the outside callers. It calls itself half as often again. The callees of its loop
 * cost 700. */
static void a_recursion_is_called_by_its_entries_and_its_loops(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t outside = draft_loop(&d, draft_routine(&d, "main", 20), "main", 21);
    uint32_t visit = draft_routine(&d, "visit", 1), loop = draft_loop(&d, visit, "visit", 2);
    count_routine(&d, visit, 150, 10, 40);
    count_loop(&d, loop, 90, 810);
    count_loop(&d, outside, 10, 990);
    ordo_gather_edge(d.g, outside, visit, 10, 100);
    ordo_gather_edge(d.g, loop, visit, 90, 100);
    ordo_gather_edge(d.g, visit, visit, 50, 100);
    uint32_t work = draft_loop(&d, draft_routine(&d, "work", 30), "work", 31);
    ordo_gather_count(d.g, work,
                      &(struct ordo_profile_scope){
                          .calls = 7, .iterations = 70, .cost_total = 70, .cost_self = 70});
    ordo_gather_edge(d.g, loop, work, 7, 70);
    draft_context(&d, draft_context(&d, ORDO_GATHER_NONE, loop, 10), loop, 9);
    ordo_gather_has_production(d.g);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t;
    t = ordo_run_totals_new(p);
    const struct ordo_run_scope *s = total_at(t, p, 1, ORDO_PROFILE_ROUTINE);
    const struct ordo_run_scope *recursion = total_at(t, p, 1, ORDO_PROFILE_RECURSION);
    assert_true(s->executions == 50 && recursion->calls == 50 && recursion->calls_exact);
    assert_true(fabs(s->calls - 1.5 * (50 + 900)) < 1e-3);
    assert_true(fabs(recursion->cost_self - s->calls) < 1e-3);
    assert_true(fabs(recursion->cost_total - (s->calls + 900 + 700)) < 1e-3);
    assert_true(s->cost_total == recursion->cost_total);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* Each routine calls the other; more entries of one were recorded than of the other. */
static void recursions_with_two_entries_include_activations_of_both(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t outside = draft_routine(&d, "main", 20);
    uint32_t even = draft_routine(&d, "even", 1), odd = draft_routine(&d, "odd", 5);
    count_routine(&d, even, 80, 20, 80);
    count_routine(&d, odd, 80, 20, 280);
    ordo_gather_edge(d.g, outside, even, 20, 100);
    ordo_gather_edge(d.g, outside, odd, 20, 100);
    ordo_gather_edge(d.g, even, odd, 60, 100);
    ordo_gather_edge(d.g, odd, even, 60, 100);
    ordo_gather_has_production(d.g);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t;
    t = ordo_run_totals_new(p);
    double evens = total_at(t, p, 1, ORDO_PROFILE_ROUTINE)->calls;
    double odds = total_at(t, p, 5, ORDO_PROFILE_ROUTINE)->calls;
    assert_true(fabs(evens - (100 + 0.75 * odds)) < 0.01);
    assert_true(fabs(odds - (300 + 0.75 * evens)) < 0.01);
    assert_true(total_at(t, p, 1, ORDO_PROFILE_RECURSION)->calls == 100);
    assert_true(total_at(t, p, 5, ORDO_PROFILE_RECURSION)->calls == 300);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* Half of a recursion's cost belongs to entries by a routine of which no execution was recorded. */
static void a_recursion_costs_as_much_as_its_own_entries(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t outside = draft_routine(&d, "main", 20);
    uint32_t even = draft_routine(&d, "even", 1), odd = draft_routine(&d, "odd", 5);
    count_routine(&d, even, 50, 10, 90);
    count_routine(&d, odd, 50, 0, 100);
    ordo_gather_edge(d.g, outside, even, 10, 100);
    ordo_gather_edge(d.g, even, odd, 50, 90);
    ordo_gather_edge(d.g, odd, even, 40, 80);
    uint32_t depths = ordo_gather_series(d.g, even, "depth", "blocks", 1, false);
    ordo_gather_point(d.g, depths, &(struct ordo_point){.n = 9, .count = 10, .sum = 100});
    ordo_gather_has_production(d.g);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t;
    t = ordo_run_totals_new(p);
    const struct ordo_run_scope *recursion = total_at(t, p, 1, ORDO_PROFILE_RECURSION);
    assert_true(recursion->calls == 100 && recursion->cost_total == 1000);
    assert_true(recursion->cost_self <= recursion->cost_total);
    assert_true(total_at(t, p, 1, ORDO_PROFILE_ROUTINE)->calls > 890);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* Long executions of the recursion's loop were recorded, and hardly any of its other cost. */
static void a_recursions_total_does_not_exceed_the_run(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t visit = draft_routine(&d, "visit", 1), loop = draft_loop(&d, visit, "visit", 2);
    uint32_t top = draft_context(&d, ORDO_GATHER_NONE, loop, 100000);
    draft_context(&d, draft_context(&d, top, visit, 90000), loop, 80000);
    ordo_gather_count(
        d.g, visit,
        &(struct ordo_profile_scope){.calls = 90, .cost_total = 90000, .cost_self = 90});
    ordo_gather_gated(d.g, &(struct ordo_gated_scope){.scope = visit, .executions = 1});
    ordo_gather_count(d.g, loop,
                      &(struct ordo_profile_scope){
                          .calls = 90, .iterations = 90, .cost_total = 100000, .cost_self = 90});
    ordo_gather_gated(
        d.g, &(struct ordo_gated_scope){.scope = loop, .executions = 810, .iterations = 810});
    ordo_gather_edge(d.g, loop, visit, 90, 90000);
    ordo_gather_has_production(d.g);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t;
    t = ordo_run_totals_new(p);
    assert_true(fabs(t->cost - (900 + 901)) < 1e-3);
    assert_true(total_at(t, p, 1, ORDO_PROFILE_ROUTINE)->cost_total <= t->cost);
    assert_true(total_at(t, p, 2, ORDO_PROFILE_LOOP)->cost_total <= t->cost);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* The routine has a gate, `recorded` activations of which one was outermost, and plain code entered
 * it `plain` times with `counted` activations. */
static struct ordo_run_totals *totals_of(uint32_t flags, uint64_t recorded, uint64_t plain,
                                         uint64_t counted, uint64_t given_up) {
    struct draft d;
    draft_init(&d);
    uint32_t visit = draft_routine(&d, "visit", 1);
    ordo_gather_flag(d.g, visit, flags);
    ordo_gather_count(d.g, visit,
                      &(struct ordo_profile_scope){.calls = recorded,
                                                   .units = recorded > 0,
                                                   .cost_total = recorded,
                                                   .cost_self = recorded});
    ordo_gather_gated(d.g, &(struct ordo_gated_scope){.scope = visit,
                                                      .executions = plain,
                                                      .iterations = counted,
                                                      .samples = given_up + (recorded > 0),
                                                      .given_up = given_up});
    ordo_gather_has_production(d.g);
    struct ordo_profile *p = draft_seal(&d);
    struct ordo_run_totals *t = ordo_run_totals_new(p);
    assert_int_equal(p->n_scopes, 1);
    ordo_profile_free(p);
    return t;
}

static void recursions_that_nothing_counts_are_lower_bounds(void **state) {
    (void)state;
    static const struct {
        uint32_t flags;
        uint64_t recorded, plain, counted, given_up;
        bool exact, least;
    } cases[] = {
        {0, 0, 1, 100, 0, true, false},
        {0, 10, 1, 100, 1, true, false},
        {ORDO_PROFILE_UNCOUNTED, 0, 1, 0, 0, false, true},
        {0, 0, 1, 0, 0, false, true},                        /* an older profile */
        {ORDO_PROFILE_UNCOUNTED, 0, 2, 100, 0, false, true}, /* one of two builds counts */
        {ORDO_PROFILE_UNCOUNTED, 10, 1, 0, 0, false, false}, /* an estimate */
        {ORDO_PROFILE_UNCOUNTED, 10, 1, 0, 1, false, true},  /* the long ones were given up */
        {ORDO_PROFILE_UNCOUNTED, 0, 0, 0, 0, false, true},   /* another routine was entered */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ordo_run_totals *t = totals_of(cases[i].flags, cases[i].recorded, cases[i].plain,
                                              cases[i].counted, cases[i].given_up);
        const struct ordo_run_scope *s = &t->scope[0];
        assert_int_equal(s->calls_exact, cases[i].exact);
        assert_int_equal(s->cost_is_least, cases[i].least);
        assert_int_equal(t->cost_is_least, cases[i].least && cases[i].plain);
        assert_true(s->calls >= (double)(cases[i].recorded + cases[i].counted));
        assert_true(s->cost_self >= (double)(cases[i].recorded + cases[i].counted));
        ordo_run_totals_free(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_loops_below_themselves_are_nested_in_themselves),
        cmocka_unit_test(a_chain_of_the_greatest_length_is_walked),
        cmocka_unit_test(a_truncated_tree_does_not_bound_costs),
        cmocka_unit_test(the_total_of_a_loop_in_itself_is_of_its_outermost_executions),
        cmocka_unit_test(a_recursion_is_called_by_its_entries_and_its_loops),
        cmocka_unit_test(recursions_with_two_entries_include_activations_of_both),
        cmocka_unit_test(a_recursion_costs_as_much_as_its_own_entries),
        cmocka_unit_test(a_recursions_total_does_not_exceed_the_run),
        cmocka_unit_test(recursions_that_nothing_counts_are_lower_bounds),
        cmocka_unit_test_setup_teardown(routines_of_recursions_and_their_loops_are_found,
                                        temporary_setup, temporary_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
