/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * base_test.c: the structures of src/base.
 */
#include "base/arena.h"
#include "base/byte_size.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void arena_blocks_are_aligned_zeroed_and_apart(void **state) {
    (void)state;
    struct ordo_arena *a = ordo_arena_new();
    unsigned char *last = NULL;
    for (size_t size = 0; size < 40000; size += 97) {
        unsigned char *p = ordo_arena_alloc(a, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
        assert_ptr_not_equal(p, last);
        last = p;
    }
    assert_string_equal(ordo_arena_copy(a, "copied"), "copied");
    assert_string_equal(ordo_arena_format(a, "%s %d", "printed", 7), "printed 7");
    ordo_arena_free(a);
    ordo_arena_free(NULL);
}

static void a_map_finds_its_keys(void **state) {
    (void)state;
    struct ordo_map m;
    uint32_t value;
    ordo_map_init(&m);
    assert_false(ordo_map_find(&m, 0, &value));
    for (uint64_t i = 0; i < 50000; i++) ordo_map_put(&m, i << 32, (uint32_t)i);
    for (uint64_t i = 0; i < 50000; i += 2) ordo_map_put(&m, i << 32, 7);
    assert_int_equal(m.n, 50000);
    for (uint64_t i = 0; i < 50000; i++) {
        assert_true(ordo_map_find(&m, i << 32, &value));
        assert_int_equal(value, i % 2 ? i : 7);
        assert_false(ordo_map_find(&m, (i << 32) + 1, &value));
    }
    ordo_map_done(&m);
}

static void equal_strings_have_one_number(void **state) {
    (void)state;
    struct ordo_intern t = {0};
    char name[32];
    for (uint32_t i = 0; i < 5000; i++) {
        int n = snprintf(name, sizeof name, "%u", i);
        assert_int_equal(ordo_intern_add(&t, name, (size_t)n), i);
    }
    assert_int_equal(ordo_intern_add(&t, "4321", 4), 4321);
    assert_int_not_equal(ordo_intern_add(&t, "a\0b", 3), ordo_intern_add(&t, "a\0c", 3));
    assert_ptr_equal(ordo_intern_string(&t, "17"), t.items[17].bytes);
    ordo_intern_done(&t);
}

static void hashes_of_names_never_change(void **state) {
    (void)state;
    /* scope ids in stored profiles are these hashes */
    assert_true(ordo_intern_hash("", 0) == 0xf52a15e9a9b5e89bu);
    assert_true(ordo_intern_hash("main", 4) == 0xb1375cb6f94d9218u);
}

static void words_are_quoted_for_a_shell(void **state) {
    (void)state;
    static const char *const words[] = {"plain-1.c", "", "two words", "it's", "$HOME;`x`", "*"};
    struct ordo_text t = {0};
    ordo_text_add(&t, "printf '%s\\n'");
    for (size_t i = 0; i < 6; i++) {
        ordo_text_add(&t, " ");
        ordo_text_add_quoted(&t, words[i]);
    }
    FILE *shell = popen(t.bytes, "r");
    assert_non_null(shell);
    for (size_t i = 0; i < 6; i++) {
        char line[64];
        assert_non_null(fgets(line, sizeof line, shell));
        line[strcspn(line, "\n")] = '\0';
        assert_string_equal(line, words[i]);
    }
    assert_int_equal(pclose(shell), 0);
    ordo_text_done(&t);
}

static void a_text_grows_as_it_is_printed_to(void **state) {
    (void)state;
    struct ordo_text t = {0};
    char expected[4096] = "";
    for (unsigned i = 0; i < 200; i++) { /* exceeds its capacity at many lengths */
        size_t n = strlen(expected);
        snprintf(expected + n, sizeof expected - n, "%u,%.*s", i, (int)(i % 17),
                 "0123456789abcdef");
        ordo_text_print(&t, "%u,%.*s", i, (int)(i % 17), "0123456789abcdef");
        assert_string_equal(t.bytes, expected);
        assert_int_equal(t.n, strlen(expected));
    }
    ordo_text_clear(&t);
    const uint64_t numbers[] = {0, 9, 10, 4294967296u, UINT64_MAX};
    for (int i = 0; i < 5; i++) {
        ordo_text_add_number(&t, numbers[i]);
        ordo_text_add(&t, " ");
    }
    assert_string_equal(t.bytes, "0 9 10 4294967296 18446744073709551615 ");
    ordo_text_done(&t);
}

static void an_empty_text_is_an_empty_string(void **state) {
    (void)state;
    struct ordo_text t = {0};
    char *s = ordo_text_take(&t);
    assert_string_equal(s, "");
    free(s);
}

