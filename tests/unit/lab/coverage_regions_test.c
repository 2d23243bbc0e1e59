/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/coverage_regions.h"
#include "support/random_profile.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define SEED 20261121
enum { ROUNDS = 20000 };

/* clang's mapping of
 *     int f(int n) {
 *         int s = 0;
 *         for (int i = 0; i < n && s < 9; i++) s += MAX(i, 3);
 *         return s;
 *     }
 * written by hand: function #0, body #1, right side of && #2, MAX's yes #3. */
static const unsigned char sound[] = {
    2,  1,  1,         /* two files: the function's own and the macro's use, both of name 1 */
    2,                 /* sums: */
    1,  5,             /*   0: #0 + #1 (each tag 1) */
    5,  13,            /*   1: #1 - #3 */
    8,                 /* regions of file 0 */
    1,  5,  14, 4, 2,  /* 5:14 to 9:2     #0 */
    3,  2,  21, 0, 26, /* 7:21 to 7:26    sum 0 */
    3,  0,  21, 0, 35, /* 7:21 to 7:35    sum 0 */
    9,  0,  30, 0, 35, /* 7:30 to 7:35    #2 */
    5,  0,  37, 0, 40, /* 7:37 to 7:40    #1 */
    5,  0,  41, 0, 0xaa, 0x80, 0x80, 0x80, 0x08, /* a gap from 7:41 to 7:42, #1 */
    5,  0,  42, 0, 56,                           /* 7:42 to 7:56    #1 */
    12, 0,  47, 0, 50,                           /* 7:47 to 7:50    becomes file 1 */
    2,                                           /* regions of file 1 */
    5,  1,  19, 0, 40,                           /* 1:19 to 1:40    #1 */
    13, 0,  31, 0, 34,                           /* 1:31 to 1:34    #3 */
};

static void expect(const struct ordo_region *r, uint32_t line, uint32_t column, uint32_t end_line,
                   uint32_t end_column, enum ordo_region_kind kind) {
    assert_int_equal(r->line, line);
    assert_int_equal(r->column, column);
    assert_int_equal(r->end_line, end_line);
    assert_int_equal(r->end_column, end_column);
    assert_int_equal(r->kind, kind);
}

static void expect_counters(const struct ordo_regions *r, uint32_t runs, const int32_t *expected) {
    int32_t times[4] = {0};
    ordo_regions_add(r, runs, times, 4);
    assert_memory_equal(times, expected, sizeof times);
}

static void regions_and_sums_are_read(void **state) {
    (void)state;
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_regions r;
    struct ordo_error e;
    assert_ok(ordo_regions_read(arena, sound, sizeof sound, &r, &e), e);
    assert_int_equal(r.n, 10);
    expect(&r.v[0], 5, 14, 9, 2, ORDO_REGION_CODE);
    expect(&r.v[3], 7, 30, 7, 35, ORDO_REGION_CODE);
    expect(&r.v[5], 7, 41, 7, 42, ORDO_REGION_OTHER);
    expect(&r.v[7], 7, 47, 7, 50, ORDO_REGION_EXPANSION);
    expect(&r.v[9], 1, 31, 1, 34, ORDO_REGION_CODE);
    expect_counters(&r, r.v[0].runs, (int32_t[]){1, 0, 0, 0});
    expect_counters(&r, r.v[1].runs, (int32_t[]){1, 1, 0, 0});
    expect_counters(&r, r.v[3].runs, (int32_t[]){0, 0, 1, 0});
    assert_int_equal(r.v[7].runs, r.v[8].runs);
    assert_int_equal(r.v[7].expanded, 1);
    expect_counters(&r, 1u << 2 | 2, (int32_t[]){0, 1, 0, -1});
    expect_counters(&r, ORDO_REGION_ZERO, (int32_t[]){0, 0, 0, 0});
    ordo_arena_free(arena);
}

