/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_words_test.c: the map of a program and the result of a run, valid and damaged.
 */
#include "abi/lab_protocol.h"
#include "lab/lab_map.h"
#include "lab/lab_result.h"
#include "support/random_profile.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define SEED 20261121
enum { ROUNDS = 20000, MAX = 200 };

struct words {
    uint64_t v[MAX];
    size_t n;
};

static void word(struct words *w, uint64_t value) {
    assert_true(w->n < MAX);
    w->v[w->n++] = value;
}

static void bytes(struct words *w, const void *from, size_t n) {
    word(w, n);
    assert_true(w->n + (n + 7) / 8 < MAX);
    memcpy(w->v + w->n, from, n);
    w->n += (n + 7) / 8;
}

static void text(struct words *w, const char *s) {
    bytes(w, s, strlen(s));
}

/* Writes one function with one region, two counters and one call. */
static void make_map(struct words *w) {
    static const unsigned char names[] = {2, 8, 0, 2, '/', 's', 3, 'a', '.', 'c'};
    static const unsigned char mapping[] = {1, 1, 0, 1, 1, 4, 9, 2, 2};
    size_t begin = w->n;
    word(w, ORDO_LAB_MAP_MAGIC);
    word(w, 0);
    word(w, 77);
    bytes(w, names, sizeof names);
    word(w, 2);
    word(w, 1);
    word(w, 4711);
    bytes(w, mapping, sizeof mapping);
    word(w, 2);
    word(w, 0);
    word(w, UINT64_C(1) << 32 | 1);
    word(w, 1);
    text(w, "/s/a.c");
    word(w, 1);
    word(w, 0);
    word(w, UINT64_C(5) << 32 | 3);
    w->v[begin + 1] = w->n - begin;
}

static void make_result(struct words *w) {
    double ratio = 1.5;
    uint64_t bits;
    memcpy(&bits, &ratio, sizeof bits);
    word(w, ORDO_LAB_RECORD_MAIN);
    word(w, ORDO_LAB_RECORD_DECLARED);
    text(w, "sort");
    text(w, "ordo_random_ints");
    word(w, 2);
    word(w, 1);
    text(w, "a.c");
    for (uint64_t k = 10; k < 15; k++) word(w, k);
    word(w, bits);
    word(w, ORDO_LAB_RECORD_COUNTS);
    for (uint64_t k = 0; k < 2; k++) word(w, k + 1);
    for (uint64_t k = 0; k < 6; k++) word(w, k);
    word(w, ORDO_LAB_RECORD_WRONG);
    word(w, 3);
    word(w, 99);
    word(w, ORDO_LAB_RECORD_END);
}

static void a_map_is_read(void **state) {
    (void)state;
    struct words w = {0};
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_lab_map map;
    struct ordo_error e;
    make_map(&w);
    word(&w, 0); /* the linker's padding */
    make_map(&w);
    assert_ok(ordo_lab_map_decode(arena, w.v, w.n, &map, &e), e);
    assert_int_equal(map.n_modules, 2);
    const struct ordo_lab_module_map *m = &map.modules[1];
    assert_int_equal(m->id, 77);
    assert_int_equal(m->n_counters, 2);
    assert_string_equal(m->files[1], "a.c");
    assert_int_equal(m->functions[0].hash, 4711);
    assert_int_equal(m->functions[0].regions.v[0].line, 4);
    assert_int_equal(m->functions[0].marks[1].region_counter, 1);
    assert_int_equal(m->functions[0].marks[1].counter, 1);
    assert_string_equal(m->calls[0].file, "/s/a.c");
    assert_int_equal(m->calls[0].line, 5);
    assert_int_equal(m->calls[0].column, 3);
    ordo_arena_free(arena);
}

static void a_result_is_read(void **state) {
    (void)state;
    struct words w = {0};
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_lab_result r;
    struct ordo_error e;
    make_result(&w);
    assert_ok(ordo_lab_result_decode(arena, w.v, w.n, &r, &e), e);
    assert_true(r.ended && r.has_main);
    assert_int_equal(r.n_declared, 1);
    assert_string_equal(r.declared[0].input, "ordo_random_ints");
    assert_int_equal(r.declared[0].line, 10);
    assert_int_equal(r.declared[0].repeat, 14);
    assert_true(r.declared[0].ratio == 1.5);
    assert_int_equal(r.n_counts, 1);
    assert_int_equal(r.counts[0].total, 1);
    assert_int_equal(r.counts[0].v[5], 5);
    assert_int_equal(r.trouble, ORDO_LAB_IS_WRONG);
    assert_int_equal(r.seed, 99);
    ordo_arena_free(arena);
}

/* A program may be killed after any word. */
static void a_truncated_result_gives_its_complete_records(void **state) {
    (void)state;
    struct words w = {0};
    make_result(&w);
    for (size_t n = 0; n < w.n; n++) {
        struct ordo_arena *arena = ordo_arena_new();
        struct ordo_lab_result r;
        struct ordo_error e;
        assert_ok(ordo_lab_result_decode(arena, w.v, n, &r, &e), e);
        assert_false(r.ended);
        assert_int_equal(r.n_counts, n >= w.n - 4);
        assert_int_equal(r.trouble, n >= w.n - 1 ? ORDO_LAB_IS_WRONG : ORDO_LAB_NO_TROUBLE);
        ordo_arena_free(arena);
    }
}

static int damaged(void (*make)(struct words *), bool map) {
    static const uint64_t odd[] = {0, 1, 7, 8, 63, 1u << 31, UINT32_MAX, INT64_MAX, UINT64_MAX};
    int rejected = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct random_numbers random = {SEED + (uint64_t)round * 7919};
        struct words w = {0};
        make(&w);
        size_t n = random_below(&random, 4) ? w.n : random_below(&random, w.n);
        uint64_t *exact = malloc(n * 8 + 8); /* exact, to detect reads past the end */
        assert_non_null(exact);
        exact = realloc(exact, n ? n * 8 : 1);
        memcpy(exact, w.v, n * 8);
        for (uint64_t k = 1 + random_below(&random, 3); n && k; k--)
            exact[random_below(&random, n)] = random_below(&random, 2)
                                                  ? odd[random_below(&random, 9)]
                                                  : random_below(&random, 50);
        struct ordo_arena *arena = ordo_arena_new();
        struct ordo_error e = {0};
        struct ordo_lab_map m;
        struct ordo_lab_result r;
        enum ordo_status status = map ? ordo_lab_map_decode(arena, exact, n, &m, &e)
                                      : ordo_lab_result_decode(arena, exact, n, &r, &e);
        if (status != ORDO_OK) {
            assert_true(e.message[0]);
            rejected++;
        }
        ordo_arena_free(arena);
        free(exact);
    }
    return rejected;
}

static void any_words_are_read_or_rejected(void **state) {
    (void)state;
    assert_in_range(damaged(make_map, true), ROUNDS / 100, ROUNDS - 1);
    assert_in_range(damaged(make_result, false), ROUNDS / 100, ROUNDS - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_read),
        cmocka_unit_test(a_result_is_read),
        cmocka_unit_test(a_truncated_result_gives_its_complete_records),
        cmocka_unit_test(any_words_are_read_or_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
