/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_test.c: reports of algorithms in a terminal and as JSON.
 */
#include "report/json/tree_json.h"
#include "report/terminal/algorithm_table.h"
#include "report/terminal/algorithm_view.h"
#include "report/terminal/tree_table.h"
#include "report/words/algorithm_words.h"
#include "structure/group_choice.h"
#include "support/draft_profile.h"
#include "support/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grouped {
    struct ordo_profile *p;
    struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
};

static struct grouped group(struct ordo_profile *p) {
    struct grouped grouped = {.p = p};
    grouped.t = ordo_repetition_tree_new(p);
    grouped.a = ordo_algorithms_new(p, grouped.t, ORDO_IDENTITY_SOME);
    return grouped;
}

static void done(struct grouped *t) {
    ordo_algorithms_free(t->a);
    ordo_repetition_tree_free(t->t);
    ordo_profile_free(t->p);
}

/* Returns the table as text, or the report of algorithm `number`. */
static char *written_from(const struct grouped *t, uint64_t number, bool ascii, double min_share) {
    char *text = NULL;
    size_t n;
    struct ordo_error e;
    const struct ordo_algorithm_options o = {.ascii = ascii, .min_share = min_share};
    FILE *out = open_memstream(&text, &n);
    if (number)
        assert_ok(ordo_algorithm_view_write(out, t->p, t->t, t->a, number, &o, &e), e);
    else
        assert_ok(ordo_algorithm_table_write(out, t->p, t->t, t->a, &o, &e), e);
    fclose(out);
    return text;
}

static char *written(const struct grouped *t, uint64_t number, bool ascii) {
    return written_from(t, number, ascii, 0);
}

static void figure_3_has_a_line_per_algorithm(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(1000, 10));
    char *text = written(&t, 0, true);
    assert_string_equal(
        text, "main  a.c:1\n"
              "1  uses no data structure (1 invocation, 1,000 steps): loop in main  a.c:2\n"
              "2    uses no data structure (1,000 invocations, 10,000 steps): loop in main  a.c:3\n"
              "3      builds a linked structure of Node; steps = n, n = Node objects "
              "(10,000 invocations, n 0..999)\n"
              "           loop in construct  a.c:41  4,995,000 steps\n"
              "4      modifies a linked structure of Node; steps = 0.25 n^2, n = Node "
              "objects (10,000 invocations, n 0..999)\n"
              "           loop in sort  a.c:51  4,985,010 steps\n"
              "             loop in sort  a.c:52  832,705,938 steps\n");
    free(text);
    text = written(&t, 0, false);
    assert_non_null(strstr(text, "steps = 0.25 n\xc2\xb2, n = Node objects"));
    free(text);
    done(&t);
}

/* Of 838 million steps, those of the sort are shown, and the harness around it, which has few. */
static void algorithms_with_few_steps_are_left_out_and_counted(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(1000, 10));
    static const struct {
        double share;
        const char *text;
    } cases[] = {
        {0.006,
         "main  a.c:1\n"
         "1  uses no data structure (1 invocation, 1,000 steps): loop in main  a.c:2\n"
         "2    uses no data structure (1,000 invocations, 10,000 steps): loop in main  a.c:3\n"
         "4      modifies a linked structure of Node; steps = 0.25 n^2, n = Node "
         "objects (10,000 invocations, n 0..999)\n"
         "           loop in sort  a.c:51  4,985,010 steps\n"
         "             loop in sort  a.c:52  832,705,938 steps\n"
         "\nLeft out, with less than 0.6 % of the steps each: 1 algorithm (--all shows them)\n"},
        {0.99, "\nLeft out, with less than 99 % of the steps each: 1 algorithm and 1 repetition "
               "of those above (--all shows them)\n"},
        {ORDO_REPETITION_SHARE_FITTING, "     loop in construct  a.c:41  4,995,000 steps\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = written_from(&t, 0, true, cases[i].share);
        if (i)
            assert_non_null(strstr(text, cases[i].text));
        else
            assert_string_equal(text, cases[i].text);
        free(text);
    }
    done(&t);
}

/* A loop without iterations above one with iterations, a loop with nothing below it, and one
 * whose inputs were not recorded. */
