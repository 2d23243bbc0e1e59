/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hostile_test.c: the k-th allocation fails, for k = 1, 2, ... until all succeed. Everything from
 * raw files to reports then reports that memory ran out, leaks nothing (check-san-host) and never
 * crashes.
 */
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "report/choice/analyse.h"
#include "report/json/json.h"
#include "report/terminal/table.h"
#include "support/raw_image.h"
#include "support/simulated_run.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);

/* The program is linked with --wrap for these (make/host-tests.mk). The countdown-th allocation
 * fails, and if for_ever all later ones too; 0: none fails. */
static uint64_t countdown, failures;
static int for_ever;

static int fails_now(void) {
    if (!countdown || (countdown > 1 && countdown--)) return 0;
    if (!for_ever) countdown = 0;
    failures++;
    return 1;
}

void *__wrap_malloc(size_t size) {
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails_now() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size) {
    return fails_now() ? NULL : __real_realloc(p, size);
}

struct work {
    const char *raws[2], *data;
    FILE *null;
    struct ordo_profile *p; /* made while there is memory */
    struct ordo_error error;
};

static enum ordo_status build(struct work *w) {
    struct ordo_feature_value f = {"x", 1};
    const char *const argv[] = {"a", "b c", NULL};
    struct ordo_build_options o = {.features = &f, .n_features = 1, .argv = argv};
    struct ordo_profile *p;
    enum ordo_status status = ordo_profile_from_raw(w->raws, 2, &o, &p, &w->error);
    if (status == ORDO_OK) ordo_profile_free(p);
    return status;
}

static enum ordo_status merge(struct work *w) {
    const struct ordo_profile *twice[] = {w->p, w->p};
    struct ordo_profile *p;
    enum ordo_status status = ordo_profile_merge(twice, NULL, 2, &p, &w->error);
    if (status == ORDO_OK) ordo_profile_free(p);
    return status;
}

static enum ordo_status save(struct work *w) {
    return ordo_profile_save(w->p, w->data, true, &w->error);
}

static enum ordo_status load(struct work *w) {
    struct ordo_profile *p;
    enum ordo_status status = ordo_profile_load(w->data, ORDO_LOAD_ALL, &p, &w->error);
    if (status == ORDO_OK) ordo_profile_free(p);
    return status;
}

static enum ordo_status table(struct work *w) {
    struct ordo_table_options o = {.width = 80};
    return ordo_table_write(w->null, w->p, &o, &w->error);
}

static enum ordo_status json(struct work *w) {
    struct ordo_analysis *a;
    ORDO_TRY(ordo_analyse(w->p, &a, &w->error));
    enum ordo_status status = ordo_json_write(w->null, a, &w->error);
    ordo_analysis_free(a);
    return status;
}

/* Reports the whole run of a production profile. */
static enum ordo_status report(struct work *w) {
    struct ordo_profile *p;
    struct ordo_analysis *a = NULL;
    ORDO_TRY(ordo_profile_load(w->data, ORDO_LOAD_ALL, &p, &w->error));
    enum ordo_status status = ordo_analyse_for_report(p, &a, &w->error);
    struct ordo_table_options o = {.width = 80, .analysis = a};
    if (status == ORDO_OK) status = ordo_table_write(w->null, p, &o, &w->error);
    if (status == ORDO_OK) status = ordo_json_write(w->null, a, &w->error);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return status;
}

static void squeeze(struct work *w, const char *what, enum ordo_status (*act)(struct work *)) {
    for (int all_after = 0; all_after < 2; all_after++) {
        for (uint64_t k = 1;; k++) {
            countdown = k;
            for_ever = all_after;
            failures = 0;
            enum ordo_status status = act(w);
            countdown = 0;
            if (!failures) {
                if (status != ORDO_OK) fail_msg("%s: %s", what, w->error.message);
                assert_true(k > 1);
                break;
            }
            if (status != ORDO_NO_MEMORY)
                fail_msg("%s: allocation %llu failed, status %d", what, (unsigned long long)k,
                         status);
        }
    }
}

static void production(struct raw_image *r, uint32_t pid) {
    simulated_run(r, pid, SIMULATED_PREFIX, 60, 4);
}

static void squeeze_all(void **state, void (*make)(struct raw_image *r, uint32_t pid),
                        bool is_production) {
    struct work w = {.raws = {temporary_path(state, "1.raw"), temporary_path(state, "2.raw")},
                     .data = temporary_path(state, "ordo.data"),
                     .null = fopen("/dev/null", "w")};
    for (uint32_t i = 0; i < 2; i++) {
        struct raw_image r;
        make(&r, i + 1);
        raw_image_write(&r, w.raws[i]);
        raw_image_done(&r);
    }
    struct ordo_build_options o = {.exit_status = 0};
    assert_non_null(w.null);
    assert_ok(ordo_profile_from_raw(w.raws, 2, &o, &w.p, &w.error), w.error);
    assert_ok(ordo_profile_save(w.p, w.data, false, &w.error), w.error);
    squeeze(&w, "build", build);
    squeeze(&w, "merge", merge);
    squeeze(&w, "table", table);
    squeeze(&w, "json", json);
    squeeze(&w, "save", save);
    squeeze(&w, "load", load);
    if (is_production) squeeze(&w, "report", report);
    assert_int_equal(temporary_count(state), 4); /* no temporary files are left */
    fclose(w.null);
    ordo_profile_free(w.p);
}

static void running_out_of_memory_is_reported(void **state) {
    squeeze_all(state, raw_image_sample, false);
}

static void running_out_of_memory_is_reported_in_production_profiles(void **state) {
    squeeze_all(state, production, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(running_out_of_memory_is_reported, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(running_out_of_memory_is_reported_in_production_profiles,
                                        temporary_setup, temporary_teardown),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
