/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warnings_test.c: each code appears for a profile that it is about, and not for a faultless one.
 */
#include "report/words/warnings.h"

#include "profile/gather/gather.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

/* A program whose routine f has n sizes: step, 2 step, ..., with `calls` calls each. */
struct program {
    uint64_t n, step, calls;
    uint32_t cell_bytes;
    struct ordo_profile_scope f;
    struct ordo_process process;
    struct ordo_run run;
    bool no_process, calls_uncovered;
};

static const struct program sound = {
    .n = 50,
    .step = 3,
    .calls = 1,
    .cell_bytes = 8,
    .f = {.name = "f", .linkage_name = "f", .object = "o", .file = "a.c", .line = 7},
    .process = {.pid = 12, .exe = "/bin/p", .command = "p -v", .threads = 1},
    .run = {.command = "p -v", .unreadable_why = ""}};

static struct ordo_profile *profile_of(const struct program *x) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope f = x->f;
    f.calls = x->n * x->calls;
    f.cost_total = 1000;
    uint32_t h = ordo_gather_scope(g, &f);
    uint32_t series = ordo_gather_series(g, h, "rms", "blocks", 0, false);
    for (uint64_t i = 1; i <= x->n; i++)
        ordo_gather_point(
            g, series,
            &(struct ordo_point){
                .n = i * x->step, .count = x->calls, .min = i, .max = i, .sum = i * x->calls});
    if (x->calls_uncovered) {
        struct ordo_profile_scope library = {.kind = ORDO_PROFILE_LIBRARY,
                                             .flags = ORDO_PROFILE_UNCOVERED,
                                             .name = "mystery",
                                             .linkage_name = "mystery",
                                             .object = "libm.so.6",
                                             .file = ""};
        ordo_gather_edge(g, h, ordo_gather_scope(g, &library), 1234, 0);
    }
    ordo_gather_run(g, &x->run, NULL, 0, &x->process, x->no_process ? 0 : 1);
    ordo_gather_cost(g, 2000);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", x->cell_bytes, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

/* Checks that this is the only code, about f or the whole, and that its text contains `says`.
 * NULL: there is no warning at all. */
static void expect(const struct program *x, const char *code, bool about_f, const char *says) {
    struct ordo_profile *p = profile_of(x);
    struct ordo_warnings w;
    ordo_warnings_find(p, NULL, &w);
    if (!code) {
        if (w.n)
            fail_msg("unexpected warning %s: %s", ordo_warning_code_name(w.list[0].code),
                     w.list[0].text);
    } else {
        if (w.n != 1) fail_msg("%zu warnings instead of one of %s", w.n, code);
        assert_string_equal(ordo_warning_code_name(w.list[0].code), code);
        assert_int_equal(ordo_scope_is_none(w.list[0].scope), !about_f);
        if (!strstr(w.list[0].text, says)) fail_msg("'%s' does not say '%s'", w.list[0].text, says);
        assert_true(strlen(ordo_warning_remedy(p, w.list[0].code)) > 10);
    }
    ordo_warnings_done(&w);
    ordo_profile_free(p);
}

static void a_faultless_profile_has_no_warnings(void **state) {
    (void)state;
    expect(&sound, NULL, false, NULL);
}

static void sizes_give_warnings(void **state) {
    (void)state;
    struct program x = sound;
    x.n = 4;
    x.step = 1000;
    expect(&x, "few-sizes", true, "f: only 4 distinct sizes");
    x.n = 1;
    expect(&x, "few-sizes", true, "only 1 distinct size");
    x.n = 9;
    expect(&x, "narrow-sizes", true,
           "f: the largest size (rms) is less than ten times the smallest: 1,000 to 9,000");
    x.n = 10;
    expect(&x, NULL, false, NULL);
    x.n = 3;
    x.step = 1;
    x.calls = 1000;
    expect(&x, "coarse-cells", true,
           "f: 3,000 calls but only 3 distinct sizes in 8-byte cells");
    x.cell_bytes = 1;
    expect(&x, "few-sizes", true, "f: only 3 distinct sizes");
}

static void another_informative_metric_compensates_for_few_sizes(void **state) {
    (void)state;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope f = sound.f;
    f.cost_total = f.calls = 1000;
    uint32_t h = ordo_gather_scope(g, &f);
    uint32_t rms = ordo_gather_series(g, h, "rms", "blocks", 0, false);
    uint32_t depth = ordo_gather_series(g, h, "depth", "blocks", 0, false);
    for (uint64_t i = 0; i < 12; i++) {
        ordo_gather_point(g, rms, &(struct ordo_point){.n = 0, .count = 1});
        ordo_gather_point(g, depth, &(struct ordo_point){.n = i, .count = 1});
    }
    ordo_gather_run(g, &sound.run, NULL, 0, &sound.process, 1);
    ordo_gather_cost(g, 1000);
    struct ordo_profile *p;
    struct ordo_warnings w;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    ordo_warnings_find(p, NULL, &w);
    assert_int_equal(w.n, 0);
    ordo_warnings_done(&w);
    ordo_profile_free(p);
}

