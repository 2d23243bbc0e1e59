/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_as_size_test.c: the input explains what no other size does, and takes the place of none
 * that does. What has no size at all gets no advice to record more inputs.
 */
#include "analysis/analyse.h"
#include "profile/gather/gather.h"
#include "report/words/warnings.h"
#include "support/one_call.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = 24 };

struct reader {
    uint64_t rms;   /* of every call; 0: n */
    uint64_t input; /* bytes for each n; 0: nothing arrives */
    uint64_t noise; /* of the cost beside n */
    const char *argument;
    uint64_t argument_value; /* of every call; 0: n */
    bool has_no_rms;         /* it is 0 */
    bool costs_the_same;     /* as every other call */
};

static void add_run(struct ordo_gather *g) {
    const struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    const struct ordo_process process = {.pid = 1, .exe = "/p", .command = "./p", .threads = 1};
    ordo_gather_run(g, &run, NULL, 0, &process, 1);
}

/* Returns the profile of a routine that is called with n = 100, 200, ... and costs 5 n. */
static struct ordo_profile *profile_of(const struct reader *x) {
    struct ordo_gather *g = ordo_gather_new();
    uint64_t cost = 0;
    for (uint64_t i = 1; i <= CALLS; i++) cost += 500 * i + x->noise * (i % 3);
    struct ordo_profile_scope s = {.name = "reader",
                                   .linkage_name = "reader",
                                   .object = "p",
                                   .file = "p.c",
                                   .line = 3,
                                   .calls = CALLS,
                                   .cost_total = cost,
                                   .cost_self = cost};
    uint32_t h = ordo_gather_scope(g, &s);
    uint32_t rms = ordo_gather_series(g, h, "rms", "blocks", 0, false),
             input = ordo_gather_series(g, h, "input", "blocks", 0, false),
             argument = x->argument ? ordo_gather_series(g, h, x->argument, "blocks", 0, false) : 0;
    for (uint64_t i = 1; i <= CALLS; i++) {
        uint64_t n = 100 * i, c = x->costs_the_same ? 50 : 5 * n + x->noise * (i % 3);
        one_call(g, rms, x->has_no_rms ? 0 : x->rms ? x->rms : n, c, c);
        one_call(g, input, x->input * n, c, c);
        if (x->argument) one_call(g, argument, x->argument_value ? x->argument_value : n, c, c);
    }
    add_run(g);
    ordo_gather_cost(g, cost);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static struct ordo_analysis *analysis_of(struct ordo_profile *p) {
    struct ordo_analysis *a;
    struct ordo_error e;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    return a;
}

static void assert_best(const struct reader *x, const char *metric, enum ordo_growth growth) {
    struct ordo_profile *p = profile_of(x);
    struct ordo_analysis *a = analysis_of(p);
    uint32_t best = a->scope[0].best;
    assert_string_equal(p->series[best].metric, metric);
    assert_int_equal(a->series[best].mean.growth, growth);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void input_explains_a_reader_through_a_buffer(void **state) {
    (void)state;
    assert_best(&(struct reader){.rms = 512, .input = 1}, "input", ORDO_GROWTH_N);
    assert_best(&(struct reader){.has_no_rms = true, .input = 1}, "input", ORDO_GROWTH_N);
    assert_best(&(struct reader){.rms = 512, .input = 1, .argument = "arg:fd", .argument_value = 3},
                "input", ORDO_GROWTH_N);
}

static void input_takes_the_place_of_no_size_that_explains_as_much(void **state) {
    (void)state;
    assert_best(&(struct reader){.input = 8}, "rms", ORDO_GROWTH_N);
    assert_best(&(struct reader){.input = 8, .noise = 20}, "rms", ORDO_GROWTH_N);
    assert_best(&(struct reader){.has_no_rms = true, .input = 1, .argument = "arg:n"}, "arg:n",
                ORDO_GROWTH_N);
}

static void assert_advice(const struct reader *x, const char *metric, unsigned warnings) {
    struct ordo_profile *p = profile_of(x);
    struct ordo_analysis *a = analysis_of(p);
    for (uint32_t i = 0; i < p->n_series; i++)
        if (strcmp(p->series[i].metric, metric) == 0)
            assert_int_equal(a->series[i].mean.warnings, warnings);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void a_size_that_cannot_explain_the_cost_asks_for_no_inputs(void **state) {
    (void)state;
    assert_advice(&(struct reader){.rms = 512, .input = 1}, "rms", ORDO_MODEL_NO_RELATION);
    assert_advice(&(struct reader){.has_no_rms = true, .input = 1}, "rms", ORDO_MODEL_NO_RELATION);
    assert_advice(&(struct reader){.has_no_rms = true, .costs_the_same = true}, "rms",
                  ORDO_MODEL_NO_SIZE);
    assert_advice(&(struct reader){.rms = 7, .costs_the_same = true}, "rms", ORDO_MODEL_FEW_SIZES);
    assert_advice(
        &(struct reader){
            .rms = 7, .costs_the_same = true, .argument = "arg:n", .argument_value = 4},
        "arg:n", ORDO_MODEL_FEW_SIZES);
}

/* Returns the code of the only warning, or "". */
static const char *warning_of(const struct ordo_profile *p) {
    struct ordo_warnings w;
    ordo_warnings_find(p, NULL, &w);
    assert_true(w.n <= 1);
    const char *code = w.n ? ordo_warning_code_name(w.list[0].code) : "";
    ordo_warnings_done(&w);
    return code;
}

static void assert_warning(const struct reader *x, bool measured, const char *code) {
    struct ordo_profile *p = profile_of(x);
    p->has_input = measured;
    assert_string_equal(warning_of(p), code);
    ordo_profile_free(p);
}

static void more_inputs_are_not_asked_for_in_vain(void **state) {
    (void)state;
    assert_warning(&(struct reader){.has_no_rms = true, .input = 1}, true, "");
    assert_warning(&(struct reader){.has_no_rms = true}, true, "");
    assert_warning(&(struct reader){.has_no_rms = true}, false, "few-sizes");
    assert_warning(&(struct reader){.has_no_rms = true, .argument = "arg:n", .argument_value = 7},
                   true, "few-sizes");
    assert_warning(&(struct reader){.rms = 4}, true, "few-sizes");
}

/* The loop is that of a reader, over a buffer of 4 kB. */
static void a_loop_over_a_buffer_has_no_larger_sizes(void **state) {
    (void)state;
    for (int reads = 0; reads < 2; reads++) {
        struct ordo_gather *g = ordo_gather_new();
        struct ordo_profile_scope s = {.name = "reader",
                                       .linkage_name = "reader",
                                       .object = "p",
                                       .file = "p.c",
                                       .line = 3,
                                       .calls = CALLS,
                                       .cost_total = 1000};
        uint32_t routine = ordo_gather_scope(g, &s);
        s.kind = ORDO_PROFILE_LOOP;
        s.name = "p.c:4";
        s.line = 4;
        uint32_t loop = ordo_gather_scope(g, &s);
        ordo_gather_enclose(g, loop, routine, routine);
        uint32_t of_loop = ordo_gather_series(g, loop, "rms", "blocks", 0, false),
                 of_routine = ordo_gather_series(g, routine, "rms", "blocks", 0, false),
                 input = ordo_gather_series(g, routine, "input", "blocks", 0, false);
        for (uint64_t i = 1; i <= CALLS; i++) {
            one_call(g, of_loop, i < 8 ? 500 + i : 512, 500, 500);
            one_call(g, of_routine, 512 * i, 500, 500);
            one_call(g, input, reads ? 4096 * i : 0, 500, 500);
        }
        add_run(g);
        ordo_gather_cost(g, 2000);
        struct ordo_profile *p;
        struct ordo_error e;
        assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
        ordo_gather_free(g);
        assert_string_equal(warning_of(p), reads ? "" : "narrow-sizes");
        ordo_profile_free(p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_explains_a_reader_through_a_buffer),
        cmocka_unit_test(input_takes_the_place_of_no_size_that_explains_as_much),
        cmocka_unit_test(a_size_that_cannot_explain_the_cost_asks_for_no_inputs),
        cmocka_unit_test(more_inputs_are_not_asked_for_in_vain),
        cmocka_unit_test(a_loop_over_a_buffer_has_no_larger_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
