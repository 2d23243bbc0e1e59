/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* numbers_sort_test.c: effects of the models of conversions to numbers, of sorting and
 * searching, and of wide text. */
#include <errno.h>
#include <math.h>
#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "fake_effects.h"
#include <cmocka.h>

WRAP(strtol);
WRAP(strtoull);
WRAP(strtod);
WRAP(atoi);
WRAP(atof);
WRAP(wcstol);
WRAP(qsort);
WRAP(qsort_r);
WRAP(bsearch);
WRAP(lsearch);
WRAP(lfind);
WRAP(tsearch);
WRAP(wcslen);
WRAP(wcscpy);
WRAP(wcsncpy);
WRAP(wmemcpy);
WRAP(mbstowcs);
WRAP(wcstombs);
WRAP(mbsnrtowcs);
WRAP(frexp);
extern int __ordo_wrap_wcscmp(const wchar_t *, const wchar_t *);

static char s[64];
static char *end;
static int v[8];
static wchar_t w[16], x[16];

static int name_regions(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(s, sizeof s, "s");
    fake_name(&end, sizeof end, "end");
    fake_name(v, sizeof v, "v");
    fake_name(w, sizeof w, "w");
    fake_name(x, sizeof x, "x");
    return 0;
}

static void digits_and_the_next_character_are_read(void **state) {
    (void)state;
    strcpy(s, "  42abc");
    assert_int_equal(__ordo_wrap_strtol(s, &end, 10), 42);
    assert_ptr_equal(end, s + 4);
    assert_string_equal(fake_log(), "read s+0:5 write end+0:8 strtol 13");
    assert_int_equal(__ordo_wrap_strtol(s, NULL, 16), 0x42abc);
    assert_string_equal(fake_log(), "read s+0:8 strtol 8");
    assert_int_equal(__ordo_wrap_atoi(s), 42);
    assert_string_equal(fake_log(), "read s+0:5 atoi 5");
    strcpy(s, "-2.5e1z");
    assert_true(__ordo_wrap_strtod(s, NULL) == -25);
    assert_string_equal(fake_log(), "read s+0:7 strtod 7");
    assert_true(__ordo_wrap_atof(s) == -25);
    assert_string_equal(fake_log(), "read s+0:7 atof 7");
    strcpy(s, "none");
    assert_int_equal(__ordo_wrap_strtol(s, &end, 10), 0);
    assert_ptr_equal(end, s);
    assert_string_equal(fake_log(), "read s+0:1 write end+0:8 strtol 9");
    errno = 0;
    assert_true(__ordo_wrap_strtoull("99999999999999999999", NULL, 10) == ~0ull);
    assert_int_equal(errno, ERANGE);
    wcscpy(w, L"17 x");
    fake_log();
    assert_int_equal(__ordo_wrap_wcstol(w, NULL, 10), 17);
    assert_string_equal(fake_log(), "read w+0:12 wcstol 12");
}

static void plain_conversions_equal_the_librarys(void **state) {
    (void)state;
    /* through a pointer: the header promises that atoi does not set errno, but it does */
    int (*volatile plain_atoi)(const char *) = atoi;
    const char *const inputs[] = {"",     "0",  " 12", "-7x", "2147483648", "99999999999999999999",
                                  "0x1f", "+5", "--5", "1e3"};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        errno = 0;
        int plain = plain_atoi(inputs[i]), plain_errno = errno;
        errno = 0;
        assert_int_equal(__ordo_wrap_atoi(inputs[i]), plain);
        assert_int_equal(errno, plain_errno);
        assert_true(__ordo_wrap_atof(inputs[i]) == atof(inputs[i]));
    }
}

static int comparisons;
static int ascending(const void *a, const void *b) {
    comparisons++;
    return *(const int *)a - *(const int *)b;
}
static int descending(const void *a, const void *b, void *with) {
    assert_ptr_equal(with, s);
    return *(const int *)b - *(const int *)a;
}

/* A comparator that logs its calls, so that the order of effects is visible. */
static int logged(const void *a, const void *b) {
    if (!comparisons++) ort_effect_read(ort_site().f, a, 1);
    return *(const int *)a - *(const int *)b;
}

static void the_sorter_reads_before_and_writes_after(void **state) {
    (void)state;
    memcpy(v, (int[]){5, 3, 1}, 12);
    comparisons = 0;
    __ordo_wrap_qsort(v, 3, sizeof *v, logged);
    assert_int_equal(v[0], 1);
    const char *log = fake_log();
    assert_non_null(strstr(log, "read v+0:12 read "));
    assert_non_null(strstr(log, ":1 write v+0:12 qsort 24"));
    __ordo_wrap_qsort(v, 1, sizeof *v, ascending);
    assert_string_equal(fake_log(), "qsort 1");
    __ordo_wrap_qsort(v, 0, sizeof *v, ascending);
    assert_string_equal(fake_log(), "qsort 1");
    __ordo_wrap_qsort_r(v, 3, sizeof *v, descending, s);
    assert_int_equal(v[0], 5);
    assert_string_equal(fake_log(), "read v+0:12 write v+0:12 qsort_r 24");
}

