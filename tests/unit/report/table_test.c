/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * table_test.c: the terminal report of a hand-made profile, character by character.
 */
#include "report/terminal/table.h"

#include "base/numerals.h"
#include "profile/gather/gather.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void points(struct ordo_gather *g, uint32_t scope, uint64_t n, uint64_t step) {
    uint32_t series = ordo_gather_series(g, scope, "rms", "blocks", 0, false);
    for (uint64_t i = 1; i <= n; i++)
        ordo_gather_point(
            g, series,
            &(struct ordo_point){.n = i * step, .count = 1, .min = i, .max = i, .sum = i});
}

static struct ordo_profile *profile(void) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope s = {.object = "wf", .file = "src/wf.c"};
    s.name = s.linkage_name = "main";
    s.line = 90;
    s.calls = 1;
    s.cost_total = 44000000;
    s.cost_self = 1200;
    uint32_t main_ = ordo_gather_scope(g, &s);
    points(g, main_, 1, 70000);
    s.name = s.linkage_name = "sort_words_by_count";
    s.line = 40;
    s.calls = 12;
    s.cost_total = 31000000;
    s.cost_self = 7800;
    uint32_t sort = ordo_gather_scope(g, &s);
    points(g, sort, 12, 500);
    s.kind = ORDO_PROFILE_LOOP;
    s.name = "src/wf.c:43";
    s.line = 43;
    s.column = 5;
    s.calls = 12;
    s.iterations = 6000;
    s.cost_total = 30992200;
    s.cost_self = 30992200;
    uint32_t loop = ordo_gather_scope(g, &s);
    points(g, loop, 12, 500);
    ordo_gather_enclose(g, loop, sort, sort);
    s = (struct ordo_profile_scope){.name = "is_letter",
                                    .linkage_name = "is_letter",
                                    .object = "wf",
                                    .file = "src/wf.c",
                                    .line = 5,
                                    .flags = ORDO_PROFILE_FOLDED};
    ordo_gather_scope(g, &s);
    s.name = s.linkage_name = "usage";
    s.flags = 0;
    s.line = 8;
    ordo_gather_scope(g, &s);
    struct ordo_run run = {.command = "./wf book.txt", .unreadable_why = ""};
    struct ordo_process process = {
        .pid = 3, .exe = "/wf", .command = "./wf book.txt", .threads = 1};
    ordo_gather_run(g, &run, NULL, 0, &process, 1);
    ordo_gather_cost(g, 44000000);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static char *report(const struct ordo_table_options *o) {
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    struct ordo_profile *p = profile();
    struct ordo_error e;
    assert_ok(ordo_table_write(f, p, o, &e), e);
    fclose(f);
    ordo_profile_free(p);
    return text;
}

static void expect(const struct ordo_table_options *o, const char *golden) {
    char *text = report(o);
    assert_string_equal(text, golden);
    free(text);
}

static const char warning[] = "\n"
                              "warning [few-sizes] 1 scope: main: only 1 distinct size (rms)\n"
                              "`ordo report --warnings` shows all warnings, and what to do about "
                              "them\n";

static void the_whole_table_matches(void **state) {
    (void)state;
    static const char table[] =
        "./wf book.txt\n"
        "1 run - 1 process - 44.00 M blocks - sizes: n = memory read (rms), in 8-byte cells\n"
        "\n"
        /* clang-format off */
        "  SHARE    TOTAL      OWN  CALLS  DISTINCT       SIZES  SCOPE                          WHERE\n"
        "100.0 %  44.00 M    1,200      1         1      70,000  main                           src/wf.c:90\n"
        " 70.5 %  31.00 M    7,800     12        12  500..6,000  sort_words_by_count            src/wf.c:40\n"
        " 70.4 %  30.99 M  30.99 M     12        12  500..6,000    loop in sort_words_by_count  src/wf.c:43\n"
        /* clang-format on */
        "\n"
        "not shown: 1 folded routine (constant cost), 1 scope that never ran\n";
    char golden[sizeof table + sizeof warning];
    snprintf(golden, sizeof golden, "%s%s", table, warning);
    expect(&(struct ordo_table_options){.ascii = true}, golden);
}

