/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_tables_test.c: scopes that one block describes together are read into a gather, and
 * rejected if the block is damaged.
 */
#include "abi/abi.h"
#include "profile/gather/gather.h"
#include "profile/raw/raw_scopes.h"
#include "support/raw_image.h"
#include "support/unit.h"

#include <string.h>

#define MAIN 5u /* id of the first scope */
#define DESCRIPTORS 0x7000u

static const char texts[] = "\0main\0a.c\0work\0n";
enum { NAME = 1, FILE_NAME = 6, OTHER = 10, ARGUMENT = 15, N = 3 };

/* Makes main, a loop of it, and work, in one block after their module's. */
static struct ordo_raw_scope_table *make(struct raw_image *r) {
    raw_image_init(r, 1);
    raw_image_module(r, 1, "/bin/p", "/src");
    struct ordo_raw_scope scopes[N] = {
        {ORDO_KIND_ROUTINE, 0, 3, 1, 0, MAIN, MAIN, 0, NAME, NAME, FILE_NAME, 0},
        {ORDO_KIND_LOOP, 0, 4, 5, MAIN, MAIN, MAIN, 0, 0, NAME, FILE_NAME, 0},
        {ORDO_KIND_ROUTINE, 0, 9, 1, 0, MAIN + 2, MAIN + 2, 1, OTHER, OTHER, FILE_NAME, ARGUMENT},
    };
    struct ordo_raw_scope_table *t;
    size_t at = raw_image_block(r, ORDO_RAW_SCOPES, 0, sizeof *t + sizeof scopes + sizeof texts);
    t = raw_image_at(r, at);
    t->first = MAIN;
    t->n = N;
    t->module = 1;
    t->texts = sizeof texts;
    t->descriptors = DESCRIPTORS;
    memcpy(t + 1, scopes, sizeof scopes);
    memcpy((char *)(t + 1) + sizeof scopes, texts, sizeof texts);
    t->check = ordo_raw_scopes_check(t);
    return t;
}

static enum ordo_status read_into(struct raw_image *r, struct ordo_gather *g,
                                  struct ordo_raw_scopes *s, struct ordo_raw_reader *reader,
                                  struct ordo_error *e) {
    ORDO_TRY(ordo_raw_open_memory(reader, r->bytes, r->used, "image", e));
    return ordo_raw_scopes_read(s, reader, g, e);
}

/* Checks that reading the image fails with the message, and frees the image. */
static void assert_rejected(struct raw_image *r, const char *why) {
    struct ordo_raw_reader reader;
    struct ordo_raw_scopes s;
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    assert_int_equal(read_into(r, g, &s, &reader, &e), ORDO_BAD_INPUT);
    assert_message(e, why);
    ordo_gather_free(g);
    raw_image_done(r);
}

static void scopes_of_one_block_have_ids_texts_and_descriptors(void **state) {
    (void)state;
    struct raw_image r;
    struct ordo_raw_reader reader;
    struct ordo_raw_scopes s;
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_raw_scope_table *t = make(&r);
    assert_ok(read_into(&r, g, &s, &reader, &e), e);
    assert_int_equal(s.n, N);
    static const char *const names[N] = {"main", "", "work"}, *const arguments[N] = {"", "", "n"};
    static const char *const linkage_names[N] = {"main", "main", "work"};
    for (uint32_t i = 0; i < N; i++) {
        const struct ordo_raw_named_scope *found;
        uint32_t at;
        assert_ok(ordo_raw_scopes_find(&s, &reader, t, MAIN + i, &found, &e), e);
        assert_string_equal(found->name, names[i]);
        assert_string_equal(found->linkage_name, linkage_names[i]);
        assert_string_equal(found->file, "a.c");
        assert_string_equal(found->arg_names, arguments[i]);
        assert_true(ordo_map_find(&s.by_descriptor,
                                  DESCRIPTORS + i * (uint64_t)sizeof(struct ordo_scope), &at));
        assert_ptr_equal(&s.list[at], found);
    }
    const struct ordo_raw_named_scope *none;
    assert_int_equal(ordo_raw_scopes_find(&s, &reader, t, MAIN + N, &none, &e), ORDO_BAD_INPUT);
    ordo_raw_scopes_done(&s);
    ordo_gather_free(g);
    raw_image_done(&r);
}

