/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_fold_test.c: own costs of code of libraries, in the scopes that call it.
 */
#include "report/choice/library_fold.h"

#include "analysis/analyse.h"
#include "profile/gather/gather.h"
#include "report/terminal/table.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t add(struct ordo_gather *g, const char *name, const char *file, uint64_t cost,
                    uint64_t self) {
    struct ordo_profile_scope s = {.name = name,
                                   .linkage_name = name,
                                   .object = "p",
                                   .file = file,
                                   .line = 1,
                                   .calls = 1,
                                   .cost_total = cost,
                                   .cost_self = self};
    return ordo_gather_scope(g, &s);
}

/* main calls add and find, which call std::insert; that costs 600 below add and 200 below find, and
 * in std::grow 90 and 10. Contexts or not, std::at_exit calls std::clear outside of main. */
static struct ordo_profile *profile(bool contexts) {
    struct ordo_gather *g = ordo_gather_new();
    uint32_t main_ = add(g, "main", "p.cpp", 1000, 20), add_ = add(g, "add", "p.cpp", 730, 40),
             find = add(g, "find", "p.cpp", 250, 40),
             insert = add(g, "std::insert", "v.h", 900, 800),
             grow = add(g, "grow", "/usr/include/c++/12/v.h", 100, 100),
             at_exit = add(g, "std::at_exit", "v.h", 60, 10),
             clear = add(g, "std::clear", "v.h", 50, 50);
    ordo_gather_edge(g, main_, add_, 1, 730);
    ordo_gather_edge(g, main_, find, 1, 250);
    ordo_gather_edge(g, add_, insert, 1, 690);
    ordo_gather_edge(g, find, insert, 1, 210);
    ordo_gather_edge(g, insert, grow, 2, 100);
    ordo_gather_edge(g, at_exit, clear, 1, 50);
    if (contexts) {
        uint32_t m = ordo_gather_context(g, ORDO_GATHER_NONE, main_, 1, 1000, 20);
        uint32_t a = ordo_gather_context(g, m, add_, 1, 730, 40);
        uint32_t f = ordo_gather_context(g, m, find, 1, 250, 40);
        uint32_t i = ordo_gather_context(g, a, insert, 1, 690, 600);
        ordo_gather_context(g, i, grow, 1, 90, 90);
        i = ordo_gather_context(g, f, insert, 1, 210, 200);
        ordo_gather_context(g, i, grow, 1, 10, 10);
        i = ordo_gather_context(g, ORDO_GATHER_NONE, at_exit, 1, 60, 10);
        ordo_gather_context(g, i, clear, 1, 50, 50);
    }
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, 1060);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static uint32_t named(const struct ordo_profile *p, const char *name) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (strcmp(p->scopes[i].name, name) == 0) return i;
    fail_msg("no scope %s", name);
    return 0;
}

struct expected {
    const char *name;
    uint64_t self;
    bool folded;
};

static void expect(bool contexts, const struct expected *list, size_t n) {
    struct ordo_profile *p = profile(contexts);
    struct ordo_analysis *a;
    struct ordo_library_fold f;
    struct ordo_error e;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    assert_true(ordo_library_fold_differs(p));
    ordo_library_fold_init(&f, p, a);
    double shares = 0;
    uint64_t self = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t i = named(p, list[k].name);
        const struct ordo_profile_scope *s = &f.profile.scopes[i];
        if (s->cost_self != list[k].self || f.folded[i] != list[k].folded)
            fail_msg("%s: own %lu, folded %d", list[k].name, (unsigned long)s->cost_self,
                     f.folded[i]);
        assert_int_equal(s->cost_total, p->scopes[i].cost_total);
        if (fabs(f.analysis.scope[i].own_at_10x - (double)list[k].self) > 1e-3)
            fail_msg("%s: predicted %g", list[k].name, f.analysis.scope[i].own_at_10x);
        self += s->cost_self;
        shares += f.analysis.scope[i].share_at_10x;
    }
    assert_int_equal(self, 1060);
    assert_true(fabs(shares - 1) < 1e-12);
    assert_int_equal(p->scopes[named(p, "std::insert")].cost_self, 800);
    ordo_library_fold_done(&f);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static void contexts_divide_own_costs_among_callers(void **state) {
    (void)state;
    static const struct expected list[] = {{"main", 20, false},    {"add", 40 + 600 + 90, false},
                                           {"find", 250, false},   {"std::insert", 0, true},
                                           {"grow", 0, true},      {"std::at_exit", 60, false},
                                           {"std::clear", 0, true}};
    expect(true, list, sizeof list / sizeof *list);
}

