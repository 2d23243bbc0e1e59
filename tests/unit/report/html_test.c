/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_test.c: the data of the HTML report: parts that come back as they went in, and nothing
 * between the tags that HTML could take for more than text.
 */
#include "report/analyse.h"
#include "report/html.h"

#include "report/html_block.h"
#include "report/html_page.h"
#include "support/random_profile.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *d = c ? strchr(digits, c) : NULL;
    return d ? (int)(d - digits) : -1;
}

/* base64 at s up to '<', decoded and inflated into out. */
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

static void a_block_comes_back_as_it_went_in(void **state) {
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

static void a_block_on_a_full_disk_fails(void **state) {
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
        assert_ok(ordo_analyse(p, &of_p, &e), e);
        assert_ok(ordo_analyse(q, &of_q, &e), e);
        struct ordo_html_profile both[] = {{of_p, "p.data"}, {of_q, "q.data"}};
        for (int i = 0; i < 2; i++) {
            FILE *out = open_memstream(&page[i], &n[i]);
            assert_ok(ordo_html_write(out, both, 2, true, &e), e);
            fclose(out);
        }
        assert_int_equal(n[0], n[1]);
        assert_memory_equal(page[0], page[1], n[0]);
        assert_non_null(strstr(page[0], "id=\"ordo-1-report-0\""));
        free(page[0]);
        free(page[1]);
        ordo_analysis_free(of_p);
        ordo_analysis_free(of_q);
        ordo_profile_free(p);
        ordo_profile_free(q);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_comes_back_as_it_went_in),
        cmocka_unit_test(a_block_on_a_full_disk_fails),
        cmocka_unit_test(the_page_is_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
