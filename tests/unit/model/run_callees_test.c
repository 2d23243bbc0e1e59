/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_callees_test.c: totals of scopes whose samples include work that happens once in the run, and
 * totals of the library by caller.
 */
#include "model/run/run_callees.h"
#include "model/run/run_totals.h"

#include "support/draft_profile.h"
#include "support/unit.h"

#include <math.h>

struct counts {
    uint64_t recorded, plain, iterations, self, total; /* iterations: of plain executions */
};

static void count(struct draft *d, uint32_t scope, struct counts c) {
    ordo_gather_count(d->g, scope,
                      &(struct ordo_profile_scope){.calls = c.recorded,
                                                   .iterations = c.iterations,
                                                   .cost_total = c.total,
                                                   .cost_self = c.self});
    if (c.plain)
        ordo_gather_gated(d->g, &(struct ordo_gated_scope){
                                    .scope = scope, .executions = c.plain, .iterations = c.plain});
}

static struct ordo_profile *seal(struct draft *d, struct ordo_run_totals **t) {
    ordo_gather_has_production(d->g);
    struct ordo_profile *p = draft_seal(d);
    *t = ordo_run_totals_new(p);
    return p;
}

static uint32_t library(struct draft *d, const char *name) {
    return ordo_gather_scope(d->g, &(struct ordo_profile_scope){.kind = ORDO_PROFILE_LIBRARY,
                                                                .name = name,
                                                                .linkage_name = name,
                                                                .object = "",
                                                                .file = ""});
}

static const struct ordo_run_scope *at(const struct ordo_run_totals *t,
                                       const struct ordo_profile *p, uint32_t line) {
    return &t->scope[draft_scope_at(p, line)];
}

/* One in a hundred executions of `usual` was recorded, each with a copy of a cell, and all
 * executions of `rare`, with three copies of a million cells. */
static void the_librarys_cost_is_the_sum_over_its_callers(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1), copy = library(&d, "memcpy");
    uint32_t usual = draft_loop(&d, main_, "main", 2), rare = draft_loop(&d, main_, "main", 3);
    count(&d, usual, (struct counts){1000, 99000, 1000, 1000, 2000});
    count(&d, rare, (struct counts){1, 0, 3, 3, 3000003});
    count(&d, copy, (struct counts){1003, 0, 0, 3001000, 3001000});
    ordo_gather_edge(d.g, usual, copy, 1000, 1000);
    ordo_gather_edge(d.g, rare, copy, 3, 3000000);
    struct ordo_run_totals *t;
    struct ordo_profile *p = seal(&d, &t);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LIBRARY) {
            assert_true(fabs(t->scope[i].cost_total - 3100000) < 1e-3);
            assert_true(t->scope[i].cost_self == t->scope[i].cost_total);
        }
    assert_true(fabs(t->cost - (100000 + 3 + 3100000)) < 1e-3);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* One of 900 executions of `parse` was recorded, and it included one of the three executions of
 * `walk`, whose 3,000 iterations are known. The total of `walk` is not 900 times that. `tidy`,
 * which `parse` calls in each execution, has the estimate of its samples. */
static void work_that_happens_once_is_not_scaled_by_its_caller(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1), parse = draft_loop(&d, main_, "main", 2);
    uint32_t report = draft_loop(&d, main_, "main", 3), walk = draft_loop(&d, main_, "main", 4);
    uint32_t tidy = draft_loop(&d, main_, "main", 5);
    count(&d, parse, (struct counts){10, 8990, 10, 10, 1120});
    count(&d, report, (struct counts){1, 0, 1, 1, 1001});
    count(&d, walk, (struct counts){1, 2000, 1000, 1000, 1000});
    count(&d, tidy, (struct counts){10, 89900, 100, 100, 100});
    ordo_gather_edge(d.g, parse, report, 1, 1001);
    ordo_gather_edge(d.g, report, walk, 1, 1000);
    ordo_gather_edge(d.g, parse, tidy, 10, 100);
    struct ordo_run_totals *t;
    struct ordo_profile *p = seal(&d, &t);
    double tidied = at(t, p, 5)->cost_total, walked = at(t, p, 4)->cost_total;
    assert_true(fabs(tidied - 90000) < 1e-3 && fabs(walked - 3000) < 1e-3);
    double reported = at(t, p, 3)->cost_total, parsed = at(t, p, 2)->cost_total;
    assert_true(reported >= walked && reported < walked + 1000);
    assert_true(fabs(parsed - (9000 + tidied + reported)) < 10);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

/* Two routines that call each other, but are not known as one recursion, are handled too. */
static void cycles_of_calls_terminate(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1), a = draft_loop(&d, main_, "main", 2);
    uint32_t b = draft_loop(&d, main_, "main", 3);
    count(&d, a, (struct counts){10, 90, 10, 10, 60});
    count(&d, b, (struct counts){10, 90, 10, 10, 60});
    ordo_gather_edge(d.g, a, b, 5, 50);
    ordo_gather_edge(d.g, b, a, 5, 50);
    struct ordo_run_totals *t;
    struct ordo_profile *p = seal(&d, &t);
    double one = at(t, p, 2)->cost_total, other = at(t, p, 3)->cost_total;
    assert_true(one >= 100 && one <= 600 && other >= 100 && other <= 600);
    ordo_run_totals_free(t);
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_librarys_cost_is_the_sum_over_its_callers),
        cmocka_unit_test(work_that_happens_once_is_not_scaled_by_its_caller),
        cmocka_unit_test(cycles_of_calls_terminate),
    };
    return cmocka_run_group_tests_name("model/run_callees", tests, NULL, NULL);
}
