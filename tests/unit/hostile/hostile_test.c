/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hostile_test.c: the k-th allocation fails, for growing k until all succeed. Everything from raw
 * files to reports then ends its process with one line and status 4.
 */
#include "analysis/analyse.h"
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "report/json/json.h"
#include "report/terminal/table.h"
#include "support/raw_image.h"
#include "support/simulated_run.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void *__real_calloc(size_t n, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);

/* The program is linked with --wrap for these (make/host-tests.mk). The countdown-th allocation
 * fails; 0: none fails. */
static uint64_t countdown;

static int fails_now(void) {
    return countdown && --countdown == 0;
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails_now() ? NULL : __real_calloc(n, size);
}

void *__wrap_reallocarray(void *p, size_t n, size_t size) {
    return fails_now() ? NULL : __real_reallocarray(p, n, size);
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
    ORDO_TRY(ordo_analyse(w->p, NULL, &a, &w->error));
    enum ordo_status status = ordo_json_write(w->null, a, &w->error);
    ordo_analysis_free(a);
    return status;
}

/* Reports the whole run of a production profile. */
static enum ordo_status report(struct work *w) {
    struct ordo_profile *p;
    struct ordo_analysis *a = NULL;
    ORDO_TRY(ordo_profile_load(w->data, ORDO_LOAD_ALL, &p, &w->error));
    enum ordo_status status = ordo_analyse_for_report(p, NULL, &a, &w->error);
    struct ordo_table_options o = {.width = 80, .analysis = a};
    if (status == ORDO_OK) status = ordo_table_write(w->null, p, &o, &w->error);
    if (status == ORDO_OK) status = ordo_json_write(w->null, a, &w->error);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return status;
}

/* Runs the act in a child process whose k-th allocation fails. Returns whether there was one. */
static bool dies(struct work *w, const char *what, enum ordo_status (*act)(struct work *),
                 uint64_t k) {
    int ends[2], status;
    char said[200] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        countdown = k;
        enum ordo_status result = act(w);
        _exit(result == ORDO_OK && countdown ? 0 : 1);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], said, sizeof said - 1);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status == 0) return false;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 4 || n <= 0 ||
        strchr(said, '\n') != said + n - 1)
        fail_msg("%s: allocation %llu failed, status %d: %s", what, (unsigned long long)k, status,
                 said);
    return true;
}

static void squeeze(struct work *w, const char *what, enum ordo_status (*act)(struct work *)) {
    uint64_t k = 1;
    while (dies(w, what, act, k)) k += 1 + k / 100;
    assert_true(k > 1);
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
    fclose(w.null);
    ordo_profile_free(w.p);
}

static void running_out_of_memory_ends_the_process(void **state) {
    squeeze_all(state, raw_image_sample, false);
}

static void running_out_of_memory_ends_the_process_for_production_profiles(void **state) {
    squeeze_all(state, production, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(running_out_of_memory_ends_the_process, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test_setup_teardown(
            running_out_of_memory_ends_the_process_for_production_profiles, temporary_setup,
            temporary_teardown),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