static void sums_may_refer_forward_but_not_to_themselves(void **state) {
    (void)state;
    /* 0: sum 1 + #1;  1: sum 2 - #0;  2: #3 + #3 */
    static const unsigned char forward[] = {1, 0, 3, 6, 5, 11, 1, 13, 13, 0};
    static const unsigned char circle[] = {1, 0, 2, 7, 5, 3, 1, 0};
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_regions r;
    struct ordo_error e;
    assert_ok(ordo_regions_read(arena, forward, sizeof forward, &r, &e), e);
    expect_counters(&r, 0u << 2 | 3, (int32_t[]){-1, 1, 0, 2});
    assert_int_equal(ordo_regions_read(arena, circle, sizeof circle, &r, &e), ORDO_BAD_INPUT);
    assert_message(e, "made of itself");
    ordo_arena_free(arena);
}

/* Each sum is twice the previous one: 2^40 paths, too many to follow one by one. */
static void many_sums_take_little_time(void **state) {
    (void)state;
    unsigned char bytes[4 + 80 + 80] = {1, 0, 40};
    size_t n = 3;
    for (unsigned i = 0; i < 40; i++)
        for (unsigned side = 0; side < 2; side++) {
            uint32_t runs = i ? (i - 1) << 2 | 3 : 1;
            bytes[n++] = (unsigned char)(runs < 128 ? runs : runs | 128);
            if (runs >= 128) bytes[n++] = (unsigned char)(runs >> 7);
        }
    bytes[n++] = 0;
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_regions r;
    struct ordo_error e;
    int32_t times[1] = {0};
    assert_ok(ordo_regions_read(arena, bytes, n, &r, &e), e);
    ordo_regions_add(&r, 4u << 2 | 3, times, 1);
    assert_int_equal(times[0], 32);
    ordo_arena_free(arena);
}

static void names_of_files_are_read(void **state) {
    (void)state;
    static const unsigned char names[] = {2,   11, 0,   4,   '/', 's', 'r',
                                          'c', 5,  'a', '/', 'b', '.', 'c'};
    static const unsigned char compressed[] = {2, 11, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_error e;
    char **v;
    size_t n;
    assert_ok(ordo_region_files_read(arena, names, sizeof names, &v, &n, &e), e);
    assert_int_equal(n, 2);
    assert_string_equal(v[0], "/src");
    assert_string_equal(v[1], "a/b.c");
    assert_int_equal(ordo_region_files_read(arena, compressed, sizeof compressed, &v, &n, &e),
                     ORDO_BAD_INPUT);
    assert_message(e, "compressed");
    ordo_arena_free(arena);
}

static void any_bytes_are_read_or_rejected(void **state) {
    (void)state;
    int rejected = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct random_numbers random = {SEED + (uint64_t)round * 7919};
        size_t n = random_below(&random, 4) ? sizeof sound : random_below(&random, sizeof sound);
        unsigned char *bytes = malloc(n + 1); /* of the exact size, to detect reads past the end */
        assert_non_null(bytes);
        memcpy(bytes, sound, n);
        for (uint64_t k = 1 + random_below(&random, 3); n && k; k--)
            bytes[random_below(&random, n)] = (unsigned char)random_below(&random, 256);
        struct ordo_arena *arena = ordo_arena_new();
        struct ordo_regions r;
        struct ordo_error e = {0};
        int32_t times[4] = {0};
        if (ordo_regions_read(arena, bytes, n, &r, &e) == ORDO_OK) {
            for (size_t i = 0; i < r.n; i++) ordo_regions_add(&r, r.v[i].runs, times, 4);
        } else {
            assert_message(e, "coverage mapping: byte ");
            rejected++;
        }
        ordo_arena_free(arena);
        free(bytes);
    }
    assert_in_range(rejected, ROUNDS / 100, ROUNDS - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_and_sums_are_read),
        cmocka_unit_test(sums_may_refer_forward_but_not_to_themselves),
        cmocka_unit_test(many_sums_take_little_time),
        cmocka_unit_test(names_of_files_are_read),
        cmocka_unit_test(any_bytes_are_read_or_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