static void without_contexts_the_main_caller_has_all(void **state) {
    (void)state;
    static const struct expected list[] = {{"main", 20, false},      {"add", 40 + 800 + 100, false},
                                           {"find", 40, false},      {"std::insert", 0, true},
                                           {"grow", 0, true},        {"std::at_exit", 10, false},
                                           {"std::clear", 50, false}};
    expect(false, list, sizeof list / sizeof *list);
}

/* Production profiles know callers of routines whose own calls and cost they do not know. */
static void a_library_routine_without_calls_or_cost_moves_nothing(void **state) {
    (void)state;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile_scope idle = {
        .name = "std::idle", .linkage_name = "idle", .object = "p", .file = "v.h", .line = 1};
    uint32_t main_ = add(g, "main", "p.cpp", 10, 10), callee = ordo_gather_scope(g, &idle);
    ordo_gather_edge(g, main_, callee, 1, 0);
    struct ordo_run run = {.command = "./p", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_cost(g, 10);
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    struct ordo_analysis *a;
    struct ordo_library_fold f;
    assert_ok(ordo_analyse(p, NULL, &a, &e), e);
    ordo_library_fold_init(&f, p, a);
    uint32_t i = named(p, "main");
    assert_int_equal(f.profile.scopes[i].cost_self, 10);
    assert_true(f.analysis.scope[i].own_now == a->scope[i].own_now);
    assert_true(f.analysis.scope[i].share_at_10x == a->scope[i].share_at_10x);
    ordo_library_fold_done(&f);
    ordo_analysis_free(a);
    ordo_profile_free(p);
}

static char *table(struct ordo_table_options o) {
    struct ordo_profile *p = profile(true);
    char *text = NULL;
    size_t n;
    struct ordo_error e;
    FILE *out = open_memstream(&text, &n);
    o.ascii = true;
    assert_ok(ordo_table_write(out, p, &o, &e), e);
    fclose(out);
    ordo_profile_free(p);
    return text;
}

static void the_table_has_no_rows_for_them_unless_asked(void **state) {
    (void)state;
    char *text = table((struct ordo_table_options){0});
    assert_non_null(strstr(text, "68.9 %    730  730 "));
    assert_null(strstr(text, "std::insert"));
    assert_non_null(strstr(
        text,
        "not shown: 3 scopes of libraries, part of their callers (--no-fold-std shows them)\n"));
    free(text);
    text = table((struct ordo_table_options){.library_rows = true});
    assert_non_null(strstr(text, "68.9 %    730   40 "));
    assert_non_null(strstr(text, "std::insert"));
    assert_null(strstr(text, "no-fold-std"));
    free(text);
    /* What is folded is counted if the filter would show it. */
    text = table((struct ordo_table_options){.filter = {.routine = "std::"}});
    assert_non_null(strstr(text, "not shown: 2 scopes of libraries"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_divide_own_costs_among_callers),
        cmocka_unit_test(without_contexts_the_main_caller_has_all),
        cmocka_unit_test(a_library_routine_without_calls_or_cost_moves_nothing),
        cmocka_unit_test(the_table_has_no_rows_for_them_unless_asked),
    };
    return cmocka_run_group_tests_name("report/library_fold", tests, NULL, NULL);
}
