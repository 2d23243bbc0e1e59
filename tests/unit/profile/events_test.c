/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * events_test.c: events of loops in samples, which raw files have besides steps. The growth of
 * loops is measured in events.
 */
#include "profile/raw/build.h"

#include "abi/abi.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <string.h>

enum { LOOP = 2 };

/* A routine with a loop, which has one point of steps, and if `events` two of events. */
static struct ordo_profile *profile(void **state, bool events) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_header(&r)->state = ORDO_RAW_LIVE;
    raw_image_header(&r)->sampled = 1;
    raw_image_module(&r, 1, "o", "/");
    raw_image_scope(&r,
                    &(struct raw_image_scope){
                        .id = 1, .module = 1, .line = 1, .routine = 1, .name = "f", .file = "a.c"});
    raw_image_scope(&r, &(struct raw_image_scope){.id = LOOP,
                                                  .module = 1,
                                                  .kind = ORDO_KIND_LOOP,
                                                  .line = 2,
                                                  .routine = 1,
                                                  .parent = 1,
                                                  .name = "",
                                                  .file = "a.c"});
    struct ordo_raw_point point = raw_image_point(7, 2, 10);
    raw_image_points(&r, 1, LOOP, ORDO_METRIC_RMS, 0, &point, 1, NULL);
    const struct ordo_raw_point of_events[] = {raw_image_point(7, 3, 40),
                                               raw_image_point(8, 3, 40)};
    if (events) {
        size_t table = raw_image_points(&r, 1, LOOP, ORDO_METRIC_RMS, 0, of_events, 2, NULL);
        ((struct ordo_raw_points *)raw_image_at(&r, table))->cost = ORDO_COST_EVENTS;
    }
    raw_image_thread(&r, 1, 100);
    const char *path = temporary_path(state, "0.raw");
    raw_image_write(&r, path);
    raw_image_done(&r);
    const struct ordo_build_options plain = {.exit_status = -1};
    const char *paths[] = {path};
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_from_raw(paths, 1, &plain, &p, &e), e);
    return p;
}

static const struct ordo_profile_scope *loop_of(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP) return &p->scopes[i];
    fail_msg("no loop");
    return NULL;
}

static const struct ordo_point *points(const struct ordo_profile *p, const char *cost, size_t n) {
    const struct ordo_profile_scope *s = loop_of(p);
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &p->series[s->series.first + k];
        if (strcmp(x->cost, cost) != 0) continue;
        assert_string_equal(x->metric, "rms");
        assert_int_equal(x->points.n, n);
        return &p->points[x->points.first];
    }
    fail_msg("no points of %s", cost);
    return NULL;
}

static void loops_have_events_and_steps(void **state) {
    struct ordo_profile *p = profile(state, true);
    const struct ordo_point *steps = points(p, "steps", 1);
    assert_int_equal(steps[0].n, 7);
    assert_int_equal(steps[0].count, 2);
    assert_int_equal(steps[0].sum, 20);
    const struct ordo_point *events = points(p, "events", 2);
    for (uint64_t i = 0; i < 2; i++) {
        assert_int_equal(events[i].n, 7 + i);
        assert_int_equal(events[i].count, 3);
        assert_int_equal(events[i].min, 40);
        assert_int_equal(events[i].max, 40);
        assert_int_equal(events[i].sum, 120);
        assert_int_equal(events[i].sumsq_low, 3 * 1600);
    }
    ordo_profile_free(p);
}

static void growth_of_loops_is_measured_in_events(void **state) {
    struct ordo_profile *p = profile(state, true);
    const struct ordo_profile_scope *loop = loop_of(p);
    assert_string_equal(ordo_profile_growth_cost(p, loop), "events");
    assert_string_equal(ordo_profile_growth_cost(p, &p->scopes[loop->routine.i]), "steps");
    ordo_profile_free(p);
    p = profile(state, false);
    assert_string_equal(ordo_profile_growth_cost(p, loop_of(p)), "steps");
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(loops_have_events_and_steps, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(growth_of_loops_is_measured_in_events, temporary_setup,
                                        temporary_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
