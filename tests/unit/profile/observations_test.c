/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observations_test.c: observed calls of raw files, good and damaged.
 */
#include "profile/raw/build.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <string.h>

static enum ordo_status read(void **state, struct raw_image *r, struct ordo_profile **p,
                             struct ordo_error *e) {
    const char *path = temporary_path(state, "observed.raw");
    raw_image_write(r, path);
    raw_image_done(r);
    *p = NULL;
    return ordo_profile_from_raw(&path, 1, NULL, p, e);
}

static struct ordo_profile *build(void **state, struct raw_image *r) {
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(read(state, r, &p, &e), e);
    return p;
}

static void assert_rejected(void **state, struct raw_image *r, const char *says) {
    struct ordo_profile *p;
    struct ordo_error e;
    assert_int_equal(read(state, r, &p, &e), ORDO_BAD_INPUT);
    assert_null(p);
    assert_message(e, says);
}

static void observed_calls_are_read_with_the_names_of_their_arguments(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_profile *p = build(state, &r);
    assert_int_equal(p->n_observations, 2);
    const struct ordo_observation *o = p->observations;
    const struct ordo_profile_scope *work = &p->scopes[p->contexts[o->context].scope.i];
    assert_string_equal(work->name, "work");
    assert_string_equal(o[0].arg_names, "n");
    assert_int_equal(o[0].sum_size, 3);
    assert_int_equal(o[0].args[0], 7);
    assert_int_equal(o[1].calls, 2);
    assert_int_equal(o[1].next_kept, 8);
    assert_int_equal(o[1].args[0], -1);
    assert_true(o[0].thread == o[1].thread);
    ordo_profile_free(p);
}

/* A process was killed after it had published the larger block. */
static void replaced_observations_are_skipped(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    const struct ordo_raw_observation one = {.calls = 1, .sum_cost = 900},
                                      two = {.calls = 4, .sum_cost = 900};
    size_t old = raw_image_observations(&r, 1, 1, 2, &one, 1);
    size_t new = raw_image_observations(&r, 1, 1, 2, &two, 1);
    ((struct ordo_raw_observations *)raw_image_at(&r, new))->supersedes = old;
    struct ordo_profile *p = build(state, &r);
    uint64_t calls = 0;
    for (uint64_t i = 0; i < p->n_observations; i++)
        if (p->observations[i].context == 0) calls = calls * 10 + p->observations[i].calls;
    assert_int_equal(calls, 4);
    ordo_profile_free(p);
}

static void damaged_observations_are_rejected(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 1);
    raw_image_observations(&r, 1, 77, 2, &(struct ordo_raw_observation){.calls = 1}, 1);
    assert_rejected(state, &r, "observations of calling context 77");
    raw_image_sample(&r, 1);
    ((struct ordo_raw_observations *)raw_image_at(
         &r, raw_image_observations(&r, 1, 1, 2, &(struct ordo_raw_observation){.calls = 1}, 1)))
        ->used = 2;
    assert_rejected(state, &r, "2 observations have room for 1");
    raw_image_sample(&r, 1);
    raw_image_observations(&r, 1, 1, 2, &(struct ordo_raw_observation){.calls = 1, .next_kept = 1},
                           1);
    assert_rejected(state, &r, "an impossible observation");
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(observed_calls_are_read_with_the_names_of_their_arguments),
        TEST(replaced_observations_are_skipped),
        TEST(damaged_observations_are_rejected),
    };
    return cmocka_run_group_tests_name("profile/observations", tests, NULL, NULL);
}
