/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* strings_test.c: effects of the string and search models, which do not change what the routines
 * do. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake_effects.h"
#include <cmocka.h>

WRAP(strlen);
WRAP(strnlen);
WRAP(strcpy);
WRAP(stpcpy);
WRAP(strncpy);
WRAP(strcat);
WRAP(strncat);
WRAP(strcmp);
WRAP(strncmp);
WRAP(strcasecmp);
WRAP(strncasecmp);
WRAP(strcoll);
WRAP(strxfrm);
extern char *__ordo_wrap_strchr(const char *, int);
extern char *__ordo_wrap_strrchr(const char *, int);
extern char *__ordo_wrap_strchrnul(const char *, int);
extern char *__ordo_wrap_strstr(const char *, const char *);
extern char *__ordo_wrap_strpbrk(const char *, const char *);
WRAP(strspn);
WRAP(strcspn);
WRAP(strtok);
WRAP(strtok_r);
WRAP(strsep);
extern char *__ordo_wrap___strcpy_chk(char *, const char *, size_t);
extern char *__ordo_wrap___strncat_chk(char *, const char *, size_t, size_t);
extern char *__ordo_wrap___xpg_basename(char *);
extern int __ordo_wrap___xpg_strerror_r(int, char *, size_t);

static char a[64], b[64], set[8];

static int name_regions(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(a, sizeof a, "a");
    fake_name(b, sizeof b, "b");
    fake_name(set, sizeof set, "set");
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    strcpy(set, " ,");
    return 0;
}

static void lengths_read_the_terminator(void **state) {
    (void)state;
    strcpy(a, "hello");
    assert_effects(__ordo_wrap_strlen(a), "read a+0:6 strlen 6");
    assert_effects(__ordo_wrap_strlen(a + 5), "read a+5:1 strlen 1");
    assert_effects(__ordo_wrap_strnlen(a, 3), "read a+0:3 strnlen 3");
    assert_effects(__ordo_wrap_strnlen(a, 5), "read a+0:5 strnlen 5");
    assert_effects(__ordo_wrap_strnlen(a, 6), "read a+0:6 strnlen 6");
    assert_effects(__ordo_wrap_strnlen(a, 0), "strnlen 1");
}

static void copies_read_the_source_then_write(void **state) {
    (void)state;
    strcpy(b, "abc");
    assert_effects(__ordo_wrap_strcpy(a, b), "read b+0:4 write a+0:4 strcpy 8");
    assert_effects(__ordo_wrap___strcpy_chk(a, b, sizeof a), "read b+0:4 write a+0:4 strcpy 8");
    assert_ptr_equal(__ordo_wrap_stpcpy(a, b), a + 3);
    assert_string_equal(fake_log(), "read b+0:4 write a+0:4 stpcpy 8");
    assert_effects(__ordo_wrap_strncpy(a, b, 10), "read b+0:4 write a+0:10 strncpy 14");
    assert_effects(__ordo_wrap_strncpy(a, b, 2), "read b+0:2 write a+0:2 strncpy 4");
    assert_effects(__ordo_wrap_strncpy(a, b, 0), "strncpy 1");
}

static void appending_reads_the_destination_to_its_end(void **state) {
    (void)state;
    strcpy(a, "xy"), strcpy(b, "abc");
    assert_effects(__ordo_wrap_strcat(a, b), "read a+0:3 read b+0:4 write a+2:4 strcat 11");
    assert_string_equal(a, "xyabc");
    strcpy(a, "xy");
    assert_effects(__ordo_wrap_strncat(a, b, 2), "read a+0:3 read b+0:2 write a+2:3 strncat 8");
    assert_string_equal(a, "xyab");
    strcpy(a, "xy");
    assert_effects(__ordo_wrap___strncat_chk(a, b, 9, sizeof a),
                   "read a+0:3 read b+0:4 write a+2:4 strncat 11");
}

