/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_test.c: the data of the HTML report: parts are decoded unchanged, and nothing between the
 * tags can be taken for markup.
 */
#include "analysis/analyse.h"
#include "profile/gather/gather.h"
#include "report/page/html.h"

#include "report/page/html_block.h"
#include "report/page/html_lab.h"
#include "report/page/html_page.h"
#include "support/made_lab.h"
#include "support/one_call.h"
#include "support/random_profile.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *d = c ? strchr(digits, c) : NULL;
    return d ? (int)(d - digits) : -1;
}

/* Decodes and inflates the base64 text at s, up to '<', into out. Returns its size. */
static size_t decode(const char *s, unsigned char *out, size_t room) {
    unsigned char *raw = malloc(strlen(s) + 3);
    size_t n = 0;
    for (; *s != '<'; s += 4) {
        int d[4];
        for (int i = 0; i < 4; i++) {
            d[i] = digit(s[i]);
            if (d[i] < 0 && s[i] != '=') fail_msg("'%c' is no base64", s[i]);
        }
        raw[n++] = (unsigned char)(d[0] << 2 | d[1] >> 4);
        if (d[2] >= 0) raw[n++] = (unsigned char)(d[1] << 4 | d[2] >> 2);
        if (d[3] >= 0) raw[n++] = (unsigned char)(d[2] << 6 | d[3]);
    }
    uLongf length = room;
    assert_int_equal(uncompress(out, &length, raw, n), Z_OK);
    free(raw);
    return length;
}

static void a_block_is_decoded_unchanged(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 100, 70000, 300000};
    struct random_numbers r = {3};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char *page, *data = malloc(sizes[k] + 1);
        unsigned char *back = malloc(sizes[k] + 1);
        size_t n_page;
        struct ordo_error e;
        for (size_t i = 0; i < sizes[k]; i++) data[i] = (char)random_below(&r, 256);
        FILE *out = open_memstream(&page, &n_page), *block = ordo_html_block_begin(out, "x");
        for (size_t i = 0; i < sizes[k];) {
            size_t part = 1 + random_below(&r, 5000);
            if (part > sizes[k] - i) part = sizes[k] - i;
            assert_int_equal(fwrite(data + i, 1, part, block), part);
            i += part;
        }
        assert_ok(ordo_html_block_end(block, &e), e);
        fclose(out);
        static const char begin[] = "<script type=\"application/x-ordo\" id=\"x\">";
        assert_memory_equal(page, begin, sizeof begin - 1);
        assert_int_equal(decode(page + sizeof begin - 1, back, sizes[k] + 1), sizes[k]);
        assert_memory_equal(back, data, sizes[k]);
        assert_string_equal(page + n_page - 10, "</script>\n");
        free(page);
        free(data);
        free(back);
    }
}

static void writing_a_block_to_a_full_disk_fails(void **state) {
    (void)state;
    FILE *out = fopen("/dev/full", "w");
    if (!out) skip();
    struct ordo_error e;
    setvbuf(out, NULL, _IONBF, 0);
    FILE *block = ordo_html_block_begin(out, "x");
    fputs("something", block);
    assert_int_equal(ordo_html_block_end(block, &e), ORDO_ENVIRONMENT);
    assert_message(e, "cannot be written");
    fclose(out);
}

static void the_page_is_the_same_every_time(void **state) {
    (void)state;
    if (!ordo_html_page_get().head) skip();
    for (uint64_t seed = 1; seed < 6; seed++) {
        struct ordo_profile *p = random_profile(seed), *q = random_profile(seed + 1);
        struct ordo_analysis *of_p, *of_q;
        char *page[2];
        size_t n[2];
        struct ordo_error e;
        assert_ok(ordo_analyse(p, NULL, &of_p, &e), e);
        assert_ok(ordo_analyse(q, NULL, &of_q, &e), e);
        struct ordo_repetition_tree *tree;
        struct ordo_algorithms *algorithms;
        tree = ordo_repetition_tree_new(p);
        algorithms = ordo_algorithms_new(p, tree, ORDO_IDENTITY_SOME);
        struct ordo_html_profile both[] = {{of_p, "p.data", tree, algorithms},
                                           {of_q, "q.data", NULL, NULL}};
        for (int i = 0; i < 2; i++) {
            FILE *out = open_memstream(&page[i], &n[i]);
            assert_ok(ordo_html_write(out, both, 2, true, &e), e);
            fclose(out);
        }
        assert_int_equal(n[0], n[1]);
        assert_memory_equal(page[0], page[1], n[0]);
        assert_non_null(strstr(page[0], "id=\"ordo-1-report-0\""));
        assert_non_null(strstr(page[0], "id=\"ordo-0-tree-0\""));
        assert_null(strstr(page[0], "id=\"ordo-1-tree-0\""));
        free(page[0]);
        free(page[1]);
        ordo_algorithms_free(algorithms);
        ordo_repetition_tree_free(tree);
        ordo_analysis_free(of_p);
        ordo_analysis_free(of_q);
        ordo_profile_free(p);
        ordo_profile_free(q);
    }
}