static void unexecuted_algorithms_are_left_out_unless_all_are_requested(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1);
    uint32_t at = draft_context(&d, ORDO_GATHER_NONE, main_, 1);
    uint32_t outer = draft_context(&d, at, draft_loop(&d, main_, "main", 2), 1);
    uint32_t inner = draft_context(&d, outer, draft_loop(&d, main_, "main", 3), 1);
    uint32_t other = draft_context(&d, at, draft_loop(&d, main_, "main", 4), 1);
    uint32_t unknown = draft_context(&d, at, draft_loop(&d, main_, "main", 5), 1);
    draft_steps(&d, outer, 1, 0);
    draft_steps(&d, inner, 1, 7);
    draft_steps(&d, other, 1, 0);
    draft_steps(&d, unknown, 1, 0);
    for (int i = 0; i < 3; i++) {
        draft_begin(&d, i == 0 ? outer : i == 1 ? inner : other);
        draft_end(&d);
    }
    struct grouped t = group(draft_seal(&d));
    char *text = written_from(&t, 0, true, ORDO_REPETITION_SHARE_FITTING);
    assert_string_equal(text,
                        "main  a.c:1\n"
                        "1  uses no data structure (1 invocation, 0 steps): loop in main  a.c:2\n"
                        "2    uses no data structure (1 invocation, 7 steps): loop in main  a.c:3\n"
                        "4  inputs not recorded (1 invocation, 0 steps): loop in main  a.c:5\n"
                        "\nLeft out, without a step: 1 algorithm (--all shows them)\n");
    free(text);
    text = written(&t, 0, true);
    assert_non_null(
        strstr(text, "3  uses no data structure (1 invocation, 0 steps): loop in main  a.c:4\n"));
    assert_null(strstr(text, "Left out"));
    free(text);
    done(&t);
}

static void a_plain_tree_leaves_out_the_same_algorithms(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(1000, 10));
    struct ordo_error e;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_ok(ordo_tree_table_write(out, t.p, t.t, 0.006, 0, true, &e), e);
    fclose(out);
    assert_non_null(strstr(text,
                           "loop in sort  a.c:52\n\nLeft out, with less than 0.6 % of the steps "
                           "each: 1 repetition (--all shows them)\n"));
    assert_non_null(strstr(text, "loop in main  a.c:3\n"));
    assert_null(strstr(text, "construct"));
    free(text);
    done(&t);
}

static void one_algorithm_is_shown_with_its_functions_and_a_plot(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(100, 5));
    char *text = written(&t, 4, true);
    static const char *const parts[] = {
        "inputs\n  a linked structure of Node: modification, in 500 invocations;",
        "\n    0..99 Node objects\n",
        "\ncost functions\n* steps = ",
        "\n  writes = ",
        "  steps   o mean   ^ greatest   . model\n",
        "  Node objects\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i])) fail_msg("'%s' is not in:\n%s", parts[i], text);
    free(text);
    struct ordo_error e;
    const struct ordo_algorithm_options o = {0};
    assert_int_equal(ordo_algorithm_view_write(stdout, t.p, t.t, t.a, 5, &o, &e), ORDO_BAD_INPUT);
    assert_message(e, "there is no algorithm 5: `ordo tree` numbers them from 1 to 4");
    done(&t);
}

/* The descriptions of an algorithm's inputs, for a loop with inputs of each form. */
static void inputs_are_described_by_form_type_and_order(void **state) {
    (void)state;
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1), type = draft_type(&d, "Edge"),
             ints = draft_type(&d, "int");
    uint32_t entry = draft_context(&d, ORDO_GATHER_NONE, main_, 1);
    uint32_t loop = draft_context(&d, entry, draft_loop(&d, main_, "main", 2), 1);
    draft_steps(&d, loop, 1, 7);
    draft_begin(&d, loop);
    draft_activations(&d, loop, 1, 7);
    draft_fact(&d, loop, draft_input(&d, ORDO_INPUT_STRUCTURE, type, 1), 1, 0, 0, 9);
    draft_fact(&d, loop, draft_input(&d, ORDO_INPUT_STRUCTURE, type, 2), 1, 1, 0, 9);
    draft_fact(&d, loop, draft_input(&d, ORDO_INPUT_ARRAY, ints, 3), 1, 0, 0, 9);
    uint32_t file = draft_input(&d, ORDO_INPUT_SINK, ORDO_TYPE_NONE, 4);
    d.inputs[file].name = "out\n.txt";
    draft_fact(&d, loop, file, 0, 3, 0, 9);
    draft_end(&d);
    struct grouped t = group(draft_seal(&d));
    char *text = written(&t, 0, true);
    assert_string_equal(
        text, "main  a.c:1\n"
              "1  modifies a second linked structure of Edge, walks a linked structure of Edge, "
              "an array of int and writes out?.txt; n = 9 Edge objects of a second linked "
              "structure of Edge (1 invocation, 7 steps)\n"
              "       loop in main  a.c:2  7 steps\n");
    free(text);
    done(&t);
}

