/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_line_test.c: what a compiler's command line requests.
 */
#include "base/words.h"
#include "wrapper/command_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct ordo_command_line scan(const char *text) {
    static struct ordo_words words; /* static: the result points into it */
    bool own[64] = {false};
    ordo_words_done(&words);
    ordo_words_add_split(&words, text, ' ');
    assert_true(words.n < sizeof own);
    return ordo_command_line_read(words.v, words.n, own);
}

#define ASSERT_SOURCE(text, expected)                                                              \
    do {                                                                                           \
        const char *source_ = scan(text).source;                                                   \
        if (expected) {                                                                            \
            if (!source_) fail_msg("%s: no source", text);                                         \
            assert_string_equal(source_, expected);                                                \
        } else if (source_) {                                                                      \
            fail_msg("%s: source %s", text, source_);                                              \
        }                                                                                          \
    } while (0)
static const char *const none = NULL;

#define ASSERT_LINKS(text, expected)                                                               \
    do {                                                                                           \
        if (scan(text).links != (expected)) fail_msg("%s: links is not " #expected, text);         \
    } while (0)

static void the_source_is_the_first_compiled_file(void **state) {
    (void)state;
    ASSERT_SOURCE("-c a.c", "a.c");
    ASSERT_SOURCE("-O2 -o out.c dir/a.cpp b.c", "dir/a.cpp");
    ASSERT_SOURCE("-I inc.c -D x.c -include h.c -MF d.c -Xclang q.c -c real.c", "real.c");
    ASSERT_SOURCE("x.o y.s z.a w.so b.c", "b.c");
    ASSERT_SOURCE("-x c -", "-");
    ASSERT_SOURCE("-xc++ weird", "weird");
    ASSERT_SOURCE("-x c a.txt -x none b.o", "a.txt");
    ASSERT_SOURCE("-- -a.c", "-a.c");
    ASSERT_SOURCE("a.o -o a", none);
    ASSERT_SOURCE("-x assembler a.c", none);
    ASSERT_SOURCE("a.ll b.bc", none);
    ASSERT_SOURCE("-v", none);
}

static void headers_and_early_phases_compile_nothing(void **state) {
    (void)state;
    ASSERT_SOURCE("-x c-header a.h", none);
    ASSERT_SOURCE("a.h -o a.h.gch", none);
    ASSERT_SOURCE("-x c++-header a", none);
    ASSERT_SOURCE("-E a.c", none);
    ASSERT_SOURCE("-c -E a.c", none);
    ASSERT_SOURCE("-E -c a.c", none);
    ASSERT_SOURCE("-M a.c", none);
    ASSERT_SOURCE("-MM a.c", none);
    ASSERT_SOURCE("-fsyntax-only a.c", none);
    ASSERT_SOURCE("-MD -MP -c a.c", "a.c");
}

static void only_a_last_phase_of_linking_links(void **state) {
    (void)state;
    ASSERT_LINKS("a.c", true);
    ASSERT_LINKS("a.o b.a -o x", true);
    ASSERT_LINKS("-shared a.o", true);
    ASSERT_LINKS("-lm a.o", true);
    ASSERT_LINKS("-c a.c", false);
    ASSERT_LINKS("-S a.c", false);
    ASSERT_LINKS("-E a.c", false);
    ASSERT_LINKS("-r a.o b.o -o c.o", false);
    ASSERT_LINKS("a.h", false);
    ASSERT_LINKS("--version", false);
    ASSERT_LINKS("-print-search-dirs", false);
    ASSERT_LINKS("-dumpmachine", false);
    ASSERT_LINKS("-v", false);
    ASSERT_LINKS("-Wl,--version", false);
    ASSERT_LINKS("-o x", false);
}

static void the_last_level_of_debug_information_counts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum ordo_debug_level level;
    } rows[] = {
        {"-c a.c", ORDO_DEBUG_UNSET},
        {"-g -c a.c", ORDO_DEBUG_SOME},
        {"-g0 -c a.c", ORDO_DEBUG_NONE},
        {"-g -g0", ORDO_DEBUG_NONE},
        {"-g0 -g", ORDO_DEBUG_SOME},
        {"-ggdb3", ORDO_DEBUG_SOME},
        {"-ggdb0", ORDO_DEBUG_NONE},
        {"-gdwarf-4", ORDO_DEBUG_SOME},
        {"-gline-tables-only", ORDO_DEBUG_LINES},
        {"-g1", ORDO_DEBUG_LINES},
        {"-gz", ORDO_DEBUG_UNSET},
        {"-gsplit-dwarf", ORDO_DEBUG_UNSET},
        {"-gno-column-info", ORDO_DEBUG_UNSET},
        {"-gdwarf64", ORDO_DEBUG_UNSET},
        {"-g0 -gcolumn-info", ORDO_DEBUG_NONE},
        {"-o -g", ORDO_DEBUG_UNSET},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (scan(rows[i].text).debug != rows[i].level)
            fail_msg("%s: level %d, expected %d", rows[i].text, scan(rows[i].text).debug,
                     rows[i].level);
}

static void unsupported_sanitizers_are_reported(void **state) {
    (void)state;
    assert_string_equal(scan("-fsanitize=thread a.c").sanitizer, "thread");
    assert_string_equal(scan("-fsanitize=address,memory a.c").sanitizer, "memory");
    assert_null(scan("-fsanitize=address,undefined a.c").sanitizer);
    assert_null(scan("-fsanitize=memory-something a.c").sanitizer);
    assert_null(scan("-fsanitize=thread -fno-sanitize=thread a.c").sanitizer);
    assert_null(scan("-fsanitize=thread -fno-sanitize=all a.c").sanitizer);
    assert_null(scan("-o -fsanitize=thread a.c").sanitizer);
}

static void other_machines_are_reported(void **state) {
    (void)state;
    assert_string_equal(scan("-m32 a.c").target, "-m32");
    assert_string_equal(scan("--target=aarch64-linux-gnu a.c").target,
                        "--target=aarch64-linux-gnu");
    assert_null(scan("-m32 -m64 a.c").target);
    assert_null(scan("--target=x86_64-pc-linux-gnu a.c").target);
    assert_null(scan("-march=native -mtune=generic a.c").target);
}

static void link_flags_are_found(void **state) {
    (void)state;
    assert_true(scan("-static a.o").is_static);
    assert_true(scan("-static-pie a.o").is_static);
    assert_false(scan("-static-libgcc a.o").is_static);
    assert_true(scan("-flto=thin a.o").is_lto);
    assert_false(scan("-flto -fno-lto a.o").is_lto);
    assert_true(scan("-flto -fuse-ld=bfd a.o").linker_chosen);
    assert_true(scan("-x c a.c").language_set);
    assert_false(scan("-x c a.c -x none").language_set);
    assert_true(scan("a.o -- b.o").options_end);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_source_is_the_first_compiled_file),
        cmocka_unit_test(headers_and_early_phases_compile_nothing),
        cmocka_unit_test(only_a_last_phase_of_linking_links),
        cmocka_unit_test(the_last_level_of_debug_information_counts),
        cmocka_unit_test(unsupported_sanitizers_are_reported),
        cmocka_unit_test(other_machines_are_reported),
        cmocka_unit_test(link_flags_are_found),
    };
    return cmocka_run_group_tests_name("command_line", tests, NULL, NULL);
}