static void messages_are_one_line_and_carry_their_status(void **state) {
    (void)state;
    struct ordo_error e;
    assert_int_equal(ordo_error_set(&e, ORDO_BAD_INPUT, "%s: bad", "a\nb"), ORDO_BAD_INPUT);
    assert_string_equal(e.message, "a?b: bad");
    assert_int_equal(ordo_error_prefix(&e, "file %d", 3), ORDO_BAD_INPUT);
    assert_string_equal(e.message, "file 3: a?b: bad");
    assert_int_equal(ordo_error_set(NULL, ORDO_ENVIRONMENT, "x"), ORDO_ENVIRONMENT);
    assert_int_equal(ordo_status_exit(ORDO_OK), 0);
    assert_int_equal(ordo_status_exit(ORDO_MISMATCH), 3);
    assert_int_equal(ordo_status_exit(ORDO_ENVIRONMENT), 4);
}

static void a_vector_keeps_its_items_when_it_grows(void **state) {
    (void)state;
    size_t capacity = 0;
    int *items = ordo_vector_reserve(NULL, &capacity, 9, sizeof *items);
    assert_true(capacity >= 9);
    items[8] = 42;
    items = ordo_vector_reserve(items, &capacity, 1000, sizeof *items);
    assert_true(capacity >= 1000);
    assert_int_equal(items[8], 42);
    free(items);
}

static void too_many_for_an_arena(void) {
    ordo_arena_array(ordo_arena_new(), SIZE_MAX / 2, 3);
}

static void too_large_for_an_arena(void) {
    ordo_arena_alloc(ordo_arena_new(), SIZE_MAX - 8);
}

static void too_many_for_a_vector(void) {
    size_t capacity = 0;
    ordo_vector_reserve(NULL, &capacity, SIZE_MAX / 4, 8);
}

static void too_many_items(void) {
    ordo_memory_new(SIZE_MAX / 2, 3);
}

static void lack_of_memory_ends_the_process_with_one_line(void **state) {
    (void)state;
    void (*const acts[])(void) = {too_many_for_an_arena, too_large_for_an_arena,
                                  too_many_for_a_vector, too_many_items};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char said[200] = "";
        int ends[2], status;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            dup2(ends[1], STDERR_FILENO);
            acts[i]();
            _exit(0);
        }
        close(ends[1]);
        assert_true(read(ends[0], said, sizeof said - 1) > 0);
        close(ends[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 4);
        assert_string_equal(said,
                            "ordo: not enough memory: free some or raise the limit (ulimit -v)\n");
    }
}

static void memory_of_no_bytes_is_memory(void **state) {
    (void)state;
    void *p = ordo_memory_new(0, 8), *q = ordo_memory_resize(NULL, 3, 0);
    assert_non_null(p);
    assert_non_null(q);
    free(p);
    free(q);
}

static void byte_sizes_have_at_most_one_binary_unit(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } right[] = {{"0", 0},
                 {"17", 17},
                 {"3k", 3072},
                 {"3K", 3072},
                 {"2M", 2u << 20},
                 {"1T", 1ull << 40},
                 {"16777215T", 0xffffffull << 40}},
      wrong[] = {{"", 0},    {"k", 0},    {"-1", 0},       {"1m", 0},
                 {"1kB", 0}, {"1.5M", 0}, {"16777216T", 0}};
    uint64_t bytes;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(ordo_byte_size_read(right[i].text, &bytes));
        assert_int_equal(bytes, right[i].bytes);
    }
    bytes = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(ordo_byte_size_read(wrong[i].text, &bytes));
    assert_int_equal(bytes, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_blocks_are_aligned_zeroed_and_apart),
        cmocka_unit_test(a_map_finds_its_keys),
        cmocka_unit_test(equal_strings_have_one_number),
        cmocka_unit_test(hashes_of_names_never_change),
        cmocka_unit_test(words_are_quoted_for_a_shell),
        cmocka_unit_test(a_text_grows_as_it_is_printed_to),
        cmocka_unit_test(an_empty_text_is_an_empty_string),
        cmocka_unit_test(messages_are_one_line_and_carry_their_status),
        cmocka_unit_test(byte_sizes_have_at_most_one_binary_unit),
        cmocka_unit_test(a_vector_keeps_its_items_when_it_grows),
        cmocka_unit_test(lack_of_memory_ends_the_process_with_one_line),
        cmocka_unit_test(memory_of_no_bytes_is_memory),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
