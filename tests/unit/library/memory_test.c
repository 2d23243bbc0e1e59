/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memory_test.c: effects of the models of memory routines and of allocation. */
#include <errno.h>
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

WRAP(memcpy);
WRAP(memmove);
WRAP(memset);
WRAP(memcmp);
extern void *__ordo_wrap_mempcpy(void *, const void *, size_t);
extern void *__ordo_wrap_memccpy(void *, const void *, int, size_t);
extern void *__ordo_wrap_memchr(const void *, int, size_t);
extern void *__ordo_wrap_memrchr(const void *, int, size_t);
extern void *__ordo_wrap_memmem(const void *, size_t, const void *, size_t);
extern void *__ordo_wrap___memcpy_chk(void *, const void *, size_t, size_t);
extern void __ordo_wrap_swab(const void *, void *, ssize_t);
WRAP(malloc);
WRAP(calloc);
WRAP(realloc);
WRAP(reallocarray);
WRAP(free);
WRAP(aligned_alloc);
WRAP(posix_memalign);
extern char *__ordo_wrap_strdup(const char *);
extern char *__ordo_wrap_strndup(const char *, size_t);
extern void *__ordo_wrap__Znwm(size_t);
extern void *__ordo_wrap__ZnamSt11align_val_t(size_t, size_t);
extern void __ordo_wrap__ZdlPvm(void *, size_t);
extern void __ordo_wrap__ZdaPvSt11align_val_t(void *, size_t);

static char a[64], b[64];

static int name_regions(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(a, sizeof a, "a");
    fake_name(b, sizeof b, "b");
    for (size_t i = 0; i < sizeof a; i++) a[i] = b[i] = (char)('A' + i % 50);
    return 0;
}

static void copies_read_everything_before_they_write(void **state) {
    (void)state;
    assert_ptr_equal(__ordo_wrap_memcpy(a, b, 10), a);
    assert_string_equal(fake_log(), "read b+0:10 write a+0:10 memcpy 20");
    assert_effects(__ordo_wrap___memcpy_chk(a, b, 10, 64), "read b+0:10 write a+0:10 memcpy 20");
    assert_effects(__ordo_wrap_memmove(a + 3, a, 10), "read a+0:10 write a+3:10 memmove 20");
    assert_ptr_equal(__ordo_wrap_mempcpy(a, b, 7), a + 7);
    assert_string_equal(fake_log(), "read b+0:7 write a+0:7 mempcpy 14");
    assert_ptr_equal(__ordo_wrap_memccpy(a, b, 'C', 9), a + 3);
    assert_string_equal(fake_log(), "read b+0:3 write a+0:3 memccpy 6");
    assert_null(__ordo_wrap_memccpy(a, b, '!', 9));
    assert_string_equal(fake_log(), "read b+0:9 write a+0:9 memccpy 18");
    __ordo_wrap_swab(b, a, 7);
    assert_string_equal(fake_log(), "read b+0:6 write a+0:6 swab 12");
    assert_effects(__ordo_wrap_memcpy(a, b, 0), "memcpy 1");
    assert_effects(__ordo_wrap_memset(a + 2, 0, 5), "write a+2:5 memset 5");
}

static void searches_and_comparisons_stop_where_the_routine_does(void **state) {
    (void)state;
    assert_effects(__ordo_wrap_memchr(a, 'C', 9), "read a+0:3 memchr 3");
    assert_effects(__ordo_wrap_memchr(a, '!', 9), "read a+0:9 memchr 9");
    assert_effects(__ordo_wrap_memrchr(a, 'C', 9), "read a+2:7 memrchr 7");
    assert_effects(__ordo_wrap_memrchr(a, '!', 9), "read a+0:9 memrchr 9");
    b[20] = '!';
    assert_effects(__ordo_wrap_memcmp(a, b, 64), "read a+0:21 read b+0:21 memcmp 42");
    assert_effects(__ordo_wrap_memcmp(a, b, 20), "read a+0:20 read b+0:20 memcmp 40");
    assert_effects(__ordo_wrap_memmem(a, 30, "CD", 2), "read a+0:4 read ?:2 memmem 6");
    assert_effects(__ordo_wrap_memmem(a, 30, "!", 1), "read a+0:30 read ?:1 memmem 31");
    assert_effects(__ordo_wrap_memmem(a, 1, "AB", 2), "memmem 1");
}

static void blocks_are_fresh_over_their_usable_size(void **state) {
    (void)state;
    char *p = __ordo_wrap_malloc(13);
    size_t n = malloc_usable_size(p);
    assert_true(n >= 13);
    assert_string_equal(fake_log(), expected("fresh ?:%zu block %zu malloc 1", n, n));
    __ordo_wrap_free(p);
    assert_string_equal(fake_log(), expected("freed %zu free 1", n));
    __ordo_wrap_free(NULL);
    assert_string_equal(fake_log(), "free 1");
    p = __ordo_wrap_calloc(3, 100);
    n = malloc_usable_size(p);
    assert_string_equal(fake_log(), expected("zero ?:%zu block %zu calloc 1", n, n));
    for (int i = 0; i < 300; i++) assert_int_equal(p[i], 0);
    free(p);
    p = __ordo_wrap_aligned_alloc(64, 128);
    assert_int_equal((uintptr_t)p % 64, 0);
    n = malloc_usable_size(p);
    assert_string_equal(fake_log(), expected("fresh ?:%zu block %zu aligned_alloc 1", n, n));
    free(p);
    void *q;
    fake_name(&q, sizeof q, "q");
    assert_int_equal(__ordo_wrap_posix_memalign(&q, 64, 128), 0);
    n = malloc_usable_size(q);
    assert_string_equal(fake_log(),
                        expected("write q+0:8 fresh ?:%zu block %zu posix_memalign 1", n, n));
    free(q);
}

