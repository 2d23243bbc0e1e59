/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_test.c: JSON, CSV and table of a hand-made laboratory.
 */
#include "lab/lab_lines.h"
#include "report/export/lab_csv.h"
#include "report/json/lab_json.h"
#include "report/terminal/lab_table.h"
#include "report/words/lab_text.h"

#include "support/made_lab.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

typedef enum ordo_status writer(FILE *out, const struct ordo_lab *lab, struct ordo_error *error);

static char *written(writer *write, const struct ordo_lab *lab) {
    char *bytes = NULL;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&bytes, &n);
    assert_non_null(out);
    assert_ok(write(out, lab, &e), e);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static struct ordo_lab made(unsigned largest, unsigned step) {
    struct ordo_lab lab;
    assert_true(made_lab(&lab, largest, step));
    return lab;
}

static json_t *parsed(writer *write, const struct ordo_lab *lab) {
    json_error_t error;
    char *text = written(write, lab);
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!j) fail_msg("line %d: %s", error.line, error.text);
    free(text);
    return j;
}

static json_int_t number(const json_t *points, size_t size, size_t field) {
    const json_t *v = json_array_get(json_array_get(points, size), field);
    return json_is_string(v) ? atoll(json_string_value(v)) : json_integer_value(v);
}

static const json_t *points(const json_t *statement, const char *which) {
    return json_object_get(json_object_get(statement, which), "points");
}

static const json_t *statement(const json_t *experiment, json_int_t line, json_int_t column) {
    size_t i;
    const json_t *s;
    json_array_foreach(json_object_get(experiment, "statements"), i, s) {
        if (json_integer_value(json_object_get(s, "line")) == line &&
            json_integer_value(json_object_get(s, "col")) == column &&
            strcmp(json_string_value(json_object_get(s, "file")), "course.c") == 0)
            return s;
    }
    fail_msg("no statement at %lld:%lld", (long long)line, (long long)column);
    return NULL;
}

static void json_has_every_statement_at_every_size(void **state) {
    (void)state;
    struct ordo_lab lab = made(100, 10);
    json_t *j = parsed(ordo_lab_json_write, &lab);
    const json_t *list = json_object_get(j, "experiments"), *bubble = json_array_get(list, 0);
    assert_int_equal(json_array_size(list), 6);
    assert_string_equal(json_string_value(json_object_get(bubble, "seed")), "9007199254740999");
    assert_int_equal(json_array_size(json_object_get(bubble, "statements")), lab.n_statements);
    const json_t *compare = points(statement(bubble, 8, 17), "own");
    for (size_t i = 0; i <= 10; i++) {
        json_int_t n = (json_int_t)i * 10, comparisons = (n * n - n) / 2;
        assert_int_equal(number(compare, i, 0), n);
        assert_int_equal(number(compare, i, 1), 30);
        assert_int_equal(number(compare, i, 2), comparisons);
        assert_int_equal(number(compare, i, 3), comparisons);
        assert_int_equal(number(compare, i, 4), 30 * comparisons);
    }
    const json_t *moves = points(statement(bubble, 9, 31), "own");
    assert_true(number(moves, 10, 2) < number(moves, 10, 3));
    const json_t *both = statement(json_array_get(list, 3), 34, 5);
    assert_int_equal(number(points(both, "own"), 5, 4), 7);        /* 15 calls, 7 no leaves */
    assert_int_equal(number(points(both, "inclusive"), 5, 4), 29); /* 15 n < 2, 8 leaves, 6 + 1 */
    json_decref(j);
    ordo_arena_free(lab.arena);
}

static void a_failed_experiment_has_a_reason_and_keeps_its_sizes(void **state) {
    (void)state;
    struct ordo_lab lab = made(100, 10);
    json_t *j = parsed(ordo_lab_json_write, &lab);
    const json_t *list = json_object_get(j, "experiments"), *crashed = json_array_get(list, 4),
                 *late = json_array_get(list, 5);
    assert_string_equal(json_string_value(json_object_get(crashed, "status")), "crashed");
    assert_non_null(strstr(json_string_value(json_object_get(crashed, "why")), "signal 11"));
    assert_int_equal(json_array_size(json_object_get(crashed, "sizes")), 5);
    assert_string_equal(json_string_value(json_object_get(late, "status")), "timeout");
    assert_int_equal(json_array_size(json_object_get(late, "sizes")), 0);
    assert_true(json_is_null(json_object_get(json_array_get(list, 0), "why")));
    json_decref(j);
    ordo_arena_free(lab.arena);
}

