/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * grouping_test.c: which nodes of the repetition tree hold together, and why.
 */
#include "structure/algorithms.h"
#include "support/draft_profile.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

/* main 1, its loops 2 and 3, 3 in 2; the routine f 10 with loops 11 and 12, called from 3. */
struct nest {
    struct draft d;
    uint32_t main_, f, loop[13];          /* scopes by line */
    uint32_t node[13], node_main, node_f; /* contexts */
    uint32_t list;
};

static void nest_init(struct nest *n) {
    struct draft *d = &n->d;
    draft_init(d);
    n->main_ = draft_routine(d, "main", 1);
    n->f = draft_routine(d, "f", 10);
    n->loop[2] = draft_loop(d, n->main_, "main", 2);
    n->loop[3] = draft_loop(d, n->main_, "main", 3);
    n->loop[11] = draft_loop(d, n->f, "f", 11);
    n->loop[12] = draft_loop(d, n->f, "f", 12);
    n->node_main = draft_context(d, ORDO_GATHER_NONE, n->main_, 1);
    n->node[2] = draft_context(d, n->node_main, n->loop[2], 1);
    n->node[3] = draft_context(d, n->node[2], n->loop[3], 5);
    n->node_f = draft_context(d, n->node[3], n->f, 9);
    n->node[11] = draft_context(d, n->node_f, n->loop[11], 9);
    n->node[12] = draft_context(d, n->node[11], n->loop[12], 20);
    n->list = draft_type(d, "Node");
    static const uint32_t lines[] = {2, 3, 11, 12};
    for (int i = 0; i < 4; i++) draft_steps(d, n->node[lines[i]], 1, 1);
}

/* Algorithms as lines of loops: "2 3|11 12"; a bond's letter before each line but the roots'. */
static void assert_grouped(struct nest *n, enum ordo_identity identity, const char *expected) {
    struct ordo_profile *p = draft_seal(&n->d);
    struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
    struct ordo_error e;
    static const char bonds[] = {[ORDO_BOND_INPUT] = 'i',
                                 [ORDO_BOND_ADVANCE] = 'a',
                                 [ORDO_BOND_END] = 'e',
                                 [ORDO_BOND_RECURSION] = 'r',
                                 [ORDO_BOND_HAND] = 'h'};
    char text[256] = "";
    assert_ok(ordo_repetition_tree_new(p, &t, &e), e);
    assert_ok(ordo_algorithms_new(p, t, identity, &a, &e), e);
    for (uint32_t i = 0; i < a->n; i++)
        for (uint64_t k = 0; k < a->list[i].nodes.n; k++) {
            uint32_t node = a->nodes[a->list[i].nodes.first + k];
            size_t at = strlen(text);
            if (k)
                snprintf(text + at, sizeof text - at, " %c%u", bonds[a->grouping.bond[node]],
                         p->scopes[t->nodes[node].scope].line);
            else
                snprintf(text + at, sizeof text - at, "%s%u", i ? "|" : "",
                         p->scopes[t->nodes[node].scope].line);
            assert_int_equal(a->of_node[node], i);
        }
    assert_string_equal(text, expected);
    ordo_algorithms_free(a);
    ordo_repetition_tree_free(t);
    ordo_profile_free(p);
}

static void nothing_in_common_is_nothing_joined(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[2]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1),
             b = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 2);
    draft_fact(&n.d, n.node[11], a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[12], b, 3, 0, 0, 3);
    draft_end(&n.d);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

static void parent_and_child_of_one_input_are_joined(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[11]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
    draft_fact(&n.d, n.node[11], a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[12], a, 0, 3, 0, 3);
    draft_end(&n.d);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11 i12");
}

/* A harness with another list in each step; by type they are the same. */
static void a_parent_that_accesses_it_in_one_step_only_is_not_joined(void **state) {
    (void)state;
    for (int by_type = 0; by_type < 2; by_type++) {
        struct nest n;
        nest_init(&n);
        draft_begin(&n.d, n.node[11]);
        uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
        draft_fact(&n.d, n.node[11], a, 3, 0, 0, 3)->flags = ORDO_FACT_IS_MEASURED;
        draft_fact(&n.d, n.node[12], a, 0, 3, 0, 3);
        draft_end(&n.d);
        assert_grouped(&n, by_type ? ORDO_IDENTITY_TYPE : ORDO_IDENTITY_SOME,
                       by_type ? "2|3|11 i12" : "2|3|11|12");
    }
}

