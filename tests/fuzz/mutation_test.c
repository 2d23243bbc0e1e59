/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mutation_test.c: the readers of damaged files. A fixed series of random damages is applied to a
 * valid raw file and a valid profile. A reader returns a profile, or one line that names the file.
 * It never crashes, and the profile that it returns can be reported and merged.
 */
#include "analysis/analyse.h"
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "report/json/json.h"
#include "report/json/tree_json.h"
#include "report/terminal/algorithm_table.h"
#include "report/terminal/algorithm_view.h"
#include "report/terminal/table.h"
#include "support/random_profile.h"
#include "support/raw_image.h"
#include "support/simulated_run.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With LONG; quick tests make a third. */
enum { ROUNDS = 3000 };
#define SEED 20261121

static void damage(struct random_numbers *r, uint8_t *bytes, size_t *n) {
    static const uint64_t odd[] = {0,          1,          63,         64,        127,
                                   0x7fffffff, 0x80000000, 0xffffffff, INT64_MAX, (uint64_t)1 << 63,
                                   UINT64_MAX};
    for (uint64_t k = 1 + random_below(r, 3); k; k--) {
        size_t at = random_below(r, *n);
        uint64_t value = odd[random_below(r, sizeof odd / sizeof *odd)];
        size_t width = (size_t)1 << random_below(r, 4);
        switch (random_below(r, 4)) {
        case 0:
            bytes[at] ^= (uint8_t)(1 << random_below(r, 8));
            break;
        case 1:
            at = at / width * width;
            if (at + width <= *n) memcpy(bytes + at, &value, width);
            break;
        case 2: {
            size_t from = random_below(r, *n), size = random_below(r, 200);
            if (from + size <= *n && at + size <= *n) memmove(bytes + at, bytes + from, size);
            break;
        }
        default:
            if (random_below(r, 10) == 0) *n = at + 1;
            break;
        }
    }
}

static void tell_algorithms(struct ordo_profile *p, FILE *out) {
    struct ordo_error e;
    struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
    const struct ordo_algorithm_options o = {0};
    t = ordo_repetition_tree_new(p);
    for (int identity = ORDO_IDENTITY_SOME; identity <= ORDO_IDENTITY_TYPE; identity++) {
        a = ordo_algorithms_new(p, t, (enum ordo_identity)identity);
        assert_ok(ordo_algorithm_table_write(out, p, t, a, &o, &e), e);
        assert_ok(ordo_tree_json_write(out, p, t, a, &e), e);
        for (uint64_t i = 1; i <= a->n; i++)
            assert_ok(ordo_algorithm_view_write(out, p, t, a, i, &o, &e), e);
        ordo_algorithms_free(a);
    }
    ordo_repetition_tree_free(t);
}

/* Reports the whole run of a production profile; the last use of the profile. */
static void report_run(struct ordo_profile *p, FILE *out) {
    struct ordo_error e;
    struct ordo_analysis *a;
    struct ordo_table_options o = {.width = 80};
    assert_ok(ordo_analyse_for_report(p, NULL, &a, &e), e);
    o.analysis = a;
    assert_ok(ordo_table_write(out, p, &o, &e), e);
    assert_ok(ordo_json_write(out, a, &e), e);
    ordo_analysis_free(a);
}

/* Uses the profile in every way. */
static void use(struct ordo_profile *p, const char *path, bool save) {
    struct ordo_error e;
    FILE *null = fopen("/dev/null", "w");
    struct ordo_table_options o = {.width = 80};
    assert_non_null(null);
    assert_ok(ordo_table_write(null, p, &o, &e), e);
    struct ordo_analysis *a;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    assert_ok(ordo_json_write(null, a, &e), e);
    ordo_analysis_free(a);
    tell_algorithms(p, null);
    const struct ordo_profile *twice[] = {p, p};
    struct ordo_profile *merged, *again;
    assert_ok(ordo_profile_merge(twice, NULL, 2, &merged, &e), e);
    if (save) {
        assert_ok(ordo_profile_save(merged, path, false, &e), e);
        assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &again, &e), e);
        ordo_profile_free(again);
    }
    ordo_profile_free(merged);
    if (p->has_production) report_run(p, null);
    fclose(null);
    ordo_profile_free(p);
}

