/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* format_test.c: what routines of formatted output and input read and write. */
#include <locale.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "fake_effects.h"
#include <cmocka.h>

extern int __ordo_wrap_snprintf(char *, size_t, const char *, ...);
extern int __ordo_wrap_sprintf(char *, const char *, ...);
extern int __ordo_wrap___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int __ordo_wrap_fprintf(FILE *, const char *, ...);
extern int __ordo_wrap_vsnprintf(char *, size_t, const char *, va_list);
extern int __ordo_wrap_asprintf(char **, const char *, ...);
extern int __ordo_wrap_swprintf(wchar_t *, size_t, const wchar_t *, ...);
extern int __ordo_wrap_sscanf(const char *, const char *, ...);
extern int __ordo_wrap___isoc99_sscanf(const char *, const char *, ...);
extern int __ordo_wrap___isoc99_fscanf(FILE *, const char *, ...);
extern int __ordo_wrap___isoc99_swscanf(const wchar_t *, const wchar_t *, ...);

static char out[256], s[64], format[128];
static wchar_t wide_out[64], wide_format[64];

static int name_regions(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(out, sizeof out, "out");
    fake_name(s, sizeof s, "s");
    fake_name(format, sizeof format, "f");
    fake_name(wide_format, sizeof wide_format, "wf");
    fake_name(wide_out, sizeof wide_out, "wo");
    return 0;
}

/* Logs `call` without the effects of reading the format, which is at f+0. */
#define PRINTED(text, expect, ...)                                                                 \
    do {                                                                                           \
        strcpy(format, text);                                                                      \
        char plain[sizeof out], want[512];                                                         \
        int n = snprintf(plain, sizeof plain, format, __VA_ARGS__);                                \
        fake_log();                                                                                \
        assert_int_equal(__ordo_wrap_snprintf(out, sizeof out, format, __VA_ARGS__), n);           \
        assert_string_equal(out, plain);                                                           \
        size_t touched = strlen(format) + 1 + (size_t)n + 1;                                       \
        snprintf(want, sizeof want, "read f+0:%zu %swrite out+0:%d snprintf ", strlen(format) + 1, \
                 expect, n + 1);                                                                   \
        const char *log = fake_log();                                                              \
        assert_memory_equal(log, want, strlen(want));                                              \
        assert_true((size_t)atoi(log + strlen(want)) >= touched);                                  \
    } while (0)

#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-security"

static void strings_are_read_up_to_the_precision(void **state) {
    (void)state;
    strcpy(s, "hello");
    PRINTED("%s", "read s+0:6 ", s);
    PRINTED("[%10s|%-10s]", "read s+0:6 read s+1:5 ", s, s + 1);
    PRINTED("%.3s", "read s+0:3 ", s);
    PRINTED("%.5s", "read s+0:5 ", s);
    PRINTED("%.9s", "read s+0:6 ", s);
    PRINTED("%.*s", "read s+0:2 ", 2, s);
    PRINTED("%*.*s", "read s+0:2 ", 9, 2, s);
    PRINTED("%.*s", "read s+0:6 ", -1, s);
    PRINTED("%.s%%", "", s);
    PRINTED("%s", "", (char *)NULL);
}

static void every_argument_type_is_skipped_correctly(void **state) {
    (void)state;
    strcpy(s, "x");
    PRINTED("%d %ld %lld %hd %hhd %zu %jd %td %s", "read s+0:2 ", 1, 2L, 3LL, (short)4, 5,
            (size_t)6, (intmax_t)7, (ptrdiff_t)8, s);
    PRINTED("%f %e %g %a %Lf %s", "read s+0:2 ", 1.0, 2.0, 3.0, 4.0, 5.0L, s);
    PRINTED("%c %p %x %#o %+d %05u % i %s", "read s+0:2 ", 'c', (void *)s, 10u, 8u, 7, 6u, 5, s);
    PRINTED("%f%f%f%f%f%f%f%f%f%s", "read s+0:2 ", 1., 2., 3., 4., 5., 6., 7., 8., 9., s);
    PRINTED("%1$s %2$d %1$s", "read s+0:2 read s+0:2 ", s, 3);
    PRINTED("%2$.*1$s", "read s+0:1 ", 1, s);
    PRINTED("%m %s", "read s+0:2 ", s);
}

