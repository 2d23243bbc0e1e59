/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cause_test.c: claims about the parts of a scope's cost.
 */
#include "analysis/analyse.h"
#include "analysis/analysis.h"
#include "profile/gather/gather.h"
#include "support/one_call.h"
#include "support/unit.h"

#include <string.h>

enum { SIZES = 24, LARGEST = 10 * SIZES };

static uint32_t routine(struct ordo_gather *g, const char *name, uint32_t line) {
    return ordo_gather_scope(g, &(struct ordo_profile_scope){.kind = ORDO_PROFILE_ROUTINE,
                                                             .name = name,
                                                             .linkage_name = name,
                                                             .object = "p",
                                                             .file = "p.c",
                                                             .line = line,
                                                             .calls = SIZES});
}

/* Returns the cause of `outer`, which costs `own`, and `part` of each of its sizes in `inner`. */
static struct ordo_cause cause_of(uint64_t (*own)(uint64_t), uint64_t (*part)(uint64_t)) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p;
    struct ordo_error e;
    uint32_t outer = routine(g, "outer", 1), inner = routine(g, "inner", 9);
    uint32_t series = ordo_gather_series(g, outer, "rms", "blocks", 0, false);
    for (uint64_t n = 10; n <= LARGEST; n += 10) {
        uint64_t cost = own(n) + part(n);
        one_call(g, series, n, cost, own(n));
        ordo_gather_child(g, outer, inner, n, 1, part(n));
        ordo_gather_count(g, outer,
                          &(struct ordo_profile_scope){.cost_total = cost, .cost_self = own(n)});
    }
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    struct ordo_analysis *a;
    assert_ok(ordo_analyse_for_report(p, NULL, &a, &e), e);
    uint32_t i = 0;
    while (strcmp(p->scopes[i].name, "outer") != 0) i++;
    struct ordo_cause cause = a->scope[i].cause;
    ordo_analysis_free(a);
    ordo_profile_free(p);
    ordo_gather_free(g);
    return cause;
}

static uint64_t thousand_each(uint64_t n) {
    return 1000 * n;
}

static uint64_t square(uint64_t n) {
    return n * n;
}

static void a_quadratic_part_shows_however_large_a_linear_one_is(void **state) {
    (void)state;
    struct ordo_cause c = cause_of(thousand_each, square);
    assert_int_equal(c.kind, ORDO_CAUSE_CHILD);
    assert_int_equal(c.growth, ORDO_GROWTH_N2);
}

/* The part replaces the scope's own cost: a hundred per cell in total. */
static uint64_t growing(uint64_t n) {
    return 100 * n * n / LARGEST;
}

static uint64_t what_is_left(uint64_t n) {
    return 100 * n - growing(n);
}

static void a_part_that_is_most_of_a_linear_cost_is_linear(void **state) {
    (void)state;
    struct ordo_cause c = cause_of(what_is_left, growing);
    assert_int_equal(c.kind, ORDO_CAUSE_CHILD);
    assert_int_equal(c.growth, ORDO_GROWTH_N);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quadratic_part_shows_however_large_a_linear_one_is),
        cmocka_unit_test(a_part_that_is_most_of_a_linear_cost_is_linear),
    };
    return cmocka_run_group_tests_name("model/cause", tests, NULL, NULL);
}