/* Returns the JSON of a part of the page. */
static json_t *part(const char *page, const char *id) {
    enum { ROOM = 1 << 22 };
    static unsigned char bytes[ROOM];
    char tag[64];
    snprintf(tag, sizeof tag, "id=\"%s\">", id);
    const char *at = strstr(page, tag);
    if (!at) fail_msg("the page has no part %s", id);
    json_t *j = json_loadb((const char *)bytes, decode(at + strlen(tag), bytes, ROOM), 0, NULL);
    assert_non_null(j);
    return j;
}

static char *lab_page(const struct ordo_lab *lab, bool with_sources) {
    const struct ordo_html_lab h = {.lab = lab, .name = "x.c", .with_sources = with_sources};
    char *page;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&page, &n);
    assert_ok(ordo_html_lab_write(out, &h, &e), e);
    fclose(out);
    return page;
}

static void a_laboratory_is_written_in_parts(void **state) {
    (void)state;
    struct ordo_lab lab;
    if (!ordo_html_page_get().head) skip();
    assert_true(made_lab(&lab, 100, 10));
    char *page = lab_page(&lab, true), *again = lab_page(&lab, true), *bare = lab_page(&lab, false);
    assert_string_equal(page, again);
    json_t *heads = part(page, "ordo-0-lab-0");
    assert_int_equal(json_array_size(json_object_get(heads, "statements")), lab.n_statements);
    assert_int_equal(json_array_size(json_object_get(heads, "experiments")), lab.n_experiments);
    /* Bubble sort executes ten statements and calls nothing; Fibonacci executes three, one of
     * which calls. */
    json_t *bubble = part(page, "ordo-0-counts-0"), *fibonacci = part(page, "ordo-0-counts-3");
    assert_int_equal(json_array_size(json_object_get(bubble, "own")), 10);
    assert_int_equal(json_array_size(json_object_get(bubble, "inclusive")), 0);
    assert_int_equal(json_array_size(json_object_get(fibonacci, "own")), 3);
    assert_int_equal(json_array_size(json_object_get(fibonacci, "inclusive")), 1);
    const json_t *counts = json_array_get(json_array_get(json_object_get(fibonacci, "own"), 0), 1);
    assert_int_equal(json_integer_value(json_array_get(counts, 10)), 177); /* 2 F(11) - 1 */
    json_t *index = part(bare, "ordo-index");
    const json_t *file = json_array_get(json_object_get(json_object_get(index, "lab"), "files"), 0);
    assert_non_null(strstr(json_string_value(json_object_get(file, "missing")), "--no-source"));
    assert_null(strstr(bare, "id=\"ordo-0-source-"));
    json_decref(heads);
    json_decref(bubble);
    json_decref(fibonacci);
    json_decref(index);
    free(page);
    free(again);
    free(bare);
    ordo_arena_free(lab.arena);
}

enum { PASSES = 1024, STEP = 16, PER_CELL = 3 };

static uint32_t made_scope(struct ordo_gather *g, enum ordo_profile_kind kind, const char *name,
                           uint32_t line, uint64_t calls, uint64_t cost) {
    return ordo_gather_scope(g, &(struct ordo_profile_scope){.kind = kind,
                                                             .name = name,
                                                             .linkage_name = name,
                                                             .object = "",
                                                             .file = "a.c",
                                                             .line = line,
                                                             .calls = calls,
                                                             .cost_total = cost,
                                                             .cost_self = line == 3 ? cost : 0});
}

