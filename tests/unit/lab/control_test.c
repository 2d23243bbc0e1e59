/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control_test.c: which constructs are assumed to run after a call that does not return. Each node
 * is on a line of its own: line k has construct k.
 */
#include "lab/control.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ordo_arena *arena;

static int setup(void **state) {
    (void)state;
    return (arena = ordo_arena_new()) ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    ordo_arena_free(arena);
    return 0;
}

/* Returns a statement or condition of line k. */
static struct ordo_control *leaf(uint32_t k) {
    struct ordo_control *c = ordo_control_new(
        arena, ORDO_CONTROL_PLAIN, (struct ordo_position){k, 1}, (struct ordo_position){k, 90});
    assert_non_null(c);
    c->construct = k;
    return c;
}

static struct ordo_control *ending(uint32_t k, enum ordo_control_way way) {
    struct ordo_control *c = leaf(k);
    c->way = way;
    return c;
}

/* Returns a node that spans its parts. */
static struct ordo_control *made(enum ordo_control_kind kind, struct ordo_control *a,
                                 struct ordo_control *b, struct ordo_control *c,
                                 struct ordo_control *d) {
    struct ordo_control *parts[] = {a, b, c, d};
    struct ordo_control *x = ordo_control_new(arena, kind, (struct ordo_position){1000, 1},
                                              (struct ordo_position){0, 0});
    assert_non_null(x);
    for (size_t i = 0; i < 4; i++) {
        if (!parts[i]) continue;
        if (ordo_position_before(parts[i]->begin, x->begin)) x->begin = parts[i]->begin;
        if (ordo_position_before(x->end, parts[i]->end)) x->end = parts[i]->end;
        if (kind == ORDO_CONTROL_PLAIN || kind == ORDO_CONTROL_LABEL)
            ordo_control_add(x, parts[i]);
        else
            x->part[i] = parts[i];
    }
    return x;
}

#define SEQUENCE(...) made(ORDO_CONTROL_PLAIN, __VA_ARGS__)

/* Returns the constructs assumed to run after the call on line `call`, such as "3 4 7". */
static const char *after(const struct ordo_control *f, uint32_t call) {
    static char text[256];
    uint32_t v[32];
    size_t n = ordo_control_believed(f, (struct ordo_position){call, 5}, v, 32);
    text[0] = 0;
    for (size_t i = 0; i < n; i++) sprintf(text + strlen(text), "%s%u", i ? " " : "", v[i]);
    return text;
}

static void statements_run_in_order(void **state) {
    (void)state;
    struct ordo_control *f = SEQUENCE(leaf(1), leaf(2), ending(3, ORDO_CONTROL_AWAY), leaf(4));
    assert_string_equal(after(f, 1), "2 3");
    assert_string_equal(after(f, 3), "");
    assert_string_equal(after(f, 9), "");
}

static void an_if_without_else_can_be_skipped(void **state) {
    (void)state;
    struct ordo_control *f =
        SEQUENCE(leaf(1), made(ORDO_CONTROL_IF, leaf(2), leaf(3), leaf(4), NULL), leaf(5), NULL);
    assert_string_equal(after(f, 1), "2 4 5");
    assert_string_equal(after(f, 2), "4 5");
    assert_string_equal(after(f, 3), "5");
    assert_string_equal(after(f, 4), "5");
}

static void loops_end_at_their_condition(void **state) {
    (void)state;
    struct ordo_control *w =
        SEQUENCE(leaf(1), made(ORDO_CONTROL_WHILE, leaf(2), leaf(3), NULL, NULL), leaf(4), NULL);
    assert_string_equal(after(w, 1), "2 4");
    assert_string_equal(after(w, 2), "4");
    assert_string_equal(after(w, 3), "2 4");
    struct ordo_control *r = SEQUENCE(
        made(ORDO_CONTROL_FOR, leaf(1), leaf(2), leaf(3), SEQUENCE(leaf(4), leaf(5), NULL, NULL)),
        leaf(6), NULL, NULL);
    assert_string_equal(after(r, 1), "2 6");
    assert_string_equal(after(r, 2), "6");
    assert_string_equal(after(r, 3), "2 6");
    assert_string_equal(after(r, 4), "5 3 2 6");
    struct ordo_control *d =
        SEQUENCE(leaf(1), made(ORDO_CONTROL_DO, leaf(2), leaf(3), NULL, NULL), leaf(4), NULL);
    assert_string_equal(after(d, 1), "2 3 4");
    assert_string_equal(after(d, 2), "3 4");
    assert_string_equal(after(d, 3), "4");
}