static void comparisons_stop_at_the_first_difference(void **state) {
    (void)state;
    strcpy(a, "abcX"), strcpy(b, "abcY");
    assert_effects(__ordo_wrap_strcmp(a, b), "read a+0:4 read b+0:4 strcmp 8");
    assert_effects(__ordo_wrap_strncmp(a, b, 3), "read a+0:3 read b+0:3 strncmp 6");
    assert_effects(__ordo_wrap_strcmp(a, a), "read a+0:5 read a+0:5 strcmp 10");
    strcpy(b, "ABCx");
    assert_effects(__ordo_wrap_strcasecmp(a, b), "read a+0:5 read b+0:5 strcasecmp 10");
    assert_effects(__ordo_wrap_strncasecmp(a, b, 2), "read a+0:2 read b+0:2 strncasecmp 4");
    assert_effects(__ordo_wrap_strcoll(a, b), "read a+0:5 read b+0:5 strcoll 10");
    assert_effects(__ordo_wrap_strxfrm(b, a, 3), "read a+0:5 strxfrm 5");
    assert_effects(__ordo_wrap_strxfrm(b, a, 9), "read a+0:5 write b+0:5 strxfrm 10");
}

static void searches_read_to_the_hit_or_the_end(void **state) {
    (void)state;
    strcpy(a, "one two"), strcpy(b, "tw");
    assert_effects(__ordo_wrap_strchr(a, 'e'), "read a+0:3 strchr 3");
    assert_effects(__ordo_wrap_strchr(a, 'z'), "read a+0:8 strchr 8");
    assert_effects(__ordo_wrap_strchr(a, 0), "read a+0:8 strchr 8");
    assert_effects(__ordo_wrap_strchrnul(a, 'z'), "read a+0:8 strchrnul 8");
    assert_effects(__ordo_wrap_strrchr(a, 'o'), "read a+0:8 strrchr 8");
    assert_effects(__ordo_wrap_strstr(a, b), "read b+0:3 read a+0:6 strstr 9");
    strcpy(b, "zz");
    assert_effects(__ordo_wrap_strstr(a, b), "read b+0:3 read a+0:8 strstr 11");
    assert_effects(__ordo_wrap_strspn(a, set), "read a+0:1 read set+0:3 strspn 4");
    assert_effects(__ordo_wrap_strcspn(a, set), "read a+0:4 read set+0:3 strcspn 7");
    assert_effects(__ordo_wrap_strpbrk(a, set), "read a+0:4 read set+0:3 strpbrk 7");
}

static void tokens_are_cut_with_a_nul(void **state) {
    (void)state;
    strcpy(a, ",ab cd");
    assert_string_equal(__ordo_wrap_strtok(a, set), "ab");
    assert_string_equal(fake_log(), "read a+0:4 write a+3:1 read set+0:3 strtok 8");
    assert_string_equal(__ordo_wrap_strtok(NULL, set), "cd");
    fake_log();
    assert_null(__ordo_wrap_strtok(NULL, set));
    assert_string_equal(fake_log(), "read set+0:3 strtok 3");

    char *save;
    fake_name(&save, sizeof save, "save");
    strcpy(a, ",ab cd");
    assert_string_equal(__ordo_wrap_strtok_r(a, set, &save), "ab");
    assert_string_equal(fake_log(),
                        "read a+0:4 write a+3:1 read set+0:3 write save+0:8 strtok_r 16");
    assert_string_equal(__ordo_wrap_strtok_r(NULL, set, &save), "cd");
    assert_string_equal(fake_log(),
                        "read save+0:8 read a+4:3 read set+0:3 write save+0:8 strtok_r 22");
    assert_null(__ordo_wrap_strtok_r(NULL, set, &save));

    char *at = a;
    fake_reset();
    fake_name(a, sizeof a, "a");
    fake_name(&at, sizeof at, "at");
    strcpy(a, "k,v");
    assert_string_equal(__ordo_wrap_strsep(&at, set), "k");
    assert_string_equal(fake_log(), "read at+0:8 read a+0:2 write a+1:1 read ?:3 write at+0:8 "
                                    "strsep 22");
    assert_string_equal(__ordo_wrap_strsep(&at, set), "v");
    assert_string_equal(fake_log(), "read at+0:8 read a+2:2 read ?:3 write at+0:8 strsep 21");
    assert_null(__ordo_wrap_strsep(&at, set));
    assert_string_equal(fake_log(), "read at+0:8 strsep 8");
}

static void paths_are_cut_at_the_slashes(void **state) {
    (void)state;
    strcpy(a, "/usr/lib/");
    assert_string_equal(__ordo_wrap___xpg_basename(a), "lib");
    assert_string_equal(fake_log(), "read a+0:10 write a+8:1 __xpg_basename 11");
}

