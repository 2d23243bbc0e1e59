/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_test.c: the data of the HTML report: parts are decoded unchanged, and nothing between the
 * tags can be taken for markup.
 */
#include "analysis/analyse.h"
#include "report/page/html.h"

#include "report/page/html_block.h"
#include "report/page/html_lab.h"
#include "report/page/html_page.h"
#include "support/made_lab.h"
#include "support/random_profile.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_decoded_unchanged),
        cmocka_unit_test(writing_a_block_to_a_full_disk_fails),
        cmocka_unit_test(the_page_is_the_same_every_time),
        cmocka_unit_test(a_laboratory_is_written_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