static void a_narrow_terminal_has_fewer_columns(void **state) {
    (void)state;
    static const char table[] =
        "./wf book.txt\n"
        "1 run - 1 process - 44.00 M blocks - sizes: n = memory read (rms), in 8-byte\n"
        "  cells\n"
        "\n"
        "  SHARE    TOTAL    OWN  CALLS       SIZES  SCOPE                WHERE\n"
        "100.0 %  44.00 M  1,200      1      70,000  main                 src/wf.c:90\n"
        " 70.5 %  31.00 M  7,800     12  500..6,000  sort_words_by_count  src/wf.c:40\n"
        "\n"
        "not shown: 1 more scope (--rows 0 shows all), 1 folded routine (constant cost),\n"
        "  1 scope that never ran\n";
    char golden[sizeof table + sizeof warning];
    snprintf(golden, sizeof golden, "%s%s", table, warning);
    expect(&(struct ordo_table_options){.ascii = true, .width = 80, .limit = 2}, golden);
}

static void each_kind_of_warning_has_a_line_and_on_request_a_paragraph(void **state) {
    (void)state;
    char *text = report(&(struct ordo_table_options){.ascii = true});
    assert_non_null(strstr(text, warning));
    assert_null(strstr(text, "record inputs"));
    free(text);
    text = report(&(struct ordo_table_options){.ascii = true, .warnings = true});
    assert_null(strstr(text, warning));
    assert_non_null(strstr(text,
                           "\nwarning [few-sizes]\n"
                           "  main: only 1 distinct size (rms)\n"
                           "  -> record inputs of other sizes and `ordo merge` the profiles\n"));
    free(text);
    text = report(&(struct ordo_table_options){.ascii = true, .width = 40});
    assert_non_null(strstr(text, "warning [few-sizes] 1 scope: main: on...\n"));
    free(text);
}

static void colors_are_balanced(void **state) {
    (void)state;
    char *text = report(&(struct ordo_table_options){.color = true});
    int on = 0, off = 0;
    for (const char *p = text; (p = strstr(p, "\033[")); p++) {
        if (strncmp(p, "\033[0m", 4) == 0)
            off++;
        else
            on++;
    }
    assert_true(off > 0);
    assert_true(on >= off);
    free(text);
    text = report(&(struct ordo_table_options){.color = false});
    assert_null(strchr(text, '\033'));
    free(text);
}

static void depth_and_arguments_replace_a_constant_rms(void **state) {
    (void)state;
    static const char *const metrics[] = {"arg:n", "depth"};
    static const char *const shown[] = {"  5  arg:n 1..5  f ", "  5  depth 1..5  f "};
    for (int i = 0; i < 2; i++) {
        struct ordo_gather *g = ordo_gather_new();
        struct ordo_profile_scope s = {
            .name = "f", .linkage_name = "f", .object = "", .file = "a.c", .calls = 5};
        uint32_t h = ordo_gather_scope(g, &s);
        points(g, h, 1, 2);
        for (int k = 0; k <= i; k++) {
            uint32_t series = ordo_gather_series(g, h, metrics[k], "blocks", 0, false);
            for (uint64_t n = 1; n <= 5; n++)
                ordo_gather_point(g, series, &(struct ordo_point){.n = n, .count = 1});
        }
        struct ordo_profile *p;
        struct ordo_error e;
        assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
        ordo_gather_free(g);
        char *text = NULL;
        size_t n;
        FILE *f = open_memstream(&text, &n);
        assert_ok(ordo_table_write(f, p, &(struct ordo_table_options){.ascii = true}, &e), e);
        fclose(f);
        if (!strstr(text, shown[i])) fail_msg("no '%s' in\n%s", shown[i], text);
        free(text);
        f = open_memstream(&text, &n);
        assert_ok(ordo_table_write(f, p, &(struct ordo_table_options){.metric = "rms"}, &e), e);
        fclose(f);
        assert_null(strstr(text, metrics[i]));
        free(text);
        ordo_profile_free(p);
    }
}

static void sorting_by_name_works(void **state) {
    (void)state;
    char *text = report(&(struct ordo_table_options){.sort = ORDO_SORT_NAME});
    assert_true(strstr(text, "  main ") < strstr(text, "sort_words_by_count "));
    assert_true(strstr(text, "sort_words_by_count ") < strstr(text, "loop in sort_words_by_count"));
    free(text);
}