static void messages_are_written_to_the_callers_buffer(void **state) {
    (void)state;
    assert_int_equal(__ordo_wrap___xpg_strerror_r(EPERM, a, sizeof a), 0);
    char want[64];
    size_t n = strlen(a) + 1;
    snprintf(want, sizeof want, "write a+0:%zu strerror_r %zu", n, n);
    assert_string_equal(fake_log(), want);
}

static void idle_wrappers_report_nothing(void **state) {
    (void)state;
    fake_on = 0;
    strcpy(b, "abc");
    assert_int_equal(__ordo_wrap_strlen(b), 3);
    assert_string_equal(__ordo_wrap_strcat(__ordo_wrap_strcpy(a, b), b), "abcabc");
    assert_int_equal(__ordo_wrap_strcmp(a, a), 0);
    assert_string_equal(__ordo_wrap_strtok(a, "b"), "a");
    assert_string_equal(fake_log(), "");
}

/* Returns the number of characters that a byte-by-byte comparison reads. */
static size_t naive_compared(const char *x, const char *y, size_t max) {
    size_t n = 0;
    while (n < max) {
        n++;
        if (x[n - 1] != y[n - 1] || !x[n - 1]) break;
    }
    return n;
}

/* Strings end at an unreadable page, at every alignment. The models must not read beyond what
 * the routine reads, and must find the same lengths as a byte-by-byte scan. */
static void scans_stay_in_the_strings_and_agree_with_naive_ones(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *m = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(m, MAP_FAILED);
    assert_int_equal(mprotect(m + page, page, PROT_NONE), 0);
    assert_int_equal(mprotect(m + 3 * page, page, PROT_NONE), 0);
    unsigned seed = 1;
    for (int round = 0; round < 20000; round++) {
        size_t n = (size_t)rand_r(&seed) % 40, same = (size_t)rand_r(&seed) % 48;
        size_t max = (size_t)rand_r(&seed) % 56, other = n + (size_t)rand_r(&seed) % 9;
        char *x = m + page - n - 1, *y = m + 3 * page - other - 1;
        for (size_t i = 0; i < n; i++) x[i] = (char)('a' + rand_r(&seed) % 3);
        for (size_t i = 0; i < other; i++) y[i] = i < same && i < n ? x[i] : 'z';
        x[n] = y[other] = 0;
        char want[128];
        snprintf(want, sizeof want, "read ?:%zu strlen %zu", n + 1, n + 1);
        assert_effects(__ordo_wrap_strlen(x), want);
        size_t seen = naive_compared(x, y, (size_t)-1);
        snprintf(want, sizeof want, "read ?:%zu read ?:%zu strcmp %zu", seen, seen, 2 * seen);
        fake_log();
        int r = __ordo_wrap_strcmp(x, y), plain = strcmp(x, y);
        assert_int_equal((r > 0) - (r < 0), (plain > 0) - (plain < 0));
        assert_string_equal(fake_log(), want);
        seen = naive_compared(x, y, max);
        if (seen)
            snprintf(want, sizeof want, "read ?:%zu read ?:%zu strncmp %zu", seen, seen, 2 * seen);
        else
            snprintf(want, sizeof want, "strncmp 1");
        assert_effects(__ordo_wrap_strncmp(x, y, max), want);
    }
    munmap(m, 4 * page);
}

static void errno_is_preserved(void **state) {
    (void)state;
    errno = 77;
    strcpy(b, "abc");
    __ordo_wrap_strcpy(a, b);
    __ordo_wrap_strstr(a, b);
    __ordo_wrap_strcasecmp(a, b);
    assert_int_equal(errno, 77);
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, name_regions)
    const struct CMUnitTest tests[] = {
        T(lengths_read_the_terminator),
        T(copies_read_the_source_then_write),
        T(appending_reads_the_destination_to_its_end),
        T(comparisons_stop_at_the_first_difference),
        T(searches_read_to_the_hit_or_the_end),
        T(tokens_are_cut_with_a_nul),
        T(paths_are_cut_at_the_slashes),
        T(messages_are_written_to_the_callers_buffer),
        T(idle_wrappers_report_nothing),
        T(scans_stay_in_the_strings_and_agree_with_naive_ones),
        T(errno_is_preserved),
    };
    return cmocka_run_group_tests_name("library strings", tests, NULL, NULL);
}