static void break_and_continue_find_their_loop(void **state) {
    (void)state;
    struct ordo_control *b = SEQUENCE(leaf(2), ending(3, ORDO_CONTROL_BREAK), leaf(4), NULL);
    struct ordo_control *f =
        SEQUENCE(made(ORDO_CONTROL_WHILE, leaf(1), b, NULL, NULL), leaf(5), NULL, NULL);
    assert_string_equal(after(f, 2), "3 5");
    b->children->next->way = ORDO_CONTROL_CONTINUE;
    assert_string_equal(after(f, 2), "3 1 5");
}

static void a_switch_and_a_label_are_followed_by_counters_of_their_own(void **state) {
    (void)state;
    struct ordo_control *cases = SEQUENCE(leaf(3), leaf(4), ending(5, ORDO_CONTROL_BREAK), leaf(6));
    struct ordo_control *f =
        SEQUENCE(leaf(1), made(ORDO_CONTROL_SWITCH, leaf(2), cases, NULL, NULL), leaf(7), NULL);
    assert_string_equal(after(f, 1), "2");
    assert_string_equal(after(f, 3), "4 5"); /* falls through, and leaves to a counter */
    struct ordo_control *g =
        SEQUENCE(leaf(1), leaf(2), made(ORDO_CONTROL_LABEL, leaf(3), NULL, NULL, NULL), leaf(4));
    assert_string_equal(after(g, 1), "2");
    assert_string_equal(after(g, 3), "4");
}

static void continue_leaves_a_switch_too(void **state) {
    (void)state;
    struct ordo_control *cases = SEQUENCE(leaf(3), ending(4, ORDO_CONTROL_CONTINUE), NULL, NULL);
    struct ordo_control *f =
        SEQUENCE(made(ORDO_CONTROL_WHILE, leaf(1),
                      made(ORDO_CONTROL_SWITCH, leaf(2), cases, NULL, NULL), NULL, NULL),
                 leaf(5), NULL, NULL);
    assert_string_equal(after(f, 3), "4 1 5");
}

static void right_operands_and_first_arms_have_counters_of_their_own(void **state) {
    (void)state;
    struct ordo_control *f =
        SEQUENCE(made(ORDO_CONTROL_BOTH, leaf(1), leaf(2), NULL, NULL),
                 made(ORDO_CONTROL_CHOICE, leaf(3), leaf(4), leaf(5), NULL), leaf(6), NULL);
    assert_string_equal(after(f, 1), "3 5 6");
    assert_string_equal(after(f, 2), "3 5 6");
    assert_string_equal(after(f, 3), "5 6");
    assert_string_equal(after(f, 4), "6");
}

static void a_try_is_followed_by_a_counter(void **state) {
    (void)state;
    struct ordo_control *t =
        made(ORDO_CONTROL_TRY, SEQUENCE(leaf(2), leaf(3), NULL, NULL), NULL, NULL, NULL);
    ordo_control_add(t, SEQUENCE(leaf(4), leaf(5), NULL, NULL));
    t->end = (struct ordo_position){6, 1};
    struct ordo_control *f = SEQUENCE(leaf(1), t, leaf(7), NULL);
    assert_string_equal(after(f, 1), "2 3");
    assert_string_equal(after(f, 2), "3");
    assert_string_equal(after(f, 4), "5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(statements_run_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(an_if_without_else_can_be_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(loops_end_at_their_condition, setup, teardown),
        cmocka_unit_test_setup_teardown(break_and_continue_find_their_loop, setup, teardown),
        cmocka_unit_test_setup_teardown(a_switch_and_a_label_are_followed_by_counters_of_their_own,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(continue_leaves_a_switch_too, setup, teardown),
        cmocka_unit_test_setup_teardown(right_operands_and_first_arms_have_counters_of_their_own,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_try_is_followed_by_a_counter, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
