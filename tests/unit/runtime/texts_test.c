/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * texts_test.c: compares strings of all lengths at all alignments with the C library's results,
 * also strings before an unreadable page.
 */
#include "../../../src/engine/runtime/system/texts.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 80 };

/* Returns `n` characters and a NUL at the end of a page; the next byte is unreadable. */
static char *at_the_end_of_a_page(size_t n) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    static char *pages;
    if (!pages) {
        pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(pages != MAP_FAILED);
        assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    }
    memset(pages, '#', page);
    char *s = pages + page - n - 1;
    for (size_t i = 0; i < n; i++) s[i] = (char)(i % 5 ? 'a' + i % 26 : '\x80' + i % 26);
    s[n] = 0;
    return s;
}

static void copies_are_the_string_and_nothing_else(const char *s) {
    char to[MOST + 20];
    uint64_t size = ort_text_size(s);
    assert_int_equal(size, strlen(s) + 1);
    for (size_t offset = 0; offset < 8; offset++) {
        memset(to, '?', sizeof to);
        assert_ptr_equal(ort_text_copy(to + offset, s, size), to + offset + size);
        assert_string_equal(to + offset, s);
        assert_int_equal(to[offset + size], '?');
        assert_true(!offset || to[offset - 1] == '?');
    }
}

static void strings_are_measured_and_copied_word_by_word(void **state) {
    (void)state;
    for (size_t n = 0; n < MOST; n++) {
        copies_are_the_string_and_nothing_else(at_the_end_of_a_page(n));
        char inside[MOST + 16];
        for (size_t offset = 0; offset < 8; offset++) {
            memset(inside, '!', sizeof inside); /* no NUL before or after it */
            strcpy(inside + offset, at_the_end_of_a_page(n));
            copies_are_the_string_and_nothing_else(inside + offset);
        }
    }
}

static void null_is_the_empty_string(void **state) {
    (void)state;
    char to[2] = "x";
    assert_int_equal(ort_text_size(NULL), 1);
    assert_ptr_equal(ort_text_copy(to, NULL, 1), to + 1);
    assert_int_equal(to[0], 0);
    assert_int_equal(ort_text_hash(7, NULL), ort_text_hash(7, ""));
}

static void hashes_cover_all_characters_and_the_ends_of_strings(void **state) {
    (void)state;
    for (size_t n = 0; n < MOST; n++) {
        char *s = at_the_end_of_a_page(n), other[MOST + 2];
        uint64_t hash = ort_text_hash(7, s);
        strcpy(other, s);
        assert_int_equal(ort_text_hash(7, other), hash); /* at any address */
        assert_int_not_equal(ort_text_hash(8, s), hash);
        for (size_t i = 0; i < n; i++) {
            other[i] ^= 1;
            assert_int_not_equal(ort_text_hash(7, other), hash);
            other[i] ^= 1;
        }
        assert_int_not_equal(ort_text_hash(ort_text_hash(7, s), "x"),
                             ort_text_hash(ort_text_hash(7, strcat(other, "x")), ""));
    }
}

const struct scenario scenarios[] = {{NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_measured_and_copied_word_by_word),
        cmocka_unit_test(null_is_the_empty_string),
        cmocka_unit_test(hashes_cover_all_characters_and_the_ends_of_strings),
    };
    return cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}
