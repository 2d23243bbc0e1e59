/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_loops_test.c: totals of loops around loops whose iterations are known.
 */
#include "model/run/run_loops.h"
#include "model/run/run_totals.h"

#include "support/draft_profile.h"
#include "support/unit.h"

#include <math.h>

/* main with a loop (2) that contains another one (3), which contains a third one (4). */
struct nest {
    struct draft d;
    uint32_t loop[5]; /* by line */
    struct ordo_profile *p;
    struct ordo_run_totals *t;
};

static uint32_t loop_in(struct nest *x, uint32_t routine, uint32_t around, uint32_t line) {
    uint32_t s = ordo_gather_scope(x->d.g, &(struct ordo_profile_scope){.kind = ORDO_PROFILE_LOOP,
                                                                        .name = "loop",
                                                                        .linkage_name = "main",
                                                                        .object = "",
                                                                        .file = "a.c",
                                                                        .line = line});
    ordo_gather_enclose(x->d.g, s, routine, around);
    return x->loop[line] = s;
}

/* Adds recorded activations with their total cost, and plain ones with their iterations. */
static void count(struct nest *x, uint32_t line, uint64_t recorded, uint64_t total, uint64_t plain,
                  uint64_t iterations) {
    ordo_gather_count(
        x->d.g, x->loop[line],
        &(struct ordo_profile_scope){
            .calls = recorded, .iterations = recorded, .cost_total = total, .cost_self = recorded});
    if (plain)
        ordo_gather_gated(x->d.g, &(struct ordo_gated_scope){.scope = x->loop[line],
                                                             .executions = plain,
                                                             .iterations = iterations});
}

static void begin(struct nest *x) {
    draft_init(&x->d);
    uint32_t main_ = draft_routine(&x->d, "main", 1);
    uint32_t outer = loop_in(x, main_, main_, 2), middle = loop_in(x, main_, outer, 3);
    loop_in(x, main_, middle, 4);
}

static double total(struct nest *x, uint32_t line) {
    return x->t->scope[draft_scope_at(x->p, line)].cost_total;
}

static void seal(struct nest *x) {
    ordo_gather_has_production(x->d.g);
    x->p = draft_seal(&x->d);
    x->t = ordo_run_totals_new(x->p);
}

static void end(struct nest *x) {
    ordo_run_totals_free(x->t);
    ordo_profile_free(x->p);
}

/* Ten executions of the outer loop were recorded; they did not enter the other loops. */
static void a_loop_costs_at_least_its_inner_loops_known_iterations(void **state) {
    (void)state;
    struct nest x;
    begin(&x);
    count(&x, 2, 10, 10, 90, 90);
    count(&x, 3, 0, 0, 50, 5000);
    count(&x, 4, 1, 1, 5000, 70000);
    seal(&x);
    assert_true(fabs(total(&x, 4) - 70001) < 1e-3);
    assert_true(fabs(total(&x, 3) - (5000 + 70001)) < 1e-3);
    assert_true(fabs(total(&x, 2) - (100 + 5000 + 70001)) < 1e-3);
    end(&x);
}

/* The middle loop has no gate, and was never recorded. */
static void a_loop_without_a_gate_includes_its_inner_loops(void **state) {
    (void)state;
    struct nest x;
    begin(&x);
    count(&x, 2, 10, 10, 90, 90);
    count(&x, 4, 1, 1, 5000, 70000);
    seal(&x);
    assert_true(fabs(total(&x, 3) - 70001) < 1e-3);
    assert_true(fabs(total(&x, 2) - (100 + 70001)) < 1e-3);
    end(&x);
}

/* The estimate by the outer loop's samples is greater, so it is kept. */
static void a_greater_estimate_is_kept(void **state) {
    (void)state;
    struct nest x;
    begin(&x);
    count(&x, 2, 10, 9000, 90, 90);
    count(&x, 4, 10, 10, 90, 90);
    seal(&x);
    assert_true(total(&x, 2) > 1000);
    assert_true(fabs(total(&x, 4) - 100) < 1e-3);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_costs_at_least_its_inner_loops_known_iterations),
        cmocka_unit_test(a_loop_without_a_gate_includes_its_inner_loops),
        cmocka_unit_test(a_greater_estimate_is_kept),
    };
    return cmocka_run_group_tests_name("model/run_loops", tests, NULL, NULL);
}
