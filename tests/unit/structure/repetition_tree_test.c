/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_tree_test.c: builds repetition trees from calling contexts and steps.
 */
#include "profile/gather/gather.h"
#include "structure/repetition_tree.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

/* A profile under construction: scopes by line; a routine's name is its letter. */
struct draft {
    struct ordo_gather *g;
};

static uint32_t scope(struct draft *d, enum ordo_profile_kind kind, const char *name,
                      uint32_t line) {
    struct ordo_profile_scope s = {.kind = kind,
                                   .name = name,
                                   .linkage_name = name,
                                   .object = "",
                                   .file = "a.c",
                                   .line = line};
    return ordo_gather_scope(d->g, &s);
}

static uint32_t context(struct draft *d, uint32_t parent, uint32_t scope_handle, uint64_t calls) {
    return ordo_gather_context(d->g, parent, scope_handle, calls, calls, calls);
}

static void own(struct draft *d, uint32_t node, uint64_t n, uint64_t sum, uint64_t least,
                uint64_t greatest) {
    ordo_gather_steps(d->g,
                      &(struct ordo_steps){.context = node, .own = {n, sum, least, greatest}});
}

static void group(struct draft *d, uint32_t node, uint64_t n, uint64_t sum, uint64_t least,
                  uint64_t greatest) {
    ordo_gather_steps(d->g,
                      &(struct ordo_steps){.context = node, .group = {n, sum, least, greatest}});
}

/* Compares the tree, a line per node: "letter line depth: invocations steps least greatest
 * members". */
static void assert_tree(struct draft *d, const char *expected) {
    struct ordo_profile *p;
    struct ordo_error e;
    struct ordo_repetition_tree *t;
    char text[2048] = "";
    ordo_gather_has_steps(d->g, true);
    assert_ok(ordo_gather_seal(d->g, "compiled", 8, "blocks", &p, &e), e);
    t = ordo_repetition_tree_new(p);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const struct ordo_repetition *r = &t->nodes[i];
        size_t at = strlen(text);
        at += (size_t)snprintf(text + at, sizeof text - at, "%c%u %u: %d %d", "elr"[r->kind],
                               p -> scopes[r->scope].line, r->depth, (int)r->invocations,
                               (int)r->steps);
        if (r->has_range)
            at += (size_t)snprintf(text + at, sizeof text - at, " %d %d", (int)r->least,
                                   (int)r->greatest);
        for (uint32_t k = 0; k < r->n_members; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s",
                                   p->scopes[t->members[r->first_member + k]].name);
        snprintf(text + at, sizeof text - at, "\n");
        if (r->depth) assert_int_equal(t->nodes[r->parent].depth, r->depth - 1);
    }
    assert_string_equal(text, expected);
    ordo_repetition_tree_free(t);
    ordo_profile_free(p);
    ordo_gather_free(d->g);
}

static void loops_are_below_their_routines_callers(void **state) {
    (void)state;
    struct draft d = {ordo_gather_new()};
    uint32_t m = scope(&d, ORDO_PROFILE_ROUTINE, "m", 50),
             a = scope(&d, ORDO_PROFILE_ROUTINE, "a", 10),
             b = scope(&d, ORDO_PROFILE_ROUTINE, "b", 20),
             l = scope(&d, ORDO_PROFILE_LOOP, "m", 51),
             inner = scope(&d, ORDO_PROFILE_LOOP, "b", 21),
             library = scope(&d, ORDO_PROFILE_LIBRARY, "strlen", 0),
             other = scope(&d, ORDO_PROFILE_ROUTINE, "o", 90);
    uint32_t main_ = context(&d, ORDO_GATHER_NONE, m, 1), loop = context(&d, main_, l, 1),
             in_a = context(&d, loop, a, 4), a_b = context(&d, in_a, b, 4),
             direct = context(&d, loop, b, 2), first = context(&d, a_b, inner, 4),
             second = context(&d, direct, inner, 2);
    context(&d, direct, library, 7);
    context(&d, ORDO_GATHER_NONE, other, 3);
    own(&d, loop, 1, 4, 4, 4);
    own(&d, first, 4, 10, 2, 3);
    own(&d, second, 2, 5, 0, 5);
    assert_tree(&d, "e50 0: 1 0\n"
                    "l51 1: 1 4 4 4\n"
                    "l21 2: 6 15 0 5\n");
}

