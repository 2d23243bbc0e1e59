/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcc_options_test.c: which options only gcc has.
 */
#include "wrapper/gcc_options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const options[] = {
#define GCC_OPTION(name, forms) name,
#include "wrapper/gcc_options.def"
};
static const char *const warnings[] = {
#define GCC_WARNING(name) name,
#include "wrapper/gcc_options.def"
};

static void assert_sorted(const char *const *names, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (strcmp(names[i - 1], names[i]) >= 0) fail_msg("%s, %s", names[i - 1], names[i]);
}

static void the_tables_are_sorted(void **state) {
    (void)state;
    assert_sorted(options, sizeof options / sizeof *options);
    assert_sorted(warnings, sizeof warnings / sizeof *warnings);
}

static void each_form_is_distinguished(void **state) {
    (void)state;
    assert_int_equal(ordo_gcc_option_find("-fipa-pta"), ORDO_GCC_OPTION);
    assert_int_equal(ordo_gcc_option_find("-fno-ipa-pta"), ORDO_GCC_OPTION);
    assert_int_equal(ordo_gcc_option_find("-fabi-version=6"), ORDO_GCC_OPTION);
    assert_int_equal(ordo_gcc_option_find("-Wlogical-op"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Wno-maybe-uninitialized"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Werror=logical-op"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Wstringop-overflow=2"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Wshadow=local"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Werror=implicit-fallthrough=3"), ORDO_GCC_WARNING);
    assert_int_equal(ordo_gcc_option_find("-Wformat=1"), ORDO_GCC_WARNING);
}

static void options_of_clang_are_kept(void **state) {
    (void)state;
    static const char *const known[] = {
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wshadow",
        "-Wno-shadow",
        "-Werror=implicit-fallthrough",
        "-Wformat",
        "-Wformat=2",
        "-Wno-format",
        "-W",
        "-fPIC",
        "-fno-plt",
        "-ffast-math",
        "-march=native",
        "-m64",
        "-Wl,-z,now",
        "-Wa,--noexecstack",
        "-Wp,-MD,x",
        "-fno-such-thing",
        "a.c",
        "-",
        "",
        "-f",
        "-fno-",
        "-Wno-",
        "-g",
        "-mno-",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ordo_gcc_option_find(known[i]) != ORDO_GCC_NOT) fail_msg("%s", known[i]);
    char longest[300];
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "-fno-", 5);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(ordo_gcc_option_find(longest), ORDO_GCC_NOT);
    memcpy(longest, "-Wno-", 5);
    assert_int_equal(ordo_gcc_option_find(longest), ORDO_GCC_NOT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_sorted),
        cmocka_unit_test(each_form_is_distinguished),
        cmocka_unit_test(options_of_clang_are_kept),
    };
    return cmocka_run_group_tests_name("gcc_options", tests, NULL, NULL);
}