/* A size without an access is no access. */
static void grandparents_are_not_joined_past_a_node_without_access(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[3]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
    draft_fact(&n.d, n.node[3], a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[11], a, 0, 0, 0, 3);
    draft_fact(&n.d, n.node[12], a, 0, 3, 0, 3);
    draft_end(&n.d);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

/* A routine that is no node: its accesses are those of the node that it runs in. */
static void routines_count_for_the_node_above(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[3]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
    draft_fact(&n.d, n.node_f, a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[11], a, 0, 3, 0, 3);
    draft_end(&n.d);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3 i11|12");
}

static void in_two_nodes(struct nest *n, enum ordo_input_form form, bool same, uint64_t size) {
    nest_init(n);
    draft_begin(&n->d, n->node[11]);
    uint32_t a = draft_input(&n->d, form, n->list, 1),
             b = same ? a : draft_input(&n->d, form, n->list, 2);
    draft_fact(&n->d, n->node[11], a, 3, 0, 0, 3);
    draft_fact(&n->d, n->node[12], b, 3, 0, 0, size);
    draft_end(&n->d);
}

static void the_criterion_of_identity_decides(void **state) {
    (void)state;
    static const char *const joined = "2|3|11 i12", *const apart = "2|3|11|12";
    struct nest n;
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, false, 3);
    assert_grouped(&n, ORDO_IDENTITY_TYPE, joined);
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, false, 3);
    assert_grouped(&n, ORDO_IDENTITY_ALL, apart);
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 3);
    assert_grouped(&n, ORDO_IDENTITY_ALL, joined);
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 4);
    assert_grouped(&n, ORDO_IDENTITY_ALL, apart);
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 4);
    assert_grouped(&n, ORDO_IDENTITY_SOME, joined);
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 3);
    assert_grouped(&n, ORDO_IDENTITY_ARRAY, apart);
    in_two_nodes(&n, ORDO_INPUT_ARRAY, true, 4);
    assert_grouped(&n, ORDO_IDENTITY_ARRAY, joined);
    in_two_nodes(&n, ORDO_INPUT_ARRAY, false, 3);
    assert_grouped(&n, ORDO_IDENTITY_ARRAY, apart);
}

/* The innermost loop alone accesses an array. */
static void array_in(struct nest *n, uint32_t line) {
    nest_init(n);
    draft_begin(&n->d, n->node[line]);
    draft_fact(&n->d, n->node[line], draft_input(&n->d, ORDO_INPUT_ARRAY, n->list, 1), 3, 0, 0, 3);
    draft_end(&n->d);
}

/* Listing 5. */
static void a_loop_that_advances_an_access_belongs_to_it(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 12);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11 a12");
}

/* What loop 12 changes decides whether loop 3 goes on; it may be a structure. */
static void a_loop_that_goes_on_for_what_an_inner_one_changes_belongs_to_it(void **state) {
    (void)state;
    for (enum ordo_input_form form = ORDO_INPUT_STRUCTURE; form <= ORDO_INPUT_ARRAY; form++) {
        struct nest n;
        in_two_nodes(&n, form, true, 3);
        ordo_gather_advance(n.d.g, n.loop[3], n.loop[12], ORDO_GATHER_NONE, true);
        assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3 e11 i12");
    }
    struct nest n;
    nest_init(&n);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, true);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

static void an_advance_without_an_array_joins_nothing(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 11);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

/* Loop 2 advances what loop 3 passes to f, loop 11 what 12 accesses; 3 advances nothing. */
static void an_advance_reaches_through_calls_as_far_as_all_between_hold_together(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 12);
    ordo_gather_advance(n.d.g, n.loop[2], n.loop[3], n.f, false);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11 a12");
    array_in(&n, 12);
    ordo_gather_advance(n.d.g, n.loop[2], n.loop[3], n.f, false);
    ordo_gather_advance(n.d.g, n.loop[3], n.loop[3], n.f, false);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2 a3 a11 a12");
}

static void an_advance_of_another_callee_joins_nothing(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 11);
    uint32_t g = draft_routine(&n.d, "g", 20);
    ordo_gather_advance(n.d.g, n.loop[3], n.loop[3], g, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

/* f enters itself again from its loop 11; only the loop accesses links. Loop 12 does not recur. */
static void a_loop_that_its_recursion_is_entered_from_belongs_to_it(void **state) {
    (void)state;
    for (int accesses = 0; accesses < 2; accesses++) {
        struct nest n;
        nest_init(&n);
        draft_context(&n.d, n.node[11], n.f, 20);
        if (accesses) {
            draft_begin(&n.d, n.node_f);
            uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
            draft_fact(&n.d, n.node[11], a, 3, 0, 0, 3);
            draft_end(&n.d);
        }
        assert_grouped(&n, ORDO_IDENTITY_SOME, accesses ? "2|3|10 r11|12" : "2|3|10|11|12");
    }
}

static void choices_overrule(void **state) {
    (void)state;
    struct nest n;
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 3);
    ordo_gather_choice(n.d.g, n.loop[11], n.loop[12], false);
    ordo_gather_choice(n.d.g, n.loop[2], n.loop[11], true);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2 h3 h11|12");
}

/* The entry's own loops do not hold together over it. */
static void nothing_is_joined_with_an_entry(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[2]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
    draft_fact(&n.d, n.node_main, a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[2], a, 3, 0, 0, 3);
    draft_end(&n.d);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_common_is_nothing_joined),
        cmocka_unit_test(parent_and_child_of_one_input_are_joined),
        cmocka_unit_test(a_parent_that_accesses_it_in_one_step_only_is_not_joined),
        cmocka_unit_test(grandparents_are_not_joined_past_a_node_without_access),
        cmocka_unit_test(routines_count_for_the_node_above),
        cmocka_unit_test(the_criterion_of_identity_decides),
        cmocka_unit_test(a_loop_that_advances_an_access_belongs_to_it),
        cmocka_unit_test(a_loop_that_goes_on_for_what_an_inner_one_changes_belongs_to_it),
        cmocka_unit_test(an_advance_without_an_array_joins_nothing),
        cmocka_unit_test(an_advance_reaches_through_calls_as_far_as_all_between_hold_together),
        cmocka_unit_test(an_advance_of_another_callee_joins_nothing),
        cmocka_unit_test(a_loop_that_its_recursion_is_entered_from_belongs_to_it),
        cmocka_unit_test(choices_overrule),
        cmocka_unit_test(nothing_is_joined_with_an_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