/* Writes `value` into the first four bytes at `field` of the record at `at` in the block, and
 * seals it. */
static void assert_change_rejected(size_t at, size_t field, uint32_t value, const char *why) {
    struct raw_image r;
    struct ordo_raw_scope_table *t = make(&r);
    memcpy((char *)t + at + field, &value, sizeof value);
    if (t->size % 64 == 0) t->check = ordo_raw_scopes_check(t);
    assert_rejected(&r, why);
}

static void a_changed_letter_of_a_name_is_rejected(void **state) {
    (void)state;
    struct raw_image r;
    struct ordo_raw_scope_table *t = make(&r);
    ((char *)(t + 1))[N * sizeof(struct ordo_raw_scope) + NAME] ^= 1;
    assert_rejected(&r, "scopes from 5 on have a wrong checksum");
    raw_image_init(&r, 1);
    struct ordo_raw_module *m = raw_image_at(&r, raw_image_module(&r, 1, "/bin/p", "/src"));
    ((char *)(m + 1))[5] ^= 1;
    assert_rejected(&r, "module 1 has a wrong checksum");
}

static void damaged_tables_of_scopes_are_rejected(void **state) {
    (void)state;
#define TABLE(field) 0, offsetof(struct ordo_raw_scope_table, field)
#define SECOND(field)                                                                              \
    sizeof(struct ordo_raw_scope_table) + sizeof(struct ordo_raw_scope),                           \
        offsetof(struct ordo_raw_scope, field)
    assert_change_rejected(TABLE(n), 1u << 31, "2147483648 scopes do not fit their");
    assert_change_rejected(TABLE(texts), 4096, "3 scopes do not fit their");
    assert_change_rejected(TABLE(texts), 0, "the scopes' strings are not terminated");
    assert_change_rejected(TABLE(texts), sizeof texts - 1,
                           "the scopes' strings are not terminated");
    assert_change_rejected(TABLE(first), 0, "3 scopes cannot have ids from 0 on");
    assert_change_rejected(TABLE(first), UINT32_MAX - 1,
                           "3 scopes cannot have ids from 4294967294 on");
    assert_change_rejected(TABLE(module), 9, "scope 5 is of module 9, which is not described");
    assert_change_rejected(SECOND(scope_kind), 99, "unknown kind of scope 99");
    assert_change_rejected(SECOND(scope_kind), ORDO_KIND_RECURSION, "unknown kind of scope");
    assert_change_rejected(SECOND(name), sizeof texts, "a string of scope 6 is outside its table");
    assert_change_rejected(SECOND(linkage_name), sizeof texts,
                           "a string of scope 6 is outside its table");
    assert_change_rejected(SECOND(file), 1u << 30, "a string of scope 6 is outside its table");
    assert_change_rejected(SECOND(arg_names), UINT32_MAX,
                           "a string of scope 6 is outside its table");
    assert_change_rejected(SECOND(routine), 77, "loop 6 is of routine 77, which is not described");
}

static void ids_of_two_tables_do_not_overlap(void **state) {
    (void)state;
    struct raw_image r;
    make(&r);
    raw_image_scope(&r, &(struct raw_image_scope){.id = MAIN + 2, .kind = ORDO_KIND_LIBRARY});
    assert_rejected(&r, "the scope id 7 is taken");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scopes_of_one_block_have_ids_texts_and_descriptors),
        cmocka_unit_test(damaged_tables_of_scopes_are_rejected),
        cmocka_unit_test(a_changed_letter_of_a_name_is_rejected),
        cmocka_unit_test(ids_of_two_tables_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