static void counts_are_written_with_their_size(void **state) {
    (void)state;
    static long counts[8];
    fake_name(counts, sizeof counts, "n");
    strcpy(format, "ab%n%hhnc%hn%ln");
    char want[200];
    fake_log();
    assert_int_equal(__ordo_wrap_snprintf(out, sizeof out, format, (int *)counts,
                                          (char *)(counts + 1), (short *)(counts + 2), counts + 3),
                     3);
    snprintf(want, sizeof want,
             "read f+0:16 write n+0:4 write n+8:1 write n+16:2 write n+24:8 write out+0:4 "
             "snprintf %d",
             16 + 4 + 1 + 2 + 8 + 4);
    assert_string_equal(fake_log(), want);
    assert_int_equal(counts[3], 3);
}

static void wide_strings_are_read_in_characters(void **state) {
    (void)state;
    static wchar_t w[8] = L"wide";
    fake_name(w, sizeof w, "w");
    PRINTED("%ls", "read w+0:20 ", w);
    PRINTED("%S", "read w+0:20 ", w);
    wcscpy(wide_format, L"%ls!");
    assert_int_equal(__ordo_wrap_swprintf(wide_out, 64, wide_format, w), 5);
    assert_string_equal(fake_log(), "read wf+0:20 read w+0:20 write wo+0:24 swprintf 64");
}

static void text_is_written_up_to_the_size_of_the_buffer(void **state) {
    (void)state;
    strcpy(format, "hello");
    assert_int_equal(__ordo_wrap_snprintf(out, 3, format), 5);
    assert_string_equal(fake_log(), "read f+0:6 write out+0:3 snprintf 9");
    assert_int_equal(__ordo_wrap_snprintf(NULL, 0, format), 5);
    assert_string_equal(fake_log(), "read f+0:6 snprintf 6");
    assert_int_equal(__ordo_wrap_sprintf(out, format), 5);
    assert_string_equal(fake_log(), "read f+0:6 write out+0:6 sprintf 12");
    assert_int_equal(__ordo_wrap___snprintf_chk(out, 9, 1, sizeof out, format), 5);
    assert_string_equal(fake_log(), "read f+0:6 write out+0:6 snprintf 12");
    char *made;
    fake_name(&made, sizeof made, "made");
    assert_int_equal(__ordo_wrap_asprintf(&made, format), 5);
    assert_string_equal(
        fake_log(), expected("read f+0:6 write made+0:8 fresh ?:6 write ?:6 block %zu asprintf 20",
                             malloc_usable_size(made)));
    free(made);
}

static void streams_cost_the_characters_that_they_are_given(void **state) {
    (void)state;
    FILE *null = fopen("/dev/null", "w");
    strcpy(format, "%d apples");
    assert_int_equal(__ordo_wrap_fprintf(null, format, 12345), 12);
    assert_string_equal(fake_log(), "read f+0:10 bytes 12 fprintf 22");
    fclose(null);
}

static void too_many_conversions_end_the_walk_safely(void **state) {
    (void)state;
    char many[600] = "";
    for (int i = 0; i < 150; i++) strcat(many, "%s ");
    fake_log();
    /* only the format and the first ORT_FORMAT_MAX strings, which are all the same one */
    strcpy(s, "x");
#define TEN s, s, s, s, s, s, s, s, s, s
    char big[1000];
    int n = __ordo_wrap_snprintf(big, sizeof big, many, TEN, TEN, TEN, TEN, TEN, TEN, TEN, TEN, TEN,
                                 TEN, TEN, TEN, TEN, TEN, TEN);
    assert_int_equal(n, 300);
    const char *log = fake_log();
    int reads = 0;
    for (const char *p = log; (p = strstr(p, "read s+0:2")); p++) reads++;
    assert_int_equal(reads, 64);
}