static void cheap_scopes_have_no_warnings(void **state) {
    (void)state;
    struct program x = sound;
    x.n = 1;
    struct ordo_profile *p = profile_of(&x);
    p->total_cost = 1000 * 200;
    struct ordo_warnings w;
    ordo_warnings_find(p, NULL, &w);
    assert_int_equal(w.n, 0);
    ordo_warnings_done(&w);
    ordo_profile_free(p);
}

static void every_stop_has_its_code(void **state) {
    (void)state;
    for (uint32_t stop = 1; stop <= ordo_stop_last() + 1; stop++) {
        struct program x = sound;
        char code[40];
        bool known = stop <= ordo_stop_last();
        snprintf(code, sizeof code, "stopped-%s", known ? ordo_stop_name(stop) : "other");
        x.process.stop = stop;
        x.process.stop_errno = stop == 1 ? 28 : 0;
        expect(&x, code, false, "recording of process 12 (p -v) stopped early");
        if (stop == 1) expect(&x, code, false, "No space left on device");
    }
}

static void lost_children_are_counted_with_their_parent(void **state) {
    (void)state;
    struct program x = sound;
    x.process.lost_children = 3;
    x.process.lost_errno = 28;
    expect(&x, "lost-children", false,
           "process 12 (p -v) forked 3 processes that were not recorded: no raw file could "
           "be made (No space left on device)");
    x.process.lost_children = 1;
    x.process.lost_errno = 0;
    expect(&x, "lost-children", false, "process 12 (p -v) forked 1 process that was not recorded");
}

static void ends_of_processes_are_reported(void **state) {
    (void)state;
    struct program x = sound;
    x.process.state = ORDO_PROCESS_KILLED;
    expect(&x, "killed", false, "process 12 (p -v) was killed");
    x.process.state = ORDO_PROCESS_RUNNING;
    expect(&x, "still-running", false, "process 12 (p -v) was still running");
    x = sound;
    x.f.unfinished = 2;
    x.f.unfinished_cost = 77;
    expect(&x, "unfinished", false,
           "2 activations of 1 scope did not end; the largest unfinished cost is 77 blocks in f");
    x = sound;
    x.no_process = true;
    expect(&x, "nothing-instrumented", false, "no instrumented process ran");
    x.run.unreadable = 2;
    x.run.unreadable_why = "a.raw: byte 7: broken";
    expect(&x, "unreadable-raw", false, "2 raw files were left out: a.raw: byte 7: broken");
}

static void builds_give_warnings(void **state) {
    (void)state;
    struct program x = sound;
    x.process.drms_asked = true;
    expect(&x, "drms-not-compiled", false, "not compiled into process 12");
    x.process.drms_compiled = true;
    expect(&x, NULL, false, NULL);
    x = sound;
    x.f.flags = ORDO_PROFILE_NO_LINES;
    expect(&x, "no-line-tables", false, "1 scope has no line number: f");
    x = sound;
    x.f.flags = ORDO_PROFILE_IRREDUCIBLE;
    expect(&x, "irreducible-loop", true, "f of f is entered in more than one place");
    x = sound;
    x.f.negative_args = 3;
    expect(&x, "negative-arguments", true, "f: 3 argument values below 0");
    x = sound;
    x.calls_uncovered = true;
    expect(&x, "uncovered-calls", true,
           "f makes 1,234 calls to code that is neither built with `ordo cc` nor known to Ordo: "
           "mystery (libm.so.6)");
}

static void codes_are_distinct(void **state) {
    (void)state;
    for (int a = 0; a < ORDO_WARN_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(ordo_warning_code_name((enum ordo_warning_code)a),
                                    ordo_warning_code_name((enum ordo_warning_code)b));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_faultless_profile_has_no_warnings),
        cmocka_unit_test(sizes_give_warnings),
        cmocka_unit_test(another_informative_metric_compensates_for_few_sizes),
        cmocka_unit_test(cheap_scopes_have_no_warnings),
        cmocka_unit_test(every_stop_has_its_code),
        cmocka_unit_test(lost_children_are_counted_with_their_parent),
        cmocka_unit_test(ends_of_processes_are_reported),
        cmocka_unit_test(builds_give_warnings),
        cmocka_unit_test(codes_are_distinct),
    };
    return cmocka_run_group_tests_name("report/warnings", tests, NULL, NULL);
}
