/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_shadow_test.c: compares stamps of cells in samples with an array of all cells. Cells are
 * written, read, cleared and lazily zeroed at random, in samples of few and of many pages.
 */
#include "../../../src/engine/runtime/core/sample_shadow.h"
#include "../../../src/engine/runtime/core/shadow.h"
#include "../../../src/engine/runtime/core/zeroed.h"
#include "../../../src/engine/runtime/system/settings.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

/* Regions of cells, far from each other, which do not start at the beginning of a page. */
enum { REGIONS = 5, CELLS = 40000, SAMPLES = 300 };
static const uint64_t bases[REGIONS] = {0x100000, 0x7ffff7000100, 0x555555554028, 0x200000008, 8};

static uint32_t truth[REGIONS][CELLS]; /* 0: never accessed in this sample */
static struct ort_thread thread;

static uintptr_t address(unsigned region, uint64_t cell) {
    return ((bases[region] >> ort_settings.cell_shift) + cell) << ort_settings.cell_shift;
}

static void put(unsigned region, uint64_t cell, uint64_t n, uint32_t stamp) {
    uint64_t left = n, at = cell;
    while (left) {
        uint64_t some = left;
        uint32_t *stamps = ort_shadow_run(&thread, address(region, at), &some);
        CHECK(stamps && some && some <= left, "%lu of %lu cells", some, left);
        if (!stamps[0]) ort_shadow_prepare(&thread, stamps, address(region, at));
        for (uint64_t i = 0; i < some; i++) stamps[i] = truth[region][at + i] = stamp;
        at += some;
        left -= some;
    }
}

static void look(unsigned region, uint64_t cell, uint32_t root) {
    uint64_t one = 1;
    uintptr_t at = address(region, cell);
    uint32_t *stamp = ort_shadow_run(&thread, at, &one), expected = truth[region][cell];
    uint32_t *quick = ort_sample_stamp(thread.sample_shadow, at >> ort_settings.cell_shift);
    CHECK(!quick || quick == stamp, "another place at once");
    if (!*stamp) ort_shadow_prepare(&thread, stamp, at);
    if (expected)
        CHECK(*stamp == expected, "cell %lu has %u, not %u", cell, *stamp, expected);
    else
        CHECK(*stamp && *stamp < root, "cell %lu has %u, below %u", cell, *stamp, root);
}

static void clear(unsigned region, uint64_t cell, uint64_t n, uint32_t zeroed) {
    uintptr_t low = address(region, cell), high = address(region, cell + n);
    ort_zeroed_cut(&thread, low, high);
    ort_shadow_clear(&thread, low, high);
    if (zeroed) CHECK(ort_zeroed_add(&thread, low, high, zeroed) == 0, "no room");
    for (uint64_t i = 0; i < n; i++) truth[region][cell + i] = zeroed;
}

static uint64_t below(uint64_t n) {
    return (uint64_t)rand() % n;
}

static void run_samples(const char *argument) {
    srand(11);
    ort_settings.cell_shift = (uint32_t)atoi(argument);
    thread.sample_shadow = ort_sample_shadow_new();
    CHECK(thread.sample_shadow, "no memory");
    uint32_t clock = 1;
    for (int sample = 0; sample < SAMPLES; sample++) {
        if (sample == 100) thread.sample_shadow->sample = UINT32_MAX - 40;
        memset(truth, 0, sizeof truth);
        thread.zeroed_used = 0;
        ort_sample_shadow_begin(thread.sample_shadow);
        CHECK(thread.sample_shadow->sample, "the number of no sample");
        CHECK(!thread.sample_shadow->used, "the pool is not used from its beginning");
        uint32_t root = ++clock;
        uint64_t reach = sample % 3 ? 300 : CELLS;
        for (int i = 0; i < 400; i++) {
            unsigned region = (unsigned)below(REGIONS);
            uint64_t cell = below(reach), n = 1 + below(i % 10 ? 4 : reach / 2);
            if (n > reach - cell) n = reach - cell;
            switch (below(8)) {
            case 0:
                clear(region, cell, n, 0);
                break;
            case 1:
                clear(region, cell, n, ++clock);
                break;
            case 2:
            case 3:
                put(region, cell, n, ++clock);
                break;
            default:
                for (uint64_t k = 0; k < n; k++) look(region, cell + k, root);
            }
        }
        for (unsigned region = 0; region < REGIONS; region++)
            for (uint64_t k = 0; k < reach; k++) look(region, k, root);
    }
}

static void count_cells(struct ort_thread *t, uint32_t *stamps, uint64_t n, void *found) {
    CHECK(t == &thread, "another state");
    for (uint64_t i = 0; i < n; i++) *(uint64_t *)found += stamps[i] == 77;
}

static void run_each(const char *argument) {
    (void)argument;
    ort_settings.cell_shift = 3;
    thread.sample_shadow = ort_sample_shadow_new();
    ort_sample_shadow_begin(thread.sample_shadow);
    uint64_t found = 0, written = 0;
    for (uint64_t cell = 0; cell < CELLS; cell += 97, written++) put(cell % REGIONS, cell, 1, 77);
    ort_shadow_each(&thread, count_cells, &found);
    CHECK(found == written, "%lu of %lu cells", found, written);
}

/* Clears more pages than the table has entries. */
static void run_large_clear(const char *argument) {
    (void)argument;
    ort_settings.cell_shift = 3;
    thread.sample_shadow = ort_sample_shadow_new();
    ort_sample_shadow_begin(thread.sample_shadow);
    for (uint64_t cell = 0; cell < 40; cell++) put(0, cell * 999, 1, 77);
    clear(0, 100, CELLS - 200, 0);
    for (uint64_t cell = 0; cell < 40; cell++) look(0, cell * 999, 77);
    CHECK(truth[0][0] == 77 && !truth[0][999], "the ends and what is between them");
}

/* Numbers of samples are reused: a new sample does not see stamps of an older one with its
 * number. */
static void run_numbers(const char *argument) {
    (void)argument;
    ort_settings.cell_shift = 3;
    struct ort_sample_shadow *s = thread.sample_shadow = ort_sample_shadow_new();
    for (int i = 0; i < 3; i++) ort_sample_shadow_begin(s);
    uint32_t number = s->sample;
    put(0, 0, 1, 77);
    s->sample = UINT32_MAX;
    do ort_sample_shadow_begin(s);
    while (s->sample != number);
    CHECK(!ort_sample_stamp(s, address(0, 0) >> 3), "a page of an older sample");
}

static void samples_see_only_stamps_of_their_own_cells(void **state) {
    (void)state;
    scenario_pass("samples", "3", NULL);
    scenario_pass("samples", "0", NULL);
    scenario_pass("samples", "4", NULL);
}

static void all_stamps_are_visited(void **state) {
    (void)state;
    scenario_pass("each", "", NULL);
}

static void clearing_many_pages_keeps_the_rest(void **state) {
    (void)state;
    scenario_pass("large-clear", "", NULL);
}

static void numbers_of_samples_can_be_reused(void **state) {
    (void)state;
    scenario_pass("numbers", "", NULL);
}

const struct scenario scenarios[] = {{"samples", run_samples},
                                     {"each", run_each},
                                     {"large-clear", run_large_clear},
                                     {"numbers", run_numbers},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_see_only_stamps_of_their_own_cells),
        cmocka_unit_test(all_stamps_are_visited),
        cmocka_unit_test(clearing_many_pages_keeps_the_rest),
        cmocka_unit_test(numbers_of_samples_can_be_reused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
