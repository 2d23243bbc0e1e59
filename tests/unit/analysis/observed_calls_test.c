/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observed_calls_test.c: of all observed calls of a scope, those of the costliest context and
 * thread are chosen.
 */
#include "analysis/observed_calls.h"
#include "profile/gather/gather.h"
#include "support/unit.h"

static uint32_t add_scope(struct ordo_gather *g, const char *name, uint32_t line) {
    return ordo_gather_scope(
        g, &(struct ordo_profile_scope){
               .name = name, .linkage_name = name, .object = "", .file = "a.c", .line = line});
}

static void observe(struct ordo_gather *g, uint32_t context, uint64_t thread, uint64_t calls,
                    uint64_t cost) {
    ordo_gather_observation(g, &(struct ordo_observation){.context = context,
                                                          .thread = thread,
                                                          .calls = calls,
                                                          .sum_cost = cost,
                                                          .arg_names = ""});
}

static void the_costliest_context_and_thread_are_chosen(void **state) {
    (void)state;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    uint32_t main_ = add_scope(g, "main", 1), f = add_scope(g, "f", 2), h = add_scope(g, "h", 3);
    uint32_t top = ordo_gather_context(g, ORDO_GATHER_NONE, main_, 1, 900, 0);
    uint32_t direct = ordo_gather_context(g, top, f, 4, 300, 0);
    uint32_t between = ordo_gather_context(g, top, h, 1, 600, 0);
    uint32_t later = ordo_gather_context(g, between, f, 2, 600, 0);
    uint32_t inside = ordo_gather_context(g, later, f, 9, 500, 0);
    observe(g, direct, 1, 2, 100);
    observe(g, direct, 1, 4, 300);
    observe(g, later, 1, 1, 200);
    observe(g, later, 2, 1, 150);
    observe(g, later, 2, 2, 400);
    observe(g, inside, 2, 9, 500);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_observed_calls calls = ordo_observed_calls_of(p, i);
        assert_int_equal(calls.n, p->scopes[i].line == 2 ? 2 : 0);
        if (!calls.n) continue;
        assert_int_equal(calls.first[0].sum_cost, 150);
        assert_int_equal(calls.first[1].sum_cost, 400);
        assert_int_equal(calls.first[1].thread, calls.first[0].thread);
    }
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_costliest_context_and_thread_are_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
