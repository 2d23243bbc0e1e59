/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * response_file_test.c: command lines with @FILE arguments.
 */
#include "wrapper/response_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/ordo-response-XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    unlink("args"), unlink("inner"), unlink("loop");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void assert_words(const char *text, const char *expected) {
    struct ordo_response r;
    char *argv[] = {"@args"};
    write_file("args", text);
    ordo_response_read(argv, 1, &r);
    char *joined = ordo_words_join(&r.flat, "|");
    assert_string_equal(joined, expected);
    free(joined);
    ordo_response_done(&r);
}

static void quoting_follows_gnu(void **state) {
    (void)state;
    assert_words("-c a.c\n-o\ta.o\r\n", "-c|a.c|-o|a.o");
    assert_words("'a b' \"c d\" e\\ f", "a b|c d|e f");
    assert_words("-DX=\"a 'b'\" 'it\"s'", "-DX=a 'b'|it\"s");
    assert_words("a\\\\b \"x\\\"y\" ''", "a\\b|x\"y|");
    assert_words("  \n ", "");
    assert_words("ends\\", "ends\\");
    assert_words("'open", "open");
}

static void origins_point_to_the_argument(void **state) {
    (void)state;
    struct ordo_response r;
    char *argv[] = {"-c", "@args", "x.c", "@no-such-file"};
    write_file("args", "a @inner b");
    write_file("inner", "c d");
    ordo_response_read(argv, 4, &r);
    char *joined = ordo_words_join(&r.flat, "|");
    assert_string_equal(joined, "-c|a|c|d|b|x.c|@no-such-file");
    static const size_t origins[] = {0, 1, 1, 1, 1, 2, 3};
    for (size_t i = 0; i < r.flat.n; i++) assert_int_equal(r.origin[i], origins[i]);
    free(joined);
    ordo_response_done(&r);
}

static void a_file_that_includes_itself_terminates(void **state) {
    (void)state;
    struct ordo_response r;
    char *argv[] = {"@loop"};
    write_file("loop", "x @loop");
    ordo_response_read(argv, 1, &r);
    assert_true(r.flat.n > 2 && r.flat.n < 100);
    ordo_response_done(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quoting_follows_gnu),
        cmocka_unit_test(origins_point_to_the_argument),
        cmocka_unit_test(a_file_that_includes_itself_terminates),
    };
    return cmocka_run_group_tests_name("response_file", tests, enter, leave);
}
