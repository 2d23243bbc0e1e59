/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * json_test.c: the JSON report follows docs/report.schema.json, keeps every digit, and omits what
 * was not measured.
 */
#include "analysis/analyse.h"
#include "report/json/json.h"

#include "profile/gather/gather.h"
#include "profile/raw/build.h"
#include "report/words/warnings.h"
#include "support/random_profile.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static struct ordo_profile *sample(void **state) {
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    const char *path = temporary_path(state, "sample.raw");
    raw_image_sample(&r, 7);
    raw_image_scope(&r, &(struct raw_image_scope){.id = 70,
                                                  .module = 1,
                                                  .flags = 1,
                                                  .line = 99,
                                                  .routine = 70,
                                                  .name = "tiny",
                                                  .linkage_name = "tiny",
                                                  .file = "a.c"});
    raw_image_write(&r, path);
    raw_image_done(&r);
    struct ordo_build_options o = {.exit_status = 0};
    assert_ok(ordo_profile_from_raw(&path, 1, &o, &p, &e), e);
    return p;
}

static void write_to(const char *path, const struct ordo_profile *p) {
    struct ordo_error e;
    struct ordo_analysis *a;
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    assert_ok(ordo_json_write(f, a, &e), e);
    ordo_analysis_free(a);
    assert_int_equal(fclose(f), 0);
}

static json_t *parse(void **state, struct ordo_profile *p) {
    const char *path = temporary_path(state, "report.json");
    json_error_t error;
    write_to(path, p);
    ordo_profile_free(p);
    json_t *j = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!j) fail_msg("%s:%d: %s", path, error.line, error.text);
    return j;
}

static json_t *scope(json_t *j, const char *kind, const char *name) {
    size_t i;
    json_t *s;
    json_array_foreach(json_object_get(j, "scopes"), i, s) {
        if (strcmp(json_string_value(json_object_get(s, "kind")), kind) == 0 &&
            strcmp(json_string_value(json_object_get(s, "name")), name) == 0)
            return s;
    }
    fail_msg("no %s %s", kind, name);
    return NULL;
}

static json_int_t integer(json_t *object, const char *key) {
    json_t *v = json_object_get(object, key);
    if (!json_is_integer(v)) fail_msg("%s is no integer", key);
    return json_integer_value(v);
}

static void a_sample_reports_what_was_measured(void **state) {
    json_t *j = parse(state, sample(state));
    json_t *loop = scope(j, "loop", "a.c:12"), *work = scope(j, "routine", "work"),
           *main_ = scope(j, "routine", "main"), *tiny = scope(j, "routine", "tiny"),
           *recursion = scope(j, "recursion", "work");
    assert_int_equal(integer(j, "schema"), ORDO_JSON_SCHEMA);
    assert_int_equal(integer(j, "total_cost"), 1000);
    assert_int_equal(integer(loop, "iterations"), 5);
    assert_string_equal(json_string_value(json_object_get(loop, "routine")), "main");
    assert_true(json_equal(json_object_get(loop, "parent"), json_object_get(main_, "id")));
    assert_true(json_is_null(json_object_get(work, "parent")));
    assert_null(json_object_get(work, "iterations"));
    assert_true(json_is_true(json_object_get(tiny, "folded")));
    static const char *const absent[] = {"calls", "cost", "sizes", "unfinished", "iterations"};
    for (size_t i = 0; i < 5; i++) assert_null(json_object_get(tiny, absent[i]));
    json_t *rms = json_object_get(json_object_get(work, "sizes"), "rms");
    assert_int_equal(integer(rms, "distinct"), 5);
    json_t *second = json_array_get(json_object_get(rms, "points"), 1);
    const json_int_t expected[] = {2, 4, 120, 120, 480, 57600};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(json_integer_value(json_array_get(second, i)), expected[i]);
    assert_int_equal(json_array_size(json_object_get(work, "callers")), 2);
    assert_int_equal(json_array_size(json_object_get(main_, "callers")), 0);
    assert_non_null(json_object_get(json_object_get(recursion, "sizes"), "depth"));
    assert_null(json_object_get(json_object_get(work, "sizes"), "depth"));
    assert_int_equal(json_array_size(json_object_get(recursion, "members")), 1);
    json_t *uncovered = json_array_get(json_object_get(j, "uncovered"), 0);
    assert_string_equal(json_string_value(json_object_get(uncovered, "function")), "getenv");
    assert_string_equal(json_string_value(json_object_get(uncovered, "library")), "libc.so.6");
    assert_int_equal(integer(uncovered, "calls"), 2);
    json_decref(j);
}

static struct ordo_profile *one_series(const char *name, bool bucketed, struct ordo_point p) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope s = {
        .name = name, .linkage_name = name, .object = "", .file = "a.c", .calls = 1};
    uint32_t series = ordo_gather_series(g, ordo_gather_scope(g, &s), "rms", "blocks", 0, bucketed);
    ordo_gather_point(g, series, &p);
    struct ordo_profile *out;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &out, &e), e);
    ordo_gather_free(g);
    return out;
}

static json_t *point_of(json_t *j) {
    json_t *s = json_array_get(json_object_get(j, "scopes"), 0);
    json_t *rms = json_object_get(json_object_get(s, "sizes"), "rms");
    return json_array_get(json_object_get(rms, "points"), 0);
}