/* Adds a run in which the loop in main calls `pass` n times, each time over n cells. */
static void add_run(struct ordo_gather *g, const uint32_t scopes[3], uint64_t n) {
    char command[32];
    snprintf(command, sizeof command, "./a %llu", (unsigned long long)n);
    struct ordo_run run = {.command = command, .start_ns = n, .unreadable_why = ""};
    struct ordo_process process = {.exe = "", .command = "", .cost = PER_CELL * n * n};
    struct ordo_run_cost costs[3];
    for (int i = 0; i < 3; i++)
        costs[i] = (struct ordo_run_cost){.scope = {scopes[i]},
                                          .calls = i == 2 ? n : 1,
                                          .cost = PER_CELL * n * n,
                                          .self = i == 2 ? PER_CELL * n * n : 0};
    ordo_gather_run(g, &run, NULL, 0, &process, 1);
    ordo_gather_run_costs(g, costs, 3);
}

/* Adds the observed calls of a run whose k-th call of `pass` reads k cells, all of them again. */
static void add_observations(struct ordo_gather *g, uint32_t loop, uint32_t pass) {
    uint64_t size = 0;
    for (uint64_t k = 1; k <= PASSES; k++) {
        size += k;
        struct ordo_observation o = {.context = pass,
                                     .thread = 1,
                                     .calls = k,
                                     .sum_cost = PER_CELL * size,
                                     .sum_size = size,
                                     .rms = k,
                                     .cost = PER_CELL * k,
                                     .next_rms = k,
                                     .next_kept = k,
                                     .arg_names = ""};
        if (k % STEP == 0) ordo_gather_observation(g, &o);
    }
    struct ordo_observation whole = {.context = loop,
                                     .thread = 1,
                                     .calls = 1,
                                     .sum_cost = (PER_CELL + 1) * size,
                                     .sum_size = 10,
                                     .arg_names = ""};
    ordo_gather_observation(g, &whole);
}

/* Returns the page of the profile, and frees the profile. */
static char *page_with(struct ordo_profile *p, bool with_sources) {
    struct ordo_analysis *a;
    struct ordo_error e;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    struct ordo_html_profile h = {a, "p.data", NULL, NULL};
    char *page;
    size_t n;
    FILE *out = open_memstream(&page, &n);
    assert_ok(ordo_html_write(out, &h, 1, with_sources, &e), e);
    fclose(out);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return page;
}

static char *page_of(struct ordo_profile *p) {
    return page_with(p, false);
}

/* Returns the page of main, its loop and `pass`, in three runs or in one. */
static char *page_of_passes(bool several_runs) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    uint64_t total =
        several_runs ? PER_CELL * 21ull * 100 * 100 : PER_CELL * PASSES * (PASSES + 1ull) / 2;
    uint64_t calls = several_runs ? 700 : PASSES;
    uint32_t scopes[] = {made_scope(g, ORDO_PROFILE_ROUTINE, "main", 1, 1, total),
                         made_scope(g, ORDO_PROFILE_LOOP, "main", 2, 1, total),
                         made_scope(g, ORDO_PROFILE_ROUTINE, "pass", 3, calls, total)};
    ordo_gather_enclose(g, scopes[1], scopes[0], scopes[0]);
    ordo_gather_edge(g, ORDO_GATHER_NONE, scopes[0], 1, total);
    ordo_gather_edge(g, scopes[0], scopes[1], 1, total);
    ordo_gather_edge(g, scopes[1], scopes[2], calls, total);
    uint32_t top = ordo_gather_context(g, ORDO_GATHER_NONE, scopes[0], 1, total, 0);
    uint32_t loop = ordo_gather_context(g, top, scopes[1], 1, total, 0);
    uint32_t pass = ordo_gather_context(g, loop, scopes[2], calls, total, total);
    ordo_gather_cost(g, total);
    for (uint64_t n = 100; several_runs && n <= 400; n *= 2) add_run(g, scopes, n);
    if (!several_runs) {
        struct ordo_run run = {.command = "./a", .unreadable_why = ""};
        ordo_gather_run(g, &run, NULL, 0, NULL, 0);
        add_observations(g, loop, pass);
    }
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return page_of(p);
}

