/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_argument_test.c: names of scopes, as reports print them and as people write them.
 */
#include "report/words/scope_argument.h"

#include "profile/gather/gather.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static uint32_t add(struct ordo_gather *g, enum ordo_profile_kind kind, const char *name,
                    const char *linkage, const char *file, uint32_t line, uint32_t column,
                    uint64_t cost) {
    struct ordo_profile_scope s = {.kind = kind,
                                   .name = name,
                                   .linkage_name = linkage,
                                   .object = "p",
                                   .file = file,
                                   .line = line,
                                   .column = column,
                                   .calls = cost ? 1 : 0,
                                   .cost_total = cost,
                                   .cost_self = cost};
    return ordo_gather_scope(g, &s);
}

#define TEMPLATE "tree<a_long_name, another_long_name, long_names>::insert(int)"

static struct ordo_profile *profile(void) {
    const enum ordo_profile_kind routine = ORDO_PROFILE_ROUTINE, loop = ORDO_PROFILE_LOOP;
    struct ordo_gather *g = ordo_gather_new();
    uint32_t main_ = add(g, routine, "main", "main", "src/a.c", 1, 0, 100);
    uint32_t first = add(g, loop, "src/a.c:3", "main", "src/a.c", 3, 5, 60);
    uint32_t second = add(g, loop, "src/a.c:7", "main", "src/a.c", 7, 5, 20);
    uint32_t third = add(g, loop, "src/a.c:7", "main", "src/a.c", 7, 30, 10);
    ordo_gather_enclose(g, first, main_, main_);
    ordo_gather_enclose(g, second, main_, main_);
    ordo_gather_enclose(g, third, main_, second);
    add(g, routine, "helper", "helper", "src/b.c", 9, 0, 5);
    add(g, routine, "helper", "helper", "src/c.c", 2, 0, 4);
    add(g, routine, "idle", "idle", "src/b.c", 30, 0, 0);
    add(g, routine, "idle", "idle", "src/c.c", 30, 0, 3);
    uint32_t insert = add(g, routine, TEMPLATE, "_Zinsert", "tree.h", 4, 0, 8);
    uint32_t in_insert = add(g, loop, "tree.h:6", "_Zinsert", "tree.h", 6, 3, 7);
    ordo_gather_enclose(g, in_insert, insert, insert);
    add(g, routine, "T::T", "_ZC1", "t.h", 2, 0, 2);
    add(g, routine, "T::T", "_ZC2", "t.h", 2, 0, 1);
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, 100);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static void means(const struct ordo_profile *p, const char *argument, const char *file,
                  uint32_t line, uint32_t column) {
    uint32_t i;
    struct ordo_error e;
    assert_ok(ordo_scope_argument_find(p, argument, &i, &e), e);
    if (i == ORDO_SCOPE_NONE_INDEX) fail_msg("'%s' means nothing", argument);
    const struct ordo_profile_scope *s = &p->scopes[i];
    if (strcmp(s->file, file) != 0 || s->line != line || s->column != column)
        fail_msg("'%s' means %s:%u:%u", argument, s->file, s->line, s->column);
}

static void printed_names_are_found(void **state) {
    (void)state;
    struct ordo_profile *p = profile();
    means(p, "main", "src/a.c", 1, 0);
    means(p, "routine main  src/a.c:1", "src/a.c", 1, 0);
    means(p, "  loop in main     src/a.c:3", "src/a.c", 3, 5);
    means(p, "loop in main a.c:3", "src/a.c", 3, 5);
    means(p, "loop in main /home/u/src/a.c:3", "src/a.c", 3, 5);
    means(p, "a.c:3", "src/a.c", 3, 5);
    means(p, "src/a.c:7:30", "src/a.c", 7, 30);
    means(p, "loop in main src/a.c:7:5", "src/a.c", 7, 5);
    means(p, "helper  src/c.c:2", "src/c.c", 2, 0);
    means(p, "idle", "src/c.c", 30, 0); /* the one that ran */
    ordo_profile_free(p);
}