static void large_integers_are_decimal_strings(void **state) {
    struct ordo_point p = {.n = (uint64_t)1 << 53,
                           .count = 1,
                           .sum_n = (uint64_t)1 << 53,
                           .min = ((uint64_t)1 << 53) + 1,
                           .max = UINT64_MAX,
                           .sum = UINT64_MAX,
                           .sumsq_high = 1,
                           .sumsq_low = 5};
    json_t *j = parse(state, one_series("f", false, p)), *point = point_of(j);
    assert_int_equal(json_integer_value(json_array_get(point, 0)), (json_int_t)1 << 53);
    assert_string_equal(json_string_value(json_array_get(point, 2)), "9007199254740993");
    assert_string_equal(json_string_value(json_array_get(point, 3)), "18446744073709551615");
    assert_string_equal(json_string_value(json_array_get(point, 5)), "18446744073709551621");
    json_decref(j);
}

static void a_bucket_is_at_its_mean_size(void **state) {
    struct ordo_point p = {.n = 512,
                           .count = 3,
                           .sum_n = 512 + 513 + 515,
                           .min = 1,
                           .max = 2,
                           .sum = 4,
                           .sumsq_low = 6};
    json_t *j = parse(state, one_series("f", true, p));
    assert_true(json_real_value(json_array_get(point_of(j), 0)) == 1540.0 / 3);
    json_decref(j);
    p.sum_n = 3 * 513;
    j = parse(state, one_series("f", true, p));
    assert_int_equal(json_integer_value(json_array_get(point_of(j), 0)), 513);
    json_decref(j);
    p.n = (uint64_t)1 << 60; /* too large for a JSON number */
    p.sum_n = 3 * p.n + 4;
    j = parse(state, one_series("f", true, p));
    assert_string_equal(json_string_value(json_array_get(point_of(j), 0)), "1152921504606846977");
    json_decref(j);
    p.n = 512;
    p.sum_n = UINT64_MAX; /* overflowed */
    j = parse(state, one_series("f", true, p));
    assert_int_equal(json_integer_value(json_array_get(point_of(j), 0)), 512);
    json_decref(j);
}

static void any_name_is_valid_json(void **state) {
    struct ordo_point p = {.n = 1, .count = 1, .sum_n = 1};
    json_t *j =
        parse(state, one_series("q\"\\\n\x01 \xc3\xa9 \xff\xc0\xaf\xed\xa0\x80!", false, p));
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(j, "scopes"), 0), "name")),
        "q\"\\\n\x01 \xc3\xa9 "
        "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd!");
    json_decref(j);
}

static void a_summary_is_rejected(void **state) {
    struct ordo_profile *p = sample(state);
    struct ordo_analysis *a;
    struct ordo_error e;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    p->has_points = false;
    FILE *f = fopen("/dev/null", "w");
    assert_int_equal(ordo_json_write(f, a, &e), ORDO_BAD_INPUT);
    fclose(f);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static const char *source(const char *path) {
    static char full[2][4200];
    static int next;
    const char *root = getenv("ORDO_SOURCE");
    char *out = full[next++ % 2];
    snprintf(out, sizeof full[0], "%s/%s", root ? root : ".", path);
    return out;
}

static void reports_follow_the_schema(void **state) {
    char command[8192];
    int n = snprintf(command, sizeof command, "python3 '%s' '%s'",
                     source("tests/report/validate.py"), source("docs/report.schema.json"));
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d.json", i);
        struct ordo_profile *p = i ? random_profile((uint64_t)i) : sample(state);
        write_to(temporary_path(state, name), p);
        ordo_profile_free(p);
        n +=
            snprintf(command + n, sizeof command - (size_t)n, " '%s'", temporary_path(state, name));
    }
    int status = system(command);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
    assert_int_equal(status, 0);
}

static void the_manual_lists_the_warning_codes(void **state) {
    (void)state;
    static char manual[1 << 16];
    FILE *f = fopen(source("docs/man/ordo-report.1"), "r");
    assert_non_null(f);
    manual[fread(manual, 1, sizeof manual - 1, f)] = '\0';
    fclose(f);
    for (int i = 0; i < ORDO_WARN_COUNT; i++) {
        char entry[64];
        snprintf(entry, sizeof entry, "\n.B %s\n",
                 ordo_warning_code_name((enum ordo_warning_code)i));
        if (!strstr(manual, entry)) fail_msg("ordo-report.1 has no%s", entry);
    }
}

static void the_schema_lists_the_warning_codes(void **state) {
    (void)state;
    json_error_t error;
    json_t *j = json_load_file(source("docs/report.schema.json"), 0, &error);
    if (!j) fail_msg("%s", error.text);
    json_t *warning = json_object_get(json_object_get(j, "$defs"), "warning");
    json_t *code = json_object_get(json_object_get(warning, "properties"), "code");
    json_t *codes = json_object_get(code, "enum");
    assert_int_equal(json_array_size(codes), ORDO_WARN_COUNT);
    for (size_t i = 0; i < ORDO_WARN_COUNT; i++)
        assert_string_equal(json_string_value(json_array_get(codes, i)),
                            ordo_warning_code_name((enum ordo_warning_code)i));
    json_decref(j);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_sample_reports_what_was_measured),
        TEST(large_integers_are_decimal_strings),
        TEST(a_bucket_is_at_its_mean_size),
        TEST(any_name_is_valid_json),
        TEST(a_summary_is_rejected),
        TEST(reports_follow_the_schema),
        TEST(the_manual_lists_the_warning_codes),
        TEST(the_schema_lists_the_warning_codes),
    };
    return cmocka_run_group_tests_name("report/json", tests, NULL, NULL);
}
