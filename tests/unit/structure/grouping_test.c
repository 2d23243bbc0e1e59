/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * grouping_test.c: which nodes of the repetition tree are grouped, and why.
 */
#include "structure/algorithms.h"
#include "support/draft_profile.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

/* main (line 1) has loops 2 and 3, 3 inside 2; it calls f (10) from 3, which has loops 11 and
 * 12. */
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

/* Compares algorithms, written as lines of loops, as in "2 3|11 12". A letter before each line
 * except the roots' shows the kind of bond. */
static void assert_grouped(struct nest *n, enum ordo_identity identity, const char *expected) {
    struct ordo_profile *p = draft_seal(&n->d);
    struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
    static const char bonds[] = {
        [ORDO_BOND_INPUT] = 'i',    [ORDO_BOND_ADVANCE] = 'a',   [ORDO_BOND_END] = 'e',
        [ORDO_BOND_HANDOVER] = 'o', [ORDO_BOND_RECURSION] = 'r', [ORDO_BOND_HAND] = 'h'};
    char text[256] = "";
    t = ordo_repetition_tree_new(p);
    a = ordo_algorithms_new(p, t, identity);
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

static void nodes_with_nothing_in_common_are_not_grouped(void **state) {
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

static void parent_and_child_with_the_same_input_are_grouped(void **state) {
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

/* A harness that uses another list in each step; by type they are the same. */
static void a_parent_that_accesses_an_input_in_one_step_is_not_grouped(void **state) {
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

/* A size without an access does not count as an access. */
static void a_node_without_access_separates_grandparents(void **state) {
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

/* The accesses of a routine without a node belong to the node that it runs in. */
static void accesses_of_routines_belong_to_the_node_above(void **state) {
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

static void the_criterion_of_identity_matters(void **state) {
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

/* Only this loop accesses an input. */
static void input_in(struct nest *n, uint32_t line, enum ordo_input_form form) {
    nest_init(n);
    draft_begin(&n->d, n->node[line]);
    draft_fact(&n->d, n->node[line], draft_input(&n->d, form, n->list, 1), 3, 0, 0, 3);
    draft_end(&n->d);
}

static void array_in(struct nest *n, uint32_t line) {
    input_in(n, line, ORDO_INPUT_ARRAY);
}

/* Listing 5. */
static void a_loop_that_advances_an_access_belongs_to_it(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 12);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11 a12");
}

/* Changes by loop 12 decide whether loop 3 continues; the data may be a structure. */
static void a_loop_that_depends_on_changes_of_an_inner_one_belongs_to_it(void **state) {
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

/* The levels of a skip list: an array of links in each node. A list that is passed on may be
 * another one in each step. */
static void a_loop_that_advances_a_link_of_the_same_routine_belongs_to_it(void **state) {
    (void)state;
    struct nest n;
    input_in(&n, 12, ORDO_INPUT_STRUCTURE);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    ordo_gather_advance(n.d.g, n.loop[3], n.loop[3], n.f, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11 a12");
}

/* Loop 11 accesses nothing itself but belongs to 12, which accesses what 3 works on. */
static void what_the_inner_loop_accesses_counts_for_the_one_that_advances_it(void **state) {
    (void)state;
    struct nest n;
    nest_init(&n);
    draft_begin(&n.d, n.node[3]);
    uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 1);
    draft_fact(&n.d, n.node[3], a, 3, 0, 0, 3);
    draft_fact(&n.d, n.node[12], a, 3, 0, 0, 3);
    draft_end(&n.d);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3 i11 a12");
}

/* The recursion f, which calls loop 20 of g with what its recursive call returned. */
static void a_recursion_that_hands_on_its_result_belongs_to_what_gets_it(void **state) {
    (void)state;
    for (int walks = 0; walks < 2; walks++) {
        struct draft d;
        draft_init(&d);
        uint32_t main_ = draft_routine(&d, "main", 1), f = draft_routine(&d, "f", 10),
                 g = draft_routine(&d, "g", 20), loop = draft_loop(&d, g, "g", 21);
        uint32_t node_main = draft_context(&d, ORDO_GATHER_NONE, main_, 1);
        uint32_t node_f = draft_context(&d, node_main, f, 1);
        draft_context(&d, node_f, f, 5);
        uint32_t node_g = draft_context(&d, node_f, g, 5);
        uint32_t node_loop = draft_context(&d, node_g, loop, 5);
        draft_steps(&d, node_f, 1, 6);
        draft_steps(&d, node_loop, 5, 9);
        uint32_t type = draft_type(&d, "Node");
        draft_begin(&d, node_f);
        uint32_t a = draft_input(&d, ORDO_INPUT_STRUCTURE, type, 1),
                 b = draft_input(&d, ORDO_INPUT_STRUCTURE, type, 2);
        if (walks) draft_fact(&d, node_f, a, 3, 0, 0, 3);
        draft_fact(&d, node_loop, b, 3, 0, 0, 3);
        draft_end(&d);
        ordo_gather_advance(d.g, f, f, g, false);
        struct nest n = {.d = d};
        assert_grouped(&n, ORDO_IDENTITY_SOME, walks ? "10 o21" : "10|21");
    }
}

static void an_advance_without_an_array_groups_nothing(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 11);
    ordo_gather_advance(n.d.g, n.loop[11], n.loop[12], ORDO_GATHER_NONE, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

/* Loop 2 advances an argument that loop 3 passes to f; loop 11 advances accesses of 12; 3
 * advances nothing. */
static void an_advance_reaches_through_calls_if_all_nodes_between_are_grouped(void **state) {
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

static void an_advance_of_another_callee_groups_nothing(void **state) {
    (void)state;
    struct nest n;
    array_in(&n, 11);
    uint32_t g = draft_routine(&n.d, "g", 20);
    ordo_gather_advance(n.d.g, n.loop[3], n.loop[3], g, false);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2|3|11|12");
}

/* f is entered again from its loop 11, and only that loop accesses links. Loop 12 does not
 * recur. */
static void a_loop_that_enters_its_recursion_belongs_to_it(void **state) {
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

static void manual_choices_take_precedence(void **state) {
    (void)state;
    struct nest n;
    in_two_nodes(&n, ORDO_INPUT_STRUCTURE, true, 3);
    ordo_gather_choice(n.d.g, n.loop[11], n.loop[12], false);
    ordo_gather_choice(n.d.g, n.loop[2], n.loop[11], true);
    assert_grouped(&n, ORDO_IDENTITY_SOME, "2 h3 h11|12");
}

/* The entry point's own loops are not grouped with each other because of it. */
static void entry_points_are_not_grouped(void **state) {
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
        cmocka_unit_test(nodes_with_nothing_in_common_are_not_grouped),
        cmocka_unit_test(parent_and_child_with_the_same_input_are_grouped),
        cmocka_unit_test(a_parent_that_accesses_an_input_in_one_step_is_not_grouped),
        cmocka_unit_test(a_node_without_access_separates_grandparents),
        cmocka_unit_test(accesses_of_routines_belong_to_the_node_above),
        cmocka_unit_test(the_criterion_of_identity_matters),
        cmocka_unit_test(a_loop_that_advances_an_access_belongs_to_it),
        cmocka_unit_test(a_loop_that_depends_on_changes_of_an_inner_one_belongs_to_it),
        cmocka_unit_test(a_loop_that_advances_a_link_of_the_same_routine_belongs_to_it),
        cmocka_unit_test(what_the_inner_loop_accesses_counts_for_the_one_that_advances_it),
        cmocka_unit_test(a_recursion_that_hands_on_its_result_belongs_to_what_gets_it),
        cmocka_unit_test(an_advance_without_an_array_groups_nothing),
        cmocka_unit_test(an_advance_reaches_through_calls_if_all_nodes_between_are_grouped),
        cmocka_unit_test(an_advance_of_another_callee_groups_nothing),
        cmocka_unit_test(a_loop_that_enters_its_recursion_belongs_to_it),
        cmocka_unit_test(manual_choices_take_precedence),
        cmocka_unit_test(entry_points_are_not_grouped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