static void put(const char *path, const uint8_t *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static enum ordo_status read_raw(const char *path, struct ordo_profile **p, struct ordo_error *e) {
    return ordo_profile_from_raw(&path, 1, NULL, p, e);
}

static enum ordo_status read_profile(const char *path, struct ordo_profile **p,
                                     struct ordo_error *e) {
    return ordo_profile_load(path, ORDO_LOAD_ALL, p, e);
}

static void damage_and_read(void **state, const uint8_t *sound, size_t size, uint64_t seed,
                            int rounds,
                            enum ordo_status (*read)(const char *, struct ordo_profile **,
                                                     struct ordo_error *)) {
    const char *path = strdup(temporary_path(state, "damaged")),
               *out = strdup(temporary_path(state, "out"));
    uint8_t *bytes = malloc(size);
    int accepted = 0, rejected = 0;
    assert_true(path && out && bytes);
    if (!getenv("LONG")) rounds /= 3;
    for (int round = 0; round < rounds; round++) {
        struct random_numbers r = {seed + (uint64_t)round * 7919};
        size_t n = size;
        memcpy(bytes, sound, size);
        damage(&r, bytes, &n);
        if (round % 2) raw_image_seal(bytes, n);
        put(path, bytes, n);
        struct ordo_profile *p = NULL;
        struct ordo_error e = {0};
        if (read(path, &p, &e) == ORDO_OK) {
            use(p, out, accepted++ % 16 == 0); /* syncing to the disk is slow */
        } else {
            rejected++;
            assert_null(p);
            assert_message(e, path);
            assert_null(strchr(e.message, '\n'));
        }
    }
    print_message("seed %llu: %d accepted, %d rejected\n", (unsigned long long)seed, accepted,
                  rejected);
    assert_true(accepted > rounds / 20 && rejected > rounds / 20);
    free(bytes);
    free((void *)(uintptr_t)path);
    free((void *)(uintptr_t)out);
}

static void damaged_raw_files_are_read_or_rejected(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 1);
    damage_and_read(state, r.bytes, r.used, SEED, ROUNDS, read_raw);
    raw_image_done(&r);
}

static void damaged_production_files_are_read_or_rejected(void **state) {
    struct raw_image r;
    raw_image_production(&r, 1, 20);
    damage_and_read(state, r.bytes, r.used, SEED, ROUNDS / 3, read_raw);
    raw_image_done(&r);
    simulated_run(&r, 1, SIMULATED_PREFIX, 100, 8);
    damage_and_read(state, r.bytes, r.used, SEED, ROUNDS / 3, read_raw);
    raw_image_done(&r);
}

static void damage_profile(void **state, struct raw_image *r) {
    const char *path = temporary_path(state, "sound");
    struct ordo_profile *p;
    struct ordo_error e;
    raw_image_write(r, path);
    raw_image_done(r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &p, &e), e);
    path = temporary_path(state, "profile");
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    ordo_profile_free(p);
    FILE *f = fopen(path, "rb");
    static uint8_t bytes[1 << 20];
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    damage_and_read(state, bytes, n, SEED, ROUNDS / 3, read_profile);
}

static void damaged_profiles_are_read_or_rejected(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 1);
    damage_profile(state, &r);
    raw_image_production(&r, 1, 20);
    damage_profile(state, &r);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(damaged_raw_files_are_read_or_rejected),
        TEST(damaged_production_files_are_read_or_rejected),
        TEST(damaged_profiles_are_read_or_rejected),
    };
    return cmocka_run_group_tests_name("fuzz/mutation", tests, NULL, NULL);
}
