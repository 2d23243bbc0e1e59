/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lines that are too wide for a terminal.
 */
#include "support/unit.h"

#include "report/terminal/wrapped_text.h"

static void check(const char *text, unsigned width, const char *expected) {
    struct ordo_text t = {0};
    ordo_text_add(&t, text);
    ordo_wrapped_text_fit(&t, width);
    assert_string_equal(t.bytes, expected);
    ordo_text_done(&t);
}

static void lines_that_fit_stay(void **state) {
    (void)state;
    check("one two\n\n  three\n", 7, "one two\n\n  three\n");
    check("a line of any width\n", 0, "a line of any width\n");
}

static void wide_lines_are_broken_at_blanks(void **state) {
    (void)state;
    check("one two three four\n", 10, "one two\n  three\n  four\n");
    check("  one two three\n", 10, "  one two\n    three\n");
    check("no end", 4, "no\n  en\n  d");
}

static void several_blanks_are_one_place_to_break(void **state) {
    (void)state;
    check("one two   three\n", 8, "one two\n  three\n");
}

static void words_that_are_too_wide_are_divided(void **state) {
    (void)state;
    check("/a/long/path and more\n", 8, "/a/long/\n  path\n  and\n  more\n");
    check("in space::table::insert\n", 11, "in\n  space::\n  table::\n  insert\n");
    check("abcdefghij\n", 4, "abcd\n  ef\n  gh\n  ij\n");
    check("n\xc2\xb2n\xc2\xb2n\xc2\xb2\n", 4, "n\xc2\xb2n\xc2\xb2\n  n\xc2\xb2\n");
}

static void parts_begin_behind_the_number_of_a_line(void **state) {
    (void)state;
    check("12  one two three\n", 12, "12  one two\n    three\n");
    check("12 one two three\n", 12, "12 one two\n  three\n");
}

static void escape_sequences_and_bytes_of_one_character_have_no_width(void **state) {
    (void)state;
    check("\033[1mone\033[0m two\n", 7, "\033[1mone\033[0m two\n");
    check("n\xc2\xb2 n\xc2\xb2 n\xc2\xb2\n", 8, "n\xc2\xb2 n\xc2\xb2 n\xc2\xb2\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_fit_stay),
        cmocka_unit_test(wide_lines_are_broken_at_blanks),
        cmocka_unit_test(several_blanks_are_one_place_to_break),
        cmocka_unit_test(words_that_are_too_wide_are_divided),
        cmocka_unit_test(parts_begin_behind_the_number_of_a_line),
        cmocka_unit_test(escape_sequences_and_bytes_of_one_character_have_no_width),
    };
    return cmocka_run_group_tests_name("report/wrapped_text", tests, NULL, NULL);
}
