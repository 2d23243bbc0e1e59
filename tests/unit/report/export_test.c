/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_test.c: every format works for any profile: empty, random, with hostile names.
 */
#include "report/export/export.h"

#include "analysis/analyse.h"
#include "profile/gather/gather.h"
#include "support/random_profile.h"
#include "support/unit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct output {
    char *bytes;
    size_t n;
};

static const struct ordo_export_format *format(const char *name) {
    for (size_t i = 0; i < ordo_n_export_formats; i++)
        if (strcmp(ordo_export_formats[i].name, name) == 0) return &ordo_export_formats[i];
    fail_msg("no format %s", name);
    return NULL;
}

static struct output exported(const struct ordo_profile *p, const struct ordo_export_format *f,
                              bool predicted) {
    struct output o = {0};
    struct ordo_error e;
    struct ordo_analysis *a;
    FILE *out = open_memstream(&o.bytes, &o.n);
    assert_non_null(out);
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    assert_ok(
        ordo_export_write(out, f, &(struct ordo_export_request){p, a, "x.data", predicted}, &e), e);
    ordo_analysis_free(a);
    assert_int_equal(fclose(out), 0);
    return o;
}

static struct ordo_profile *named(const char *name) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p;
    struct ordo_error e;
    struct ordo_profile_scope s = {.kind = ORDO_PROFILE_ROUTINE,
                                   .name = name,
                                   .linkage_name = name,
                                   .object = name,
                                   .file = name,
                                   .line = 3,
                                   .calls = 1,
                                   .cost_total = 7,
                                   .cost_self = 7};
    uint32_t h = ordo_gather_scope(g, &s);
    uint32_t series = ordo_gather_series(g, h, "rms", "blocks", 0, false);
    ordo_gather_point(g, series,
                      &(struct ordo_point){.n = 1ull << 60,
                                           .count = 1,
                                           .sum_n = 1ull << 60,
                                           .min = 7,
                                           .max = 7,
                                           .sum = 7,
                                           .sumsq_low = 49,
                                           .self = 7});
    ordo_gather_edge(g, h, h, 1, 7);
    ordo_gather_context(g, ORDO_GATHER_NONE, h, 1, 7, 7);
    ordo_gather_cost(g, 7);
    ordo_gather_run(g, &(struct ordo_run){.command = name, .unreadable_why = ""}, NULL, 0, NULL, 0);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static void every_format_works_for_empty_and_random_profiles(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct ordo_gather *g = ordo_gather_new();
        struct ordo_profile *p = NULL;
        struct ordo_error e;
        if (seed)
            p = random_profile(seed);
        else
            assert_ok(ordo_gather_seal(g, "compiled", 0, "blocks", &p, &e), e);
        for (size_t i = 0; i < ordo_n_export_formats; i++)
            for (int later = 0; later <= 1; later++) {
                struct output o = exported(p, &ordo_export_formats[i], later);
                if (seed && !o.n)
                    fail_msg("%s of seed %d is empty", ordo_export_formats[i].name, (int)seed);
                free(o.bytes);
            }
        ordo_profile_free(p);
        ordo_gather_free(g);
    }
}

static size_t count(const char *s, char c) {
    size_t n = 0;
    for (; *s; s++) n += *s == c;
    return n;
}

static void a_name_cannot_add_lines_or_frames(void **state) {
    (void)state;
    struct ordo_profile *plain = named("plain"), *odd = named("a;b\nfn=(9) c 5\r\n\x01 d;e");
    struct output x = exported(plain, format("callgrind"), false),
                  y = exported(odd, format("callgrind"), false);
    assert_int_equal(count(y.bytes, '\n'), count(x.bytes, '\n'));
    assert_null(strstr(y.bytes, "\nfn=(9)"));
    free(x.bytes);
    free(y.bytes);
    x = exported(odd, format("flamegraph"), false);
    assert_string_equal(x.bytes, "a:b?fn=(9) c 5??? d:e 7\n");
    free(x.bytes);
    ordo_profile_free(plain);
    ordo_profile_free(odd);
}

static void a_name_that_looks_like_a_number_stays_a_name(void **state) {
    (void)state;
    struct ordo_profile *p = named("(2) f");
    struct output o = exported(p, format("callgrind"), false);
    assert_non_null(strstr(o.bytes, "fn=(1) (2) f\n"));
    free(o.bytes);
    ordo_profile_free(p);
}

static void csv_quotes_separators_and_formulas(void **state) {
    (void)state;
    struct ordo_profile *p = named("=a,\"b\"\n");
    struct output o = exported(p, format("csv"), false);
    assert_non_null(strstr(o.bytes, ",\"'=a,\"\"b\"\"\n\","));
    assert_non_null(strstr(o.bytes, ",1152921504606846976,1,7,7,7,49\r\n"));
    free(o.bytes);
    ordo_profile_free(p);
}

static void speedscope_is_json_whatever_the_names(void **state) {
    (void)state;
    struct ordo_profile *p = named("\"\\\xff</script>\n");
    struct output o = exported(p, format("speedscope"), false);
    json_error_t error;
    json_t *j = json_loads(o.bytes, JSON_REJECT_DUPLICATES, &error);
    if (!j) fail_msg("%d: %s", error.line, error.text);
    json_decref(j);
    free(o.bytes);
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_works_for_empty_and_random_profiles),
        cmocka_unit_test(a_name_cannot_add_lines_or_frames),
        cmocka_unit_test(a_name_that_looks_like_a_number_stays_a_name),
        cmocka_unit_test(csv_quotes_separators_and_formulas),
        cmocka_unit_test(speedscope_is_json_whatever_the_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