/* m calls f(2) twice; f calls g, g calls f; g has a loop. Contexts below the second f are those
 * of the first. */
static void a_cycle_is_one_node_with_its_loops_below_it(void **state) {
    (void)state;
    for (int known = 0; known < 2; known++) {
        struct draft d = {ordo_gather_new()};
        uint32_t m = scope(&d, ORDO_PROFILE_ROUTINE, "m", 50),
                 f = scope(&d, ORDO_PROFILE_ROUTINE, "f", 10),
                 g = scope(&d, ORDO_PROFILE_ROUTINE, "g", 20),
                 l = scope(&d, ORDO_PROFILE_LOOP, "g", 21);
        uint32_t main_ = context(&d, ORDO_GATHER_NONE, m, 1), top = context(&d, main_, f, 2),
                 in_g = context(&d, top, g, 3), loop = context(&d, in_g, l, 3);
        context(&d, in_g, f, 2);
        own(&d, top, 2, 4, 1, 3);
        own(&d, loop, 3, 6, 2, 2);
        if (known) group(&d, top, 2, 7, 2, 5);
        assert_tree(&d, known ? "e50 0: 1 0\n"
                                "r10 1: 2 7 2 5 f g\n"
                                "l21 2: 3 6 2 2\n"
                              : "e50 0: 1 0\n"
                                "r10 1: 2 7 f g\n"
                                "l21 2: 3 6 2 2\n");
    }
}

/* g, in a recursion that was found below f, is a header where it is entered from outside. */
static void a_recursion_has_a_node_for_each_routine_that_enters_it(void **state) {
    (void)state;
    struct draft d = {ordo_gather_new()};
    uint32_t m = scope(&d, ORDO_PROFILE_ROUTINE, "m", 50),
             f = scope(&d, ORDO_PROFILE_ROUTINE, "f", 10),
             g = scope(&d, ORDO_PROFILE_ROUTINE, "g", 20);
    uint32_t main_ = context(&d, ORDO_GATHER_NONE, m, 1), by_f = context(&d, main_, f, 1),
             by_g = context(&d, main_, g, 1), in_g = context(&d, by_f, g, 1);
    context(&d, in_g, f, 1);
    group(&d, by_f, 1, 3, 3, 3);
    own(&d, by_g, 1, 1, 1, 1);
    assert_tree(&d, "e50 0: 1 0\n"
                    "r10 1: 1 3 3 3 f g\n"
                    "r20 1: 1 1 1 1 f g\n");
}

static void routines_that_did_not_recur_have_no_node(void **state) {
    (void)state;
    struct draft d = {ordo_gather_new()};
    uint32_t m = scope(&d, ORDO_PROFILE_ROUTINE, "m", 50),
             f = scope(&d, ORDO_PROFILE_ROUTINE, "f", 10);
    uint32_t main_ = context(&d, ORDO_GATHER_NONE, m, 1), once = context(&d, main_, f, 9);
    own(&d, once, 9, 9, 1, 1);
    assert_tree(&d, "");
}

static void a_truncated_tree_has_no_ranges_of_recursions(void **state) {
    (void)state;
    struct draft d = {ordo_gather_new()};
    uint32_t f = scope(&d, ORDO_PROFILE_ROUTINE, "f", 10);
    uint32_t top = context(&d, ORDO_GATHER_NONE, f, 1);
    context(&d, top, f, 2);
    own(&d, top, 1, 3, 3, 3);
    ordo_gather_contexts_truncated(d.g);
    assert_tree(&d, "e10 0: 1 0\n"
                    "r10 1: 1 3 f\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_below_their_routines_callers),
        cmocka_unit_test(a_cycle_is_one_node_with_its_loops_below_it),
        cmocka_unit_test(a_recursion_has_a_node_for_each_routine_that_enters_it),
        cmocka_unit_test(routines_that_did_not_recur_have_no_node),
        cmocka_unit_test(a_truncated_tree_has_no_ranges_of_recursions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