static void cut_and_shortened_names_are_found(void **state) {
    (void)state;
    struct ordo_profile *p = profile();
    means(p, TEMPLATE, "tree.h", 4, 0);
    means(p, "tree<...>::insert(int)", "tree.h", 4, 0);
    means(p, "tree<\xe2\x80\xa6>::insert(int)", "tree.h", 4, 0);
    means(p, "tree<\xe2\x80\xa6>::ins\xe2\x80\xa6", "tree.h", 4, 0);
    means(p, "loop in tree<...>::insert(int)", "tree.h", 6, 3);
    means(p, "loop in tree<...  ...ree.h:6", "tree.h", 6, 3);
    means(p, "loop in m\xe2\x80\xa6  \xe2\x80\xa6/a.c:3", "src/a.c", 3, 5);
    ordo_profile_free(p);
}

static void names_are_told_from_paths(void **state) {
    (void)state;
    static const struct {
        const char *word;
        bool printed;
    } cases[] = {{"loop in main", true},
                 {"_start /opt/p/prog", true},
                 {"f  \xe2\x80\xa6/prog", true},
                 {"/opt/my files/p", false},
                 {"folder/p", false},
                 {"main", false},
                 {"operator/(T, T) a", false},
                 {"p q", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (ordo_scope_argument_is_printed(cases[k].word) != cases[k].printed)
            fail_msg("'%s'", cases[k].word);
}

static void other_names_are_not_found(void **state) {
    (void)state;
    static const char *const names[] = {"mai",
                                        "loop in helper",
                                        "recursion main",
                                        "main src/b.c:1",
                                        "loop in main src/a.c:4",
                                        "c:3",
                                        ""};
    struct ordo_profile *p = profile();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        uint32_t i;
        struct ordo_error e;
        assert_ok(ordo_scope_argument_find(p, names[k], &i, &e), e);
        if (i != ORDO_SCOPE_NONE_INDEX) fail_msg("'%s' means %s", names[k], p->scopes[i].name);
    }
    ordo_profile_free(p);
}

static void ambiguous_names_list_names_that_are_not(void **state) {
    (void)state;
    static const struct {
        const char *argument, *message;
    } cases[] = {
        {"loop in main", "loop in main: means 3 scopes: write 'loop in main src/a.c:3', "
                         "'loop in main src/a.c:7:5' or 'loop in main src/a.c:7:30'"},
        {"src/a.c:7", "src/a.c:7: means 2 scopes: write 'loop in main src/a.c:7:5' or 'loop in "
                      "main src/a.c:7:30'"},
        {"helper", "helper: means 2 scopes: write 'helper src/b.c:9' or 'helper src/c.c:2'"},
        {"T::T", "T::T: means 2 scopes: write '_ZC1 t.h:2' or '_ZC2 t.h:2'"},
    };
    struct ordo_profile *p = profile();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint32_t i;
        struct ordo_error e;
        assert_int_equal(ordo_scope_argument_find(p, cases[k].argument, &i, &e), ORDO_BAD_INPUT);
        assert_string_equal(e.message, cases[k].message);
        for (char *name = strchr(e.message, '\''); name; name = strchr(name, '\'')) {
            char *end = strchr(++name, '\'');
            *end = '\0';
            assert_ok(ordo_scope_argument_find(p, name, &i, &(struct ordo_error){0}), e);
            assert_int_not_equal(i, ORDO_SCOPE_NONE_INDEX);
            name = end + 1;
        }
    }
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_names_are_found),
        cmocka_unit_test(names_are_told_from_paths),
        cmocka_unit_test(cut_and_shortened_names_are_found),
        cmocka_unit_test(other_names_are_not_found),
        cmocka_unit_test(ambiguous_names_list_names_that_are_not),
    };
    return cmocka_run_group_tests_name("report/scope_argument", tests, NULL, NULL);
}
