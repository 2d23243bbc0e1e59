/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_test.c: points by input cover all activations: those of threads, runs and profiles without
 * such points have size 0.
 */
#include "abi/abi.h"
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READER = 1 };

static void begin(struct raw_image *r, uint32_t pid) {
    raw_image_init(r, pid);
    raw_image_module(r, 1, "one", "/");
    raw_image_scope(r, &(struct raw_image_scope){.id = READER,
                                                 .module = 1,
                                                 .line = 3,
                                                 .routine = READER,
                                                 .name = "reader",
                                                 .linkage_name = "reader",
                                                 .file = "a.c"});
}

/* Adds a thread with activations of two sizes, which cost 10 and 30. */
static void add_thread(struct raw_image *r, uint32_t thread) {
    const struct ordo_raw_point rms[] = {raw_image_point(0, 2, 10), raw_image_point(5, 1, 30)};
    raw_image_thread(r, thread, 50);
    raw_image_total(r, thread, READER,
                    &(struct ordo_raw_total){.calls = 3, .cost = 50, .self = 50});
    raw_image_points(r, thread, READER, ORDO_METRIC_RMS, 0, rms, 2, NULL);
}

static void add_input(struct raw_image *r, uint32_t thread) {
    const struct ordo_raw_point input[] = {raw_image_point(0, 1, 10), raw_image_point(100, 1, 10),
                                           raw_image_point(400, 1, 30)};
    raw_image_points(r, thread, READER, ORDO_METRIC_INPUT, 0, input, 3, NULL);
}

static struct ordo_profile *built(void **state, struct raw_image *r) {
    const char *path = temporary_path(state, "input.raw");
    struct ordo_profile *p;
    struct ordo_error e;
    raw_image_write(r, path);
    raw_image_done(r);
    assert_ok(ordo_profile_from_raw(&path, 1, NULL, &p, &e), e);
    return p;
}

/* Fails unless the profile's only series by input has these points: "size:count:sum ". */
static void assert_input(const struct ordo_profile *p, const char *expected) {
    char got[400] = "";
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *s = &p->series[i];
        if (strcmp(s->metric, "input") != 0) continue;
        for (uint64_t k = 0; k < s->points.n; k++) {
            const struct ordo_point *x = &p->points[s->points.first + k];
            snprintf(got + strlen(got), sizeof got - strlen(got), "%llu:%llu:%llu ",
                     (unsigned long long)x->n, (unsigned long long)x->count,
                     (unsigned long long)x->sum);
        }
    }
    assert_string_equal(got, expected);
}

static void threads_without_input_have_size_0(void **state) {
    struct raw_image r;
    begin(&r, 1);
    add_thread(&r, 1);
    add_thread(&r, 2);
    add_input(&r, 2);
    struct ordo_profile *p = built(state, &r);
    assert_true(p->has_input);
    assert_input(p, "0:4:60 100:1:10 400:1:30 ");
    const struct ordo_series *s = &p->series[0];
    assert_string_equal(s->metric, "input");
    assert_int_equal(p->points[s->points.first].max, 30);
    assert_int_equal(p->points[s->points.first].sum_n, 0);
    assert_int_equal(p->points[s->points.first].sumsq_low, 4 * 100 - 100 + 900);
    ordo_profile_free(p);
}

static void a_profile_without_input_has_no_such_series(void **state) {
    struct raw_image r;
    begin(&r, 1);
    add_thread(&r, 1);
    struct ordo_profile *p = built(state, &r);
    assert_true(p->has_input);
    assert_int_equal(p->n_series, 1);
    assert_string_equal(p->series[0].metric, "rms");
    ordo_profile_free(p);
}

static struct ordo_profile *merged(const struct ordo_profile *a, const struct ordo_profile *b) {
    const struct ordo_profile *both[] = {a, b};
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_merge(both, NULL, 2, &p, &e), e);
    return p;
}

static void profiles_without_input_have_size_0(void **state) {
    struct raw_image r;
    begin(&r, 1);
    add_thread(&r, 1);
    struct ordo_profile *without = built(state, &r);
    begin(&r, 2);
    add_thread(&r, 1);
    add_input(&r, 1);
    struct ordo_profile *with = built(state, &r);
    for (int order = 0; order < 2; order++) {
        struct ordo_profile *p = order ? merged(without, with) : merged(with, without);
        assert_input(p, "0:4:60 100:1:10 400:1:30 ");
        ordo_profile_free(p);
    }
    ordo_profile_free(with);
    ordo_profile_free(without);
}

/* Nobody knows what the calls of the older profile read. */
static void a_profile_that_does_not_measure_input_takes_it_from_the_others(void **state) {
    struct raw_image r;
    begin(&r, 1);
    add_thread(&r, 1);
    add_input(&r, 1);
    struct ordo_profile *with = built(state, &r), *older;
    const char *path = temporary_path(state, "older.data");
    struct ordo_error e;
    with->has_input = false;
    assert_ok(ordo_profile_save(with, path, false, &e), e);
    with->has_input = true;
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &older, &e), e);
    assert_false(older->has_input);
    struct ordo_profile *p = merged(older, with);
    assert_input(p, "");
    assert_false(p->has_input);
    struct ordo_profile *again = merged(p, with);
    assert_input(again, "");
    ordo_profile_free(again);
    ordo_profile_free(p);
    ordo_profile_free(older);
    ordo_profile_free(with);
}

static void impossible_input_is_rejected(void **state) {
    struct raw_image r;
    begin(&r, 1);
    raw_image_thread(&r, 1, 50);
    const struct ordo_raw_point point = raw_image_point(UINT64_MAX, 1, 10);
    raw_image_points(&r, 1, READER, ORDO_METRIC_INPUT, 0, &point, 1, NULL);
    const char *path = temporary_path(state, "input.raw");
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    raw_image_write(&r, path);
    raw_image_done(&r);
    assert_int_equal(ordo_profile_from_raw(&path, 1, NULL, &p, &e), ORDO_BAD_INPUT);
    assert_message(e, "a point of size 18446744073709551615");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(threads_without_input_have_size_0),
        TEST(a_profile_without_input_has_no_such_series),
        TEST(profiles_without_input_have_size_0),
        TEST(a_profile_that_does_not_measure_input_takes_it_from_the_others),
        TEST(impossible_input_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
