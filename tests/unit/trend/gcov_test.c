/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support/gcov_image.h"
#include "support/random_profile.h"
#include "support/temporary.h"
#include "support/unit.h"
#include "trend/gcov_data.h"
#include "trend/gcov_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEED 20261121
enum { ROUNDS = 20000 };

/* Reads exact copies, so that reads past the end are detected. */
static enum ordo_status read_both(const struct gcov_image *notes, const struct gcov_image *data,
                                  struct ordo_arena *arena, struct ordo_gcov_notes *out,
                                  struct ordo_error *e) {
    uint8_t *n = malloc(notes->n + 1), *d = malloc(data->n + 1);
    struct ordo_gcov_bytes b;
    assert_non_null(n);
    assert_non_null(d);
    memcpy(n, notes->bytes, notes->n);
    memcpy(d, data->bytes, data->n);
    enum ordo_status status = ordo_gcov_open_memory(&b, "a.gcno", n, notes->n, ORDO_GCOV_NOTES, e);
    if (status == ORDO_OK) status = ordo_gcov_notes_read(&b, arena, out);
    if (status == ORDO_OK)
        status = ordo_gcov_open_memory(&b, "a.gcda", d, data->n, ORDO_GCOV_DATA, e);
    if (status == ORDO_OK) status = ordo_gcov_data_read(&b, arena, out);
    free(n);
    free(d);
    return status;
}

static void counters_of_arcs_become_counts_of_blocks(void **state) {
    (void)state;
    static const uint64_t expected[] = {1, 1, 1, 10, 3, 10, 11, 1};
    struct gcov_image notes, data;
    struct ordo_gcov_notes out;
    struct ordo_error e;
    struct ordo_arena *arena = ordo_arena_new();
    gcov_image_make(&notes, &data);
    assert_ok(read_both(&notes, &data, arena, &out, &e), e);
    assert_int_equal(out.n_functions, 2);
    assert_string_equal(out.folder, "/src");
    assert_string_equal(out.functions[0].name, "loop");
    assert_int_equal(out.functions[0].n_lines, 7);
    for (int i = 0; i < 8; i++) assert_int_equal(out.functions[0].counts[i], expected[i]);
    for (int i = 0; i < 3; i++) assert_int_equal(out.functions[1].counts[i], 0);
    ordo_arena_free(arena);
}

static void inconsistent_files_are_rejected_in_one_line(void **state) {
    (void)state;
    struct gcov_image notes, data;
    struct ordo_gcov_notes out;
    struct ordo_error e;
    struct ordo_arena *arena = ordo_arena_new();
    gcov_image_make(&notes, &data);
    data.bytes[8]++;
    assert_int_equal(read_both(&notes, &data, arena, &out, &e), ORDO_MISMATCH);
    assert_message(e, "a.gcda: does not belong to the compilation that wrote a.gcno");
    gcov_image_make(&notes, &data);
    notes.bytes[6] = '1';
    assert_int_equal(read_both(&notes, &data, arena, &out, &e), ORDO_BAD_INPUT);
    assert_message(e, "a.gcno: was written by another compiler version than gcc 12 (4231322a)");
    gcov_image_make(&notes, &data);
    data.n = 40;
    assert_int_equal(read_both(&notes, &data, arena, &out, &e), ORDO_BAD_INPUT);
    assert_message(e, "a.gcda: byte 40: ");
    ordo_arena_free(arena);
}

static void flows_that_do_not_add_up_are_rejected(void **state) {
    (void)state;
    struct gcov_image notes, data;
    struct ordo_gcov_notes out;
    struct ordo_error e;
    struct ordo_arena *arena = ordo_arena_new();
    gcov_image_make(&notes, &data);
    uint8_t *counters = NULL;
    for (size_t at = 0; at + 4 <= data.n && !counters; at += 4)
        if (memcmp(data.bytes + at, "\0\0\xa1\x01", 4) == 0) counters = data.bytes + at + 8;
    assert_non_null(counters);
    memset(counters, 0xff, 8); /* entered -1 times */
    assert_int_equal(read_both(&notes, &data, arena, &out, &e), ORDO_BAD_INPUT);
    assert_message(e, "a.gcda: the counts of loop do not add up: a program with threads needs "
                      "-fprofile-update=atomic");
    ordo_arena_free(arena);
}