/* A line's minimum is that of a repetition, not the sum of its statements' minima. */
static void a_lines_statements_are_summed_in_each_repetition(void **state) {
    (void)state;
    struct ordo_lab_statement s[] = {{.line = 1},
                                     {.line = 3},
                                     {.line = 3},
                                     {.file = 1, .line = 3},
                                     {.file = 1, .line = 4},
                                     {.file = 1, .line = 4},
                                     {.file = 1, .line = 4}};
    struct ordo_lab lab = {.arena = ordo_arena_new(), .statements = s, .n_statements = 7};
    struct ordo_lab_experiment e = {0};
    ordo_lab_lines_find(&lab);
    assert_int_equal(lab.n_lines, 2);
    assert_int_equal(lab.lines[0].first, 1);
    assert_int_equal(lab.lines[0].n, 2);
    assert_int_equal(lab.lines[1].first, 4);
    assert_int_equal(lab.lines[1].n, 3);
    ordo_lab_lines_new(&lab, &e, 1);
    const uint64_t first[] = {9, 1, 10, 9, 0, 0, 0}, second[] = {9, 10, 2, 9, 1, 2, 3};
    ordo_lab_lines_add(&lab, &e, 0, 50, first, second);
    ordo_lab_lines_add(&lab, &e, 0, 50, second, first);
    const struct ordo_lab_point *own = e.own_lines[0].points, *other = e.inclusive_lines[1].points;
    assert_int_equal(own->n, 50);
    assert_int_equal(own->count, 2);
    assert_int_equal(own->min, 11);
    assert_int_equal(own->max, 12);
    assert_int_equal(own->sum, 23);
    assert_int_equal(own->sumsq, 11 * 11 + 12 * 12);
    assert_int_equal(other->min, 0);
    assert_int_equal(other->max, 6);
    ordo_arena_free(lab.arena);
}

/* The checks against docs/lab.schema.json need a Python module that may be missing. */
static void json_follows_the_schema(void **state) {
    const char *source = getenv("ORDO_SOURCE"), *path = temporary_path(state, "lab.json");
    struct ordo_lab lab = made(60, 20);
    char *text = written(ordo_lab_json_write, &lab), command[4096];
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    free(text);
    ordo_arena_free(lab.arena);
    if (!source) skip();
    snprintf(command, sizeof command,
             "python3 '%s/tests/report/validate.py' '%s/docs/lab.schema.json' '%s'", source, source,
             path);
    int status = system(command);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
    assert_int_equal(status, 0);
}