static void lines_fit_the_terminal(void **state) {
    static const size_t widths[] = {90, 60};
    (void)state;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        char *text = report(&(struct ordo_table_options){.ascii = true, .width = widths[k]});
        char *line = strstr(text, "  SHARE");
        for (int i = 0; i < 4; i++) {
            size_t n = strcspn(line, "\n");
            if (n > widths[k]) fail_msg("%zu columns: %.*s", n, (int)n, line);
            line += n + 1;
        }
        /* Columns are left out before names are shortened. */
        assert_true((strstr(text, "...") != NULL) == (widths[k] < 80));
        free(text);
    }
}

static void hostile_names_cannot_control_the_terminal(void **state) {
    (void)state;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope s = {
        .name = "evil\033[2J\n", .linkage_name = "e", .object = "", .file = "a\tb.c", .calls = 1};
    ordo_gather_scope(g, &s);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    assert_ok(ordo_table_write(f, p, &(struct ordo_table_options){0}, &e), e);
    fclose(f);
    assert_null(strchr(text, '\033'));
    assert_non_null(strstr(text, "evil?[2J?"));
    free(text);
    ordo_profile_free(p);
}

static void template_arguments_of_long_names_are_left_out(void **state) {
    (void)state;
    static const struct {
        const char *name, *shown;
    } names[] = {
        {"std::map<int, int>::find", " std::map<int, int>::find "},
        {"std::map<int, int, std::less<int>, std::allocator<int> >::operator[]",
         " std::map<...>::operator[] "},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct ordo_gather *g = ordo_gather_new();
        struct ordo_profile_scope s = {.name = names[i].name,
                                       .linkage_name = "x",
                                       .object = "a",
                                       .file = "a.cpp",
                                       .line = 1,
                                       .calls = 1,
                                       .cost_total = 5};
        ordo_gather_scope(g, &s);
        ordo_gather_cost(g, 5);
        struct ordo_profile *p;
        struct ordo_error e;
        assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
        ordo_gather_free(g);
        char *text = NULL;
        size_t n;
        FILE *f = open_memstream(&text, &n);
        assert_ok(ordo_table_write(f, p, &(struct ordo_table_options){.ascii = true}, &e), e);
        fclose(f);
        if (!strstr(text, names[i].shown)) fail_msg("no '%s' in:\n%s", names[i].shown, text);
        free(text);
        ordo_profile_free(p);
    }
}

static void a_full_disk_is_an_error(void **state) {
    (void)state;
    FILE *f = fopen("/dev/full", "w");
    struct ordo_profile *p = profile();
    struct ordo_error e;
    assert_int_equal(ordo_table_write(f, p, &(struct ordo_table_options){0}, &e), ORDO_ENVIRONMENT);
    assert_message(e, "No space left on device");
    fclose(f);
    ordo_profile_free(p);
}

static void numbers_are_readable(void **state) {
    (void)state;
    char n[ORDO_NUMERAL_BYTES];
    assert_string_equal(ordo_numeral_exact(n, 0), "0");
    assert_string_equal(ordo_numeral_exact(n, 999), "999");
    assert_string_equal(ordo_numeral_exact(n, UINT64_MAX), "18,446,744,073,709,551,615");
    assert_string_equal(ordo_numeral_short(n, 9999999), "9,999,999");
    assert_string_equal(ordo_numeral_short(n, 10000000), "10.00 M");
    assert_string_equal(ordo_numeral_short(n, 999949999), "999.9 M");
    assert_string_equal(ordo_numeral_short(n, 999999999), "1.000 G");
    assert_string_equal(ordo_numeral_short(n, UINT64_MAX), "18.45 E");
    assert_string_equal(ordo_numeral_wide(n, 1, 0), "18446744073709551616");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_table_matches),
        cmocka_unit_test(a_narrow_terminal_has_fewer_columns),
        cmocka_unit_test(each_kind_of_warning_has_a_line_and_on_request_a_paragraph),
        cmocka_unit_test(colors_are_balanced),
        cmocka_unit_test(depth_and_arguments_replace_a_constant_rms),
        cmocka_unit_test(sorting_by_name_works),
        cmocka_unit_test(lines_fit_the_terminal),
        cmocka_unit_test(hostile_names_cannot_control_the_terminal),
        cmocka_unit_test(template_arguments_of_long_names_are_left_out),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(numbers_are_readable),
    };
    return cmocka_run_group_tests_name("report/table", tests, NULL, NULL);
}