static double number_at(const json_t *rows, size_t row, size_t column) {
    return json_number_value(json_array_get(json_array_get(rows, row), column));
}

static const char *text_of(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

/* Adds a routine that is called `calls` times at each of 60 sizes; the k-th call costs n^k. */
static void add_routine(struct ordo_gather *g, const char *name, uint32_t line, unsigned calls) {
    enum { SIZES = 60 };
    uint32_t s = made_scope(g, ORDO_PROFILE_ROUTINE, name, line, (uint64_t)SIZES * calls, 1000000);
    uint32_t series = ordo_gather_series(g, s, "rms", "blocks", 0, false);
    for (uint64_t n = 1; n <= SIZES; n++)
        for (uint64_t k = 1, cost = n * 10; k <= calls; k++, cost *= n)
            one_call(g, series, n * 10, cost, cost);
}

static void what_a_page_can_infer_of_a_model_is_left_out(void **state) {
    (void)state;
    if (!ordo_html_page_get().head) skip();
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    add_routine(g, "even", 1, 1);
    add_routine(g, "uneven", 2, 2);
    ordo_gather_cost(g, 2000000);
    struct ordo_run run = {.command = "./a", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    char *page = page_of(p);
    json_t *report = part(page, "ordo-0-report-0");
    const json_t *scopes = json_object_get(report, "scopes");
    assert_int_equal(json_array_size(scopes), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *s = json_array_get(scopes, i);
        const json_t *rms = json_object_get(json_object_get(s, "sizes"), "rms");
        const json_t *model = json_object_get(rms, "model"), *worst = json_object_get(rms, "worst");
        bool even = strcmp(text_of(s, "name"), "even") == 0;
        if (even) assert_string_equal(text_of(model, "class"), "n");
        if (even) assert_null(worst);
        if (!even) assert_string_equal(text_of(worst, "class"), "n^2");
        const char *class;
        json_t *probability;
        json_object_foreach(json_object_get(model, "probabilities"), class, probability)
            assert_true(json_number_value(probability) > 0);
        assert_true(json_object_size(json_object_get(model, "probabilities")) > 0);
    }
    json_decref(report);
    free(page);
}

static void a_finding_over_runs_has_its_words_and_its_curve(void **state) {
    (void)state;
    if (!ordo_html_page_get().head) skip();
    char *page = page_of_passes(true);
    json_t *found = part(page, "ordo-0-findings-0"), *report = part(page, "ordo-0-report-0");
    const json_t *list = json_object_get(found, "list"), *f = json_array_get(list, 0);
    assert_int_equal(json_array_size(list), 1);
    assert_int_equal(json_array_size(json_object_get(report, "findings")), 1);
    assert_string_equal(text_of(f, "title"), "n^2 over the input");
    assert_string_equal(text_of(f, "scope"), "pass");
    assert_non_null(strstr(text_of(f, "share"), "nearly all of the largest run; at 10x the input"));
    assert_non_null(strstr(text_of(f, "reason"), "400 calls from loop in main (line 2)"));
    assert_non_null(
        strstr(text_of(found, "prediction"), "at 10x the input (argument 1 = 4,000), a run costs"));
    assert_null(json_object_get(found, "none"));
    assert_null(json_object_get(f, "history"));
    /* From the smallest size to ten times the largest; through the points, and quadratic. */
    const json_t *curve = json_object_get(f, "curve"), *run = json_object_get(found, "run");
    size_t last = json_array_size(curve) - 1;
    assert_float_equal(number_at(curve, 0, 0), 100, 0.1);
    assert_float_equal(number_at(curve, last, 0), 4000, 0.1);
    assert_float_equal(number_at(curve, 0, 1) / (PER_CELL * 1e4), 1, 0.1);
    assert_float_equal(number_at(curve, last, 1) / (PER_CELL * 16e6), 1, 0.1);
    assert_true(number_at(curve, last, 2) < number_at(curve, last, 1));
    assert_true(number_at(curve, last, 3) > number_at(curve, last, 1));
    assert_int_equal(json_array_size(run), 3);
    assert_float_equal(number_at(run, 2, 1), PER_CELL * 16e4, 0.1);
    json_decref(found);
    json_decref(report);
    free(page);
}

static void a_finding_over_one_run_has_the_observed_calls(void **state) {
    (void)state;
    if (!ordo_html_page_get().head) skip();
    char *page = page_of_passes(false);
    json_t *found = part(page, "ordo-0-findings-0");
    const json_t *f = json_array_get(json_object_get(found, "list"), 0);
    const json_t *history = json_object_get(f, "history");
    assert_string_equal(text_of(f, "title"), "n^2 over the run");
    assert_int_equal(json_array_size(history), PASSES / STEP);
    assert_float_equal(number_at(history, PASSES / STEP - 1, 0), PASSES, 0);
    assert_float_equal(number_at(history, 0, 1), PER_CELL * STEP * (STEP + 1) / 2, 0);
    assert_float_equal(number_at(history, 0, 2), STEP * (STEP + 1) / 2, 0);
    assert_true(json_is_false(json_object_get(f, "falls")));
    assert_null(json_object_get(f, "curve"));
    assert_null(json_object_get(found, "prediction"));
    json_decref(found);
    free(page);
}

static void a_page_without_findings_says_why(void **state) {
    (void)state;
    if (!ordo_html_page_get().head) skip();
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    made_scope(g, ORDO_PROFILE_ROUTINE, "main", 1, 1, 10);
    ordo_gather_cost(g, 10);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    char *page = page_of(p);
    json_t *found = part(page, "ordo-0-findings-0");
    assert_int_equal(json_array_size(json_object_get(found, "list")), 0);
    assert_non_null(strstr(text_of(found, "none"), "Growth over the input needs several runs"));
    json_decref(found);
    free(page);
}

static void add_routine_of(struct ordo_gather *g, const char *file) {
    ordo_gather_scope(g, &(struct ordo_profile_scope){.kind = ORDO_PROFILE_ROUTINE,
                                                      .name = file,
                                                      .linkage_name = file,
                                                      .object = "p",
                                                      .file = file,
                                                      .calls = 1,
                                                      .cost_total = 10});
}

/* A scope without debug information may name its object as its file. */
static void a_file_that_is_not_text_has_no_source_text(void **state) {
    if (!ordo_html_page_get().head) skip();
    static const struct {
        const char *name, *bytes;
        size_t n;
    } files[] = {{"binary", "\177ELF\2\1\0\n", 8}, {"source.c", "int x; /* \377 */\n", 15}};
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    for (int i = 0; i < 2; i++) {
        const char *path = temporary_path(state, files[i].name);
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(files[i].bytes, 1, files[i].n, out), files[i].n);
        fclose(out);
        add_routine_of(g, path);
    }
    ordo_gather_cost(g, 20);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    char *page = page_with(p, true);
    json_t *index = part(page, "ordo-index");
    json_t *profile = json_array_get(json_object_get(index, "profiles"), 0);
    json_t *list = json_object_get(profile, "files");
    assert_int_equal(json_array_size(list), 2);
    assert_non_null(strstr(text_of(json_array_get(list, 0), "missing"), "not a text file"));
    assert_null(json_object_get(json_array_get(list, 0), "source"));
    assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 1), "source")), 1);
    assert_null(strstr(page, "id=\"ordo-0-source-0\""));
    assert_non_null(strstr(page, "id=\"ordo-0-source-1\""));
    json_decref(index);
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_decoded_unchanged),
        cmocka_unit_test(writing_a_block_to_a_full_disk_fails),
        cmocka_unit_test(the_page_is_the_same_every_time),
        cmocka_unit_test(a_laboratory_is_written_in_parts),
        cmocka_unit_test(what_a_page_can_infer_of_a_model_is_left_out),
        cmocka_unit_test(a_finding_over_runs_has_its_words_and_its_curve),
        cmocka_unit_test(a_finding_over_one_run_has_the_observed_calls),
        cmocka_unit_test(a_page_without_findings_says_why),
        cmocka_unit_test_setup_teardown(a_file_that_is_not_text_has_no_source_text, temporary_setup,
                                        temporary_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
