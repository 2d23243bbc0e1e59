/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_callees_test.c: totals of scopes whose samples met what happens once in the run, and of the
 * library by who calls it.
 */
#include "model/run/run_callees.h"
#include "model/run/run_totals.h"

#include "support/draft_profile.h"
#include "support/unit.h"

#include <math.h>

struct counts {
    uint64_t recorded, plain, iterations, self, total; /* of plain code: as many iterations */
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
    assert_true(ordo_run_totals_new(p, t));
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

/* One in a hundred of `usual` was recorded, each with a copy of a cell, and all of `rare`, with
 * three of a million. */
static void the_library_costs_what_each_caller_took_of_it(void **state) {
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

/* `parse` was recorded once in 900 executions, and then met one of the three executions of `walk`,
 * whose 3,000 iterations are known: its total is not 900 times that. `tidy`, which it calls in each
 * execution, is what its samples say. */
static void what_happened_once_is_not_there_as_often_as_its_caller(void **state) {
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

/* Two that call each other and are known to no file as one recursion end as well. */
static void cycles_of_calls_end(void **state) {
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
        cmocka_unit_test(the_library_costs_what_each_caller_took_of_it),
        cmocka_unit_test(what_happened_once_is_not_there_as_often_as_its_caller),
        cmocka_unit_test(cycles_of_calls_end),
    };
    return cmocka_run_group_tests_name("model/run_callees", tests, NULL, NULL);
}