static void results_are_written_with_their_size(void **state) {
    (void)state;
    static struct {
        long i[6];
        double d[4];
        char text[32];
    } r;
    fake_name(&r, sizeof r, "r");
    strcpy(s, "1 2 3 4 5 0x10");
    strcpy(format, "%d %hd %hhd %ld %u %i");
    assert_int_equal(__ordo_wrap_sscanf(s, format, (int *)&r.i[0], (short *)&r.i[1],
                                        (char *)&r.i[2], &r.i[3], (unsigned *)&r.i[4],
                                        (int *)&r.i[5]),
                     6);
    assert_string_equal(fake_log(),
                        "read s+0:15 read f+0:22 write r+0:4 write r+8:2 write r+16:1 write r+24:8 "
                        "write r+32:4 write r+40:4 sscanf 60");
    strcpy(s, "1.5 2.5 3.5");
    strcpy(format, "%f %lf %Lf");
    assert_int_equal(
        __ordo_wrap___isoc99_sscanf(s, format, (float *)&r.d[0], &r.d[1], (long double *)&r.d[2]),
        3);
    assert_string_equal(fake_log(), "read s+0:12 read f+0:11 write r+48:4 write r+56:8 "
                                    "write r+64:16 sscanf 51");
    strcpy(s, "word rest");
    strcpy(format, "%*s %[rest] %n");
    assert_int_equal(__ordo_wrap_sscanf(s, format, r.text, (int *)&r.i[0]), 1);
    assert_string_equal(fake_log(), "read s+0:10 read f+0:15 write r+80:5 write r+0:4 sscanf 34");
    strcpy(s, "abcdef");
    strcpy(format, "%3c%[]f]%2s");
    assert_int_equal(__ordo_wrap_sscanf(s, format, r.text, r.text + 8, r.text + 16), 1);
    assert_string_equal(fake_log(), "read s+0:7 read f+0:12 write r+80:3 sscanf 22");
    strcpy(format, "%3c%[^f]%2s");
    assert_int_equal(__ordo_wrap_sscanf(s, format, r.text, r.text + 8, r.text + 16), 3);
    assert_string_equal(fake_log(), "read s+0:7 read f+0:12 write r+80:3 write r+88:3 "
                                    "write r+96:2 sscanf 27");
}

static void unassigned_arguments_are_not_written(void **state) {
    (void)state;
    static int v[3];
    fake_name(v, sizeof v, "v");
    strcpy(s, "1 x");
    strcpy(format, "%d%d%n");
    assert_int_equal(__ordo_wrap_sscanf(s, format, v, v + 1, v + 2), 1);
    assert_string_equal(fake_log(), "read s+0:4 read f+0:7 write v+0:4 sscanf 15");
    strcpy(s, "");
    assert_int_equal(__ordo_wrap_sscanf(s, format, v, v + 1, v + 2), EOF);
    assert_string_equal(fake_log(), "read s+0:1 read f+0:7 sscanf 8");
}

static void allocated_results_are_new_blocks(void **state) {
    (void)state;
    char *word = NULL;
    fake_name(&word, sizeof word, "word");
    strcpy(s, "hello you");
    strcpy(format, "%ms");
    assert_int_equal(__ordo_wrap___isoc99_sscanf(s, format, &word), 1);
    assert_string_equal(word, "hello");
    assert_string_equal(fake_log(),
                        expected("read s+0:10 read f+0:4 write word+0:8 fresh ?:6 block %zu "
                                 "write ?:6 sscanf 28",
                                 malloc_usable_size(word)));
    free(word);
}

static void results_from_a_stream_are_written_by_the_kernel(void **state) {
    (void)state;
    static char text[16];
    static int v;
    fake_name(text, sizeof text, "t");
    fake_name(&v, sizeof v, "v");
    char source[] = "42 words";
    FILE *in = fmemopen(source, strlen(source), "r");
    strcpy(format, "%d %15s");
    assert_int_equal(__ordo_wrap___isoc99_fscanf(in, format, &v, text), 2);
    assert_int_equal(v, 42);
    assert_string_equal(text, "words");
    assert_string_equal(fake_log(), "read f+0:8 fill v+0:4 fill t+0:6 fscanf 18");
    fclose(in);
    static wchar_t w[8];
    fake_name(w, sizeof w, "w");
    wcscpy(wide_format, L"%ls");
    static wchar_t input[8] = L"ab c";
    fake_name(input, sizeof input, "in");
    assert_int_equal(__ordo_wrap___isoc99_swscanf(input, wide_format, w), 1);
    assert_string_equal(fake_log(), "read in+0:20 read wf+0:16 write w+0:12 swscanf 48");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, name_regions)
    const struct CMUnitTest tests[] = {
        T(strings_are_read_up_to_the_precision),
        T(every_argument_type_is_skipped_correctly),
        T(counts_are_written_with_their_size),
        T(wide_strings_are_read_in_characters),
        T(text_is_written_up_to_the_size_of_the_buffer),
        T(streams_cost_the_characters_that_they_are_given),
        T(too_many_conversions_end_the_walk_safely),
        T(results_are_written_with_their_size),
        T(unassigned_arguments_are_not_written),
        T(allocated_results_are_new_blocks),
        T(results_from_a_stream_are_written_by_the_kernel),
    };
    return cmocka_run_group_tests_name("library formats", tests, NULL, NULL);
}