static size_t lines(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

static void csv_has_a_row_per_experiment_statement_and_size(void **state) {
    (void)state;
    struct ordo_lab lab = made(20, 10);
    size_t expected = 1;
    for (size_t i = 0; i < lab.n_experiments; i++)
        expected += lab.n_statements * lab.experiments[i].n_sizes;
    char *text = written(ordo_lab_csv_write, &lab);
    assert_int_equal(lines(text), expected);
    static const char row[] = "\r\nbubble_sort/ordo_random_ints,bubble_sort,ordo_random_ints,"
                              "9007199254740999,ok,course.c,8,17,8,32,condition,bubble_sort,"
                              "20,30,190,190,5700,1083000,190,190,5700,1083000\r\n";
    if (!strstr(text, row)) fail_msg("no row '%s' in %.600s", row, text);
    free(text);
    ordo_arena_free(lab.arena);
}

static void csv_quotes_names(void **state) {
    (void)state;
    struct ordo_lab lab = made(10, 10);
    lab.experiments[0].function = "=HYPERLINK(\"x\"),\n1";
    lab.n_experiments = 1;
    char *text = written(ordo_lab_csv_write, &lab);
    assert_non_null(strstr(text, ",\"'=HYPERLINK(\"\"x\"\"),\n1\","));
    free(text);
    ordo_arena_free(lab.arena);
}

static enum ordo_status table_cut(FILE *out, const struct ordo_lab *lab, struct ordo_error *error) {
    return ordo_lab_table_write(
        out, lab, &(struct ordo_lab_table_options){.limit = 3, .width = 70, .ascii = true}, error);
}

static enum ordo_status table_whole(FILE *out, const struct ordo_lab *lab,
                                    struct ordo_error *error) {
    return ordo_lab_table_write(out, lab, &(struct ordo_lab_table_options){.limit = 4}, error);
}

static void table_shows_the_hottest_statements(void **state) {
    (void)state;
    struct ordo_lab lab = made(200, 10);
    lab.experiments += 1; /* those of sorted input are equal everywhere */
    lab.n_experiments = 1;
    char *text = written(table_whole, &lab);
    assert_string_equal(
        text, "bubble_sort/ordo_sorted_ints  ok\n"
              "21 sizes, 0..200, 2 repetitions each, seed 1001\n"
              "the whole function: n^2 99 %, cost 1.502 n^2 + 2.312 n; 60,498 executions of "
              "statements at n = 200\n"
              "  (mean of 2)\n"
              "\n"
              "LINE     OWN  WITH CALLS  GROWTH    COST                   STATEMENT\n"
              "   7  20,099      20,099  n^2 99 %  0.5009 n^2 + 0.4054 n  i < k\n"
              "   7  19,900      19,900  n^2 99 %  0.5 n^2 - 0.5 n        i++\n"
              "   8  19,900      19,900  n^2 99 %  0.5 n^2 - 0.5 n        d[i] > d[i + 1]\n"
              "   6     200         200  n 99 %    1 n                    k > 0\n"
              "3 more statements ran\n");
    free(text);
    ordo_arena_free(lab.arena);
}

static void table_shows_why_an_experiment_failed_and_fits_the_terminal(void **state) {
    (void)state;
    struct ordo_lab lab = made(100, 10);
    char *text = written(table_cut, &lab);
    assert_non_null(strstr(text, "linear_search/ordo_random_ints  crashed: signal 11"));
    assert_non_null(strstr(text, "own  timeout: size 0 took longer than 10 s"));
    assert_non_null(strstr(text, "\n0 sizes, seed 1005\n"));
    assert_non_null(strstr(text, "swap.h:2")); /* a file other than the experiment's */
    assert_non_null(strstr(text, "...\n"));
    for (const char *row = strstr(text, "LINE"); row; row = strstr(row + 1, "LINE")) {
        const char *end = row;
        for (int i = 0; i < 4; i++) {
            size_t n = strcspn(end, "\n");
            if (n > 70) fail_msg("wider than 70: %.*s", (int)n, end);
            end += n + 1;
        }
    }
    free(text);
    ordo_arena_free(lab.arena);
}

static void lines_above_the_table_keep_to_the_width(void **state) {
    (void)state;
    struct ordo_lab lab = made(100, 10);
    lab.experiments[0].end = ORDO_LAB_CRASHED;
    lab.experiments[0].why = "size 100, seed 12345: a/folder/of/some/length/course.c:12: member "
                             "access within null pointer of type 'struct ordo_list_node'";
    lab.n_experiments = 1;
    writer *const writers[] = {table_cut, table_whole};
    const size_t widths[] = {70, 100};
    for (size_t i = 0; i < 2; i++) {
        char *text = written(writers[i], &lab);
        assert_non_null(strstr(text, "'struct"));
        assert_non_null(strstr(text, "ordo_list_node'\n"));
        for (const char *line = text; strncmp(line, "LINE", 4) != 0;
             line += strcspn(line, "\n") + 1)
            if (strcspn(line, "\n") > widths[i])
                fail_msg("wider than %zu: %.*s", widths[i], (int)strcspn(line, "\n"), line);
        free(text);
    }
    ordo_arena_free(lab.arena);
}

static void statements_are_described_in_one_line(void **state) {
    (void)state;
    struct ordo_lab lab = made(10, 10);
    const char *sources[] = {"a(\n\t  b,\x1b c);\n", NULL};
    lab.sources = sources;
    struct ordo_lab_statement s = {.line = 1, .column = 1, .end_line = 2, .end_column = 10};
    struct ordo_text t = {0};
    ordo_lab_text_add(&t, &lab, &s);
    assert_string_equal(t.bytes, "a( b,? c)");
    const struct ordo_lab_statement nowhere[] = {
        {.line = 9, .column = 1, .end_line = 9, .end_column = 2},
        {.line = 1, .column = 3, .end_line = 1, .end_column = 90},
        {.line = 2, .column = 1, .end_line = 1, .end_column = 1},
        {.file = 1, .line = 1, .column = 1, .end_line = 1, .end_column = 2},
    };
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        ordo_text_clear(&t);
        ordo_lab_text_add(&t, &lab, &nowhere[i]);
        assert_string_equal(t.bytes, "(statement)");
    }
    ordo_text_done(&t);
    ordo_arena_free(lab.arena);
}

static void a_full_disk_is_an_error(void **state) {
    (void)state;
    struct ordo_lab lab = made(10, 10);
    writer *const writers[] = {ordo_lab_json_write, ordo_lab_csv_write, table_whole};
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        struct ordo_error e;
        FILE *out = fopen("/dev/full", "w");
        if (!out) skip();
        assert_int_equal(writers[i](out, &lab, &e), ORDO_ENVIRONMENT);
        assert_message(e, "cannot be written");
        fclose(out);
    }
    ordo_arena_free(lab.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_every_statement_at_every_size),
        cmocka_unit_test(a_failed_experiment_has_a_reason_and_keeps_its_sizes),
        cmocka_unit_test(a_lines_statements_are_summed_in_each_repetition),
        cmocka_unit_test_setup_teardown(json_follows_the_schema, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test(csv_has_a_row_per_experiment_statement_and_size),
        cmocka_unit_test(csv_quotes_names),
        cmocka_unit_test(table_shows_the_hottest_statements),
        cmocka_unit_test(table_shows_why_an_experiment_failed_and_fits_the_terminal),
        cmocka_unit_test(lines_above_the_table_keep_to_the_width),
        cmocka_unit_test(statements_are_described_in_one_line),
        cmocka_unit_test(a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