static json_t *as_json(const struct grouped *t) {
    char *text = NULL;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&text, &n);
    assert_ok(ordo_tree_json_write(out, t->p, t->t, t->a, &e), e);
    fclose(out);
    json_error_t wrong;
    json_t *j = json_loads(text, 0, &wrong);
    if (!j) fail_msg("%s", wrong.text);
    free(text);
    return j;
}

static void json_has_the_points_behind_each_function(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(20, 3));
    json_t *j = as_json(&t), *list = json_object_get(j, "algorithms");
    assert_string_equal(json_string_value(json_object_get(j, "identity")), "some");
    assert_int_equal(json_array_size(list), 4);
    json_t *sort = json_array_get(list, 3), *functions = json_object_get(sort, "functions");
    assert_int_equal(json_array_size(json_object_get(sort, "nodes")), 2);
    assert_int_equal(json_integer_value(json_object_get(sort, "kept")), 60);
    json_t *best = json_array_get(functions, 0), *points = json_object_get(best, "points");
    assert_true(json_is_true(json_object_get(best, "best")));
    assert_int_equal(json_array_size(points), 20);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(points, 19), 0)), 19);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(points, 19), 1)), 3);
    json_decref(j);
    done(&t);
}

static void chosen(struct grouped *t, const char *words) {
    struct ordo_error e;
    assert_ok(ordo_group_choice_add(t->p, t->t, words, &e), e);
    ordo_algorithms_free(t->a);
    t->a = ordo_algorithms_new(t->p, t->t, ORDO_IDENTITY_SOME);
}

static void assert_rejected(struct grouped *t, const char *words, const char *message) {
    struct ordo_error e;
    assert_int_equal(ordo_group_choice_add(t->p, t->t, words, &e), ORDO_BAD_INPUT);
    assert_message(e, message);
}

static void groups_can_be_joined_and_split_manually(void **state) {
    (void)state;
    struct grouped t = group(draft_figure_3(20, 3));
    chosen(&t, "a.c:52/a.c:51");
    assert_int_equal(t.a->n, 5);
    char *text = written(&t, 0, true);
    assert_non_null(strstr(text, "loop in sort  a.c:52  "));
    assert_non_null(strstr(text, "(split off by hand)"));
    free(text);
    chosen(&t, "sort:51+sort:52");
    assert_int_equal(t.a->n, 4);
    assert_int_equal(t.p->n_choices, 1);
    chosen(&t, "main:2+construct");
    assert_int_equal(t.a->n, 2);
    text = written(&t, 0, true);
    assert_non_null(strstr(text, "loop in construct  a.c:41  570 steps  (joined by hand)"));
    free(text);
    chosen(&t, "auto");
    assert_int_equal(t.a->n, 4);
    assert_rejected(&t, "a.c:41+a.c:51", "neither runs inside the other");
    assert_rejected(&t, "a.c:41+nothing", "does not name two repetitions");
    assert_rejected(&t, "main:2+sort", "matches several repetitions");
    assert_rejected(&t, "main:2", "does not name two repetitions");
    done(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_3_has_a_line_per_algorithm),
        cmocka_unit_test(algorithms_with_few_steps_are_left_out_and_counted),
        cmocka_unit_test(unexecuted_algorithms_are_left_out_unless_all_are_requested),
        cmocka_unit_test(a_plain_tree_leaves_out_the_same_algorithms),
        cmocka_unit_test(one_algorithm_is_shown_with_its_functions_and_a_plot),
        cmocka_unit_test(inputs_are_described_by_form_type_and_order),
        cmocka_unit_test(json_has_the_points_behind_each_function),
        cmocka_unit_test(groups_can_be_joined_and_split_manually),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