static void damage(struct random_numbers *r, struct gcov_image *g) {
    static const uint32_t odd[] = {0,          1,          2,          8,          0x7fffffff,
                                   0x80000000, 0xffffffff, 0xfffffff8, 0x01000000, 0x01410000,
                                   0x01430000, 0x01450000, 0x01a10000};
    for (uint64_t k = 1 + random_below(r, 3); k && g->n > 8; k--) {
        size_t at = random_below(r, g->n - 4);
        uint32_t value = odd[random_below(r, sizeof odd / sizeof *odd)];
        switch (random_below(r, 4)) {
        case 0:
            g->bytes[at] ^= (uint8_t)(1 << random_below(r, 8));
            break;
        case 1:
            memcpy(g->bytes + at, &value, 4);
            break;
        case 2:
            memmove(g->bytes + at, g->bytes + random_below(r, g->n - 4), 4);
            break;
        default:
            if (random_below(r, 8) == 0) g->n = at + 4;
            break;
        }
    }
}

static void damaged_files_are_read_or_rejected(void **state) {
    (void)state;
    struct random_numbers r = {SEED};
    int read = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct gcov_image notes, data;
        struct ordo_gcov_notes out;
        struct ordo_error e = {0};
        struct ordo_arena *arena = ordo_arena_new();
        gcov_image_make(&notes, &data);
        damage(&r, round % 3 ? &notes : &data);
        enum ordo_status status = read_both(&notes, &data, arena, &out, &e);
        if (status == ORDO_OK) {
            read++;
        } else {
            assert_true(status == ORDO_BAD_INPUT || status == ORDO_MISMATCH);
            if (strncmp(e.message, "a.gc", 4) != 0 || strchr(e.message, '\n'))
                fail_msg("round %d: message '%s'", round, e.message);
        }
        ordo_arena_free(arena);
    }
    assert_in_range(read, 1, ROUNDS - 1);
}

static void put(void **state, const char *name, const struct gcov_image *g) {
    FILE *f = fopen(temporary_path(state, name), "w");
    assert_non_null(f);
    fwrite(g->bytes, 1, g->n, f);
    assert_int_equal(fclose(f), 0);
}

static void copies_of_a_function_are_merged(void **state) {
    struct gcov_image notes, data;
    struct ordo_gcov_counts c;
    struct ordo_error e;
    struct ordo_arena *arena = ordo_arena_new();
    gcov_image_make(&notes, &data);
    for (int i = 0; i < 2; i++) {
        put(state, i ? "b.gcda" : "a.gcda", &data);
        put(state, i ? "b.gcno" : "a.gcno", &notes);
    }
    assert_ok(ordo_gcov_folder_read(temporary_path(state, "."), NULL, arena, &c, &e), e);
    assert_int_equal(c.n_locations, 7);
    assert_int_equal(c.n_roots, 1);
    assert_string_equal(c.roots[0], "/src");
    assert_string_equal(c.locations[0].file, "a.c");
    assert_int_equal(c.locations[0].line, 3);
    assert_int_equal(c.counts[0], 2);
    assert_int_equal(c.n_lines, 8);
    assert_int_equal(c.lines[2].line, 5);
    assert_int_equal(c.lines[2].count, 11);
    unlink(temporary_path(state, "b.gcno"));
    assert_int_equal(ordo_gcov_folder_read(temporary_path(state, "."), NULL, arena, &c, &e),
                     ORDO_BAD_INPUT);
    assert_message(e, "b.gcda: its notes b.gcno are neither beside it nor in");
    ordo_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_of_arcs_become_counts_of_blocks),
        cmocka_unit_test(inconsistent_files_are_rejected_in_one_line),
        cmocka_unit_test(flows_that_do_not_add_up_are_rejected),
        cmocka_unit_test(damaged_files_are_read_or_rejected),
        cmocka_unit_test_setup_teardown(copies_of_a_function_are_merged, temporary_setup,
                                        temporary_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