static void only_the_comparator_accesses_elements_in_searches(void **state) {
    (void)state;
    memcpy(v, (int[]){1, 3, 5, 7}, 16);
    int key = 5;
    size_t n = 4;
    comparisons = 0;
    assert_ptr_equal(__ordo_wrap_bsearch(&key, v, 4, sizeof *v, ascending), v + 2);
    assert_true(comparisons > 0);
    assert_string_equal(fake_log(), "bsearch 1");
    fake_name(&key, sizeof key, "key");
    fake_name(&n, sizeof n, "n");
    key = 9;
    assert_null(__ordo_wrap_lfind(&key, v, &n, sizeof *v, ascending));
    assert_string_equal(fake_log(), "read n+0:8 lfind 8");
    assert_ptr_equal(__ordo_wrap_lsearch(&key, v, &n, sizeof *v, ascending), v + 4);
    assert_int_equal(n, 5);
    assert_string_equal(fake_log(), "read n+0:8 read key+0:4 write v+16:4 write n+0:8 lsearch 24");
    static void *root;
    fake_name(&root, sizeof root, "root");
    void *node = __ordo_wrap_tsearch(&key, &root, ascending);
    assert_ptr_equal(*(void **)node, &key);
    assert_string_equal(fake_log(), "read root+0:8 write ?:8 write root+0:8 tsearch 24");
}

static void wide_text_counts_four_bytes_a_character(void **state) {
    (void)state;
    wcscpy(w, L"abc");
    assert_int_equal(__ordo_wrap_wcslen(w), 3);
    assert_string_equal(fake_log(), "read w+0:16 wcslen 16");
    __ordo_wrap_wcscpy(x, w);
    assert_string_equal(fake_log(), "read w+0:16 write x+0:16 wcscpy 32");
    assert_int_equal(__ordo_wrap_wcscmp(x, w), 0);
    assert_string_equal(fake_log(), "read x+0:16 read w+0:16 wcscmp 32");
    x[1] = L'z';
    assert_true(__ordo_wrap_wcscmp(x, w) > 0);
    assert_string_equal(fake_log(), "read x+0:8 read w+0:8 wcscmp 16");
    __ordo_wrap_wcsncpy(x, w, 2);
    assert_string_equal(fake_log(), "read w+0:8 write x+0:8 wcsncpy 16");
    __ordo_wrap_wmemcpy(x, w, 2);
    assert_string_equal(fake_log(), "read w+0:8 write x+0:8 wmemcpy 16");
}

static void multibyte_text_is_read_up_to_the_converted_part(void **state) {
    (void)state;
    strcpy(s, "abc");
    assert_int_equal(__ordo_wrap_mbstowcs(w, s, 16), 3);
    assert_string_equal(fake_log(), "read s+0:4 write w+0:16 mbstowcs 20");
    assert_int_equal(__ordo_wrap_mbstowcs(w, s, 2), 2);
    assert_string_equal(fake_log(), "read s+0:2 write w+0:8 mbstowcs 10");
    assert_int_equal(__ordo_wrap_mbstowcs(NULL, s, 0), 3);
    assert_string_equal(fake_log(), "read s+0:4 mbstowcs 4");
    wcscpy(w, L"xyz");
    assert_int_equal(__ordo_wrap_wcstombs(s, w, 9), 3);
    assert_string_equal(fake_log(), "read w+0:16 write s+0:4 wcstombs 20");
    assert_int_equal(__ordo_wrap_wcstombs(s, w, 2), 2);
    assert_string_equal(fake_log(), "read w+0:8 write s+0:2 wcstombs 10");
}

static void a_limit_on_the_source_is_observed(void **state) {
    (void)state;
    strcpy(s, "abcdef");
    const char *from = s;
    fake_name(&from, sizeof from, "from");
    mbstate_t at = {0};
    assert_int_equal(__ordo_wrap_mbsnrtowcs(NULL, &from, 4, 0, &at), 4);
    assert_string_equal(fake_log(), "read from+0:8 read s+0:4 write ?:8 mbsnrtowcs 20");
    assert_int_equal(__ordo_wrap_mbsnrtowcs(w, &from, 4, 16, &at), 4);
    assert_ptr_equal(from, s + 4);
    assert_string_equal(fake_log(), "read from+0:8 read s+0:4 write w+0:16 write from+0:8 "
                                    "write ?:8 mbsnrtowcs 44");
    assert_int_equal(__ordo_wrap_mbsnrtowcs(w, &from, 40, 16, &at), 2);
    assert_null(from);
    assert_string_equal(fake_log(), "read from+0:8 read s+4:3 write w+0:12 write from+0:8 "
                                    "write ?:8 mbsnrtowcs 39");
}

static void second_results_are_written(void **state) {
    (void)state;
    assert_true(__ordo_wrap_frexp(8.0, &v[1]) == 0.5);
    assert_int_equal(v[1], 4);
    assert_string_equal(fake_log(), "write v+4:4 frexp 4");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, name_regions)
    const struct CMUnitTest tests[] = {
        T(digits_and_the_next_character_are_read),
        T(plain_conversions_equal_the_librarys),
        T(the_sorter_reads_before_and_writes_after),
        T(only_the_comparator_accesses_elements_in_searches),
        T(wide_text_counts_four_bytes_a_character),
        T(multibyte_text_is_read_up_to_the_converted_part),
        T(a_limit_on_the_source_is_observed),
        T(second_results_are_written),
    };
    return cmocka_run_group_tests_name("library numbers, sorting, wide text", tests, NULL, NULL);
}