static void failed_allocations_leave_no_block(void **state) {
    (void)state;
    errno = 0;
    assert_null(__ordo_wrap_malloc(SIZE_MAX / 2));
    assert_int_equal(errno, ENOMEM);
    assert_string_equal(fake_log(), "malloc 1");
    errno = 0;
    assert_null(__ordo_wrap_calloc(SIZE_MAX / 2, 3));
    assert_int_equal(errno, ENOMEM);
    assert_string_equal(fake_log(), "calloc 1");
    char *p = malloc(10);
    strcpy(p, "kept");
    assert_null(__ordo_wrap_realloc(p, SIZE_MAX / 2));
    assert_string_equal(fake_log(), "realloc 1");
    assert_string_equal(p, "kept");
    assert_null(__ordo_wrap_reallocarray(p, SIZE_MAX, SIZE_MAX));
    assert_string_equal(fake_log(), "reallocarray 1");
    free(p);
    void *q = &q;
    assert_int_equal(__ordo_wrap_posix_memalign(&q, 3, 10), EINVAL);
    assert_string_equal(fake_log(), "posix_memalign 1");
}

static void realloc_copies_a_block_that_moves(void **state) {
    (void)state;
    char *p = __ordo_wrap_realloc(NULL, 24);
    size_t had = malloc_usable_size(p);
    assert_string_equal(fake_log(), expected("fresh ?:%zu block %zu realloc 1", had, had));
    fake_name(p, 24, "p");

    char *wall = malloc(24); /* keeps p from growing in place */
    memset(p, 7, 24);
    char *moved = __ordo_wrap_realloc(p, 4000);
    assert_ptr_not_equal(moved, p);
    assert_int_equal(moved[23], 7);
    size_t has = malloc_usable_size(moved);
    assert_string_equal(
        fake_log(), expected("fresh ?:%zu write ?:%zu read p+0:%zu block %zu freed %zu realloc %zu",
                             has, had, had, has, had, 2 * had));
    free(wall);

    free(moved);
}

/* An allocator that moves every block (AddressSanitizer's) cannot test this. */
static void realloc_in_place_makes_only_the_new_part_fresh(void **state) {
    (void)state;
    char *p = malloc(4000);
    size_t before = malloc_usable_size(p);
    fake_name(p, 1 << 20, "m");
    char *shrunk = __ordo_wrap_realloc(p, 2000);
    if (shrunk != p) {
        free(shrunk);
        skip();
    }
    size_t small = malloc_usable_size(shrunk);
    assert_string_equal(fake_log(), expected("block %zu freed %zu realloc 1", small, before));
    assert_true(small < before);
    char *grown = __ordo_wrap_realloc(shrunk, 3000);
    assert_ptr_equal(grown, shrunk);
    size_t large = malloc_usable_size(grown);
    assert_string_equal(fake_log(), expected("fresh m+%zu:%zu block %zu freed %zu realloc 1", small,
                                             large - small, large, small));
    assert_null(__ordo_wrap_realloc(grown, 0));
    assert_string_equal(fake_log(), expected("freed %zu realloc 1", large));
}

static void duplicates_read_and_write(void **state) {
    (void)state;
    strcpy(a, "hello");
    char *p = __ordo_wrap_strdup(a);
    assert_string_equal(p, "hello");
    size_t n = malloc_usable_size(p);
    assert_string_equal(fake_log(),
                        expected("read a+0:6 fresh ?:%zu write ?:6 block %zu strdup 12", n, n));
    free(p);
    p = __ordo_wrap_strndup(a, 2);
    assert_string_equal(p, "he");
    n = malloc_usable_size(p);
    assert_string_equal(fake_log(),
                        expected("read a+0:2 fresh ?:%zu write ?:3 block %zu strndup 5", n, n));
    free(p);
}

static void operator_new_is_fresh_over_the_requested_size(void **state) {
    (void)state;
    void *p = __ordo_wrap__Znwm(40);
    size_t n = malloc_usable_size(p);
    assert_string_equal(fake_log(), expected("fresh ?:40 block %zu operator new 1", n));
    __ordo_wrap__ZdlPvm(p, 40);
    assert_string_equal(fake_log(), expected("freed %zu operator delete 1", n));
    p = __ordo_wrap__ZnamSt11align_val_t(100, 128);
    assert_int_equal((uintptr_t)p % 128, 0);
    n = malloc_usable_size(p);
    assert_string_equal(fake_log(), expected("fresh ?:100 block %zu operator new[] 1", n));
    __ordo_wrap__ZdaPvSt11align_val_t(p, 128);
    assert_string_equal(fake_log(), expected("freed %zu operator delete[] 1", n));
}

static void idle_wrappers_report_nothing(void **state) {
    (void)state;
    fake_on = 0;
    char *p = __ordo_wrap_malloc(10);
    p = __ordo_wrap_realloc(p, 1000);
    __ordo_wrap_memset(p, 0, 1000);
    assert_int_equal(__ordo_wrap_memcmp(p, p + 1, 999), 0);
    __ordo_wrap_free(p);
    assert_string_equal(fake_log(), "");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, name_regions)
    const struct CMUnitTest tests[] = {
        T(copies_read_everything_before_they_write),
        T(searches_and_comparisons_stop_where_the_routine_does),
        T(blocks_are_fresh_over_their_usable_size),
        T(failed_allocations_leave_no_block),
        T(realloc_copies_a_block_that_moves),
        T(realloc_in_place_makes_only_the_new_part_fresh),
        T(duplicates_read_and_write),
        T(operator_new_is_fresh_over_the_requested_size),
        T(idle_wrappers_report_nothing),
    };
    return cmocka_run_group_tests_name("library memory", tests, NULL, NULL);
}
