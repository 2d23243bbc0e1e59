/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge_test.c: merging is associative and commutative, bit by bit, on random profiles.
 * Incompatible profiles are rejected by name.
 */
#include "profile/gather/gather.h"
#include "profile/gather/merge.h"
#include "profile/gather/merge_many.h"
#include "support/profile_dump.h"
#include "support/random_profile.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static struct ordo_profile *merge2(const struct ordo_profile *a, const struct ordo_profile *b) {
    const struct ordo_profile *both[] = {a, b};
    struct ordo_profile *out;
    struct ordo_error e;
    assert_ok(ordo_profile_merge(both, NULL, 2, &out, &e), e);
    return out;
}

static void merging_twice_in_another_order_gives_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct ordo_profile *a = random_profile(seed), *b = random_profile(seed + 1000);
        struct ordo_profile *ab = merge2(a, b), *ba = merge2(b, a);
        assert_profiles_equal(ab, ba);
        ordo_profile_free(a);
        ordo_profile_free(b);
        ordo_profile_free(ab);
        ordo_profile_free(ba);
    }
}

static void merging_in_another_grouping_gives_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct ordo_profile *a = random_profile(seed), *b = random_profile(seed + 1000),
                            *c = random_profile(seed + 2000);
        struct ordo_profile *ab = merge2(a, b), *bc = merge2(b, c);
        struct ordo_profile *left = merge2(ab, c), *right = merge2(a, bc);
        const struct ordo_profile *three[] = {c, a, b};
        struct ordo_profile *flat;
        struct ordo_error e;
        assert_ok(ordo_profile_merge(three, NULL, 3, &flat, &e), e);
        assert_profiles_equal(left, right);
        assert_profiles_equal(left, flat);
        struct ordo_profile *all[] = {a, b, c, ab, bc, left, right, flat};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) ordo_profile_free(all[i]);
    }
}

/* More than two levels, with some profiles left on each. */
static void merging_one_by_one_gives_the_same(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 15, 16, 17, 300};
    enum { MOST = 300 };
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        struct ordo_profile *all[MOST], *flat, *out;
        struct ordo_error e;
        struct ordo_merge_many *m = ordo_merge_many_new();
        for (size_t i = 0; i < counts[k]; i++) {
            all[i] = random_profile(i + 1);
            assert_ok(ordo_merge_many_add(m, random_profile(i + 1), &e), e);
        }
        assert_ok(ordo_merge_many_take(m, &out, &e), e);
        assert_ok(
            ordo_profile_merge((const struct ordo_profile *const *)all, NULL, counts[k], &flat, &e),
            e);
        assert_profiles_equal(out, flat);
        ordo_merge_many_free(m);
        ordo_profile_free(out);
        ordo_profile_free(flat);
        for (size_t i = 0; i < counts[k]; i++) ordo_profile_free(all[i]);
    }
}

static void incompatible_profiles_are_reported_in_order(void **state) {
    (void)state;
    struct ordo_merge_many *m = ordo_merge_many_new();
    struct ordo_error e = {0};
    enum ordo_status status = ORDO_OK;
    size_t i = 0;
    for (; status == ORDO_OK && i < 40; i++) {
        struct ordo_profile *p = random_profile(i + 1);
        if (i == 20) p->cell_bytes = 16;
        status = ordo_merge_many_add(m, p, &e);
    }
    assert_int_equal(status, ORDO_MISMATCH);
    assert_int_equal(i, 32);
    assert_message(e, "profile 21");
    ordo_merge_many_free(m);
}

static void random_profiles_reach_buckets_and_recursions(void **state) {
    (void)state;
    int bucketed = 0, recursions = 0;
    struct ordo_profile *all = random_profile(1);
    for (uint64_t seed = 2; seed <= 60; seed++) {
        struct ordo_profile *p = random_profile(seed), *sum = merge2(all, p);
        ordo_profile_free(all);
        ordo_profile_free(p);
        all = sum;
    }
    for (uint32_t i = 0; i < all->n_series; i++) bucketed += all->series[i].bucketed;
    for (uint32_t i = 0; i < all->n_scopes; i++)
        recursions += all->scopes[i].kind == ORDO_PROFILE_RECURSION;
    assert_true(bucketed > 0);
    assert_true(recursions > 0);
    ordo_profile_free(all);
}

static void merging_one_profile_gives_itself(void **state) {
    (void)state;
    struct ordo_profile *a = random_profile(5), *b;
    const struct ordo_profile *one[] = {a};
    struct ordo_error e;
    assert_ok(ordo_profile_merge(one, NULL, 1, &b, &e), e);
    assert_profiles_equal(a, b);
    ordo_profile_free(a);
    ordo_profile_free(b);
}

/* The calls k = first .. first + n - 1; the bytes of k are the routines on the path. */
static struct ordo_profile *wide_tree(uint32_t first, uint32_t n) {
    struct ordo_gather *g = ordo_gather_new();
    uint32_t scopes[256];
    for (uint32_t i = 0; i < 256; i++) {
        struct ordo_profile_scope s = {.kind = ORDO_PROFILE_ROUTINE,
                                       .name = "r",
                                       .linkage_name = "r",
                                       .object = "",
                                       .file = "a.c",
                                       .line = i + 1};
        scopes[i] = ordo_gather_scope(g, &s);
    }
    for (uint32_t k = first; k < first + n; k++) {
        uint32_t node = ORDO_GATHER_NONE;
        for (int digit = 0; digit < 3; digit++)
            node = ordo_gather_context(g, node, scopes[k >> (16 - 8 * digit) & 255], 1, k, 1);
    }
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static void context_trees_past_the_bound_merge_in_any_order(void **state) {
    (void)state;
    struct ordo_profile *a = wide_tree(0, 60000), *b = wide_tree(40000, 60000),
                        *c = wide_tree(3, 90000);
    struct ordo_profile *ab = merge2(a, b), *bc = merge2(b, c), *left = merge2(ab, c),
                        *right = merge2(a, bc);
    assert_int_equal(left->n_contexts, ORDO_CONTEXTS_BOUND);
    assert_true(left->contexts_truncated);
    assert_false(a->contexts_truncated);
    assert_profiles_equal(left, right);
    struct ordo_profile *all[] = {a, b, c, ab, bc, left, right};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) ordo_profile_free(all[i]);
}

static void other_cell_sizes_are_rejected_by_name(void **state) {
    (void)state;
    struct ordo_profile *a = random_profile(1), *b = random_profile(2), *out = NULL;
    struct ordo_error e;
    b->cell_bytes = 4;
    const struct ordo_profile *both[] = {a, b};
    const char *names[] = {"a.data", "b.data"};
    assert_int_equal(ordo_profile_merge(both, names, 2, &out, &e), ORDO_MISMATCH);
    assert_message(e, "b.data: cell size is 4 bytes, but that of a.data is 8 bytes");
    assert_null(out);
    b->cell_bytes = 8;
    b->engine = "valgrind";
    assert_int_equal(ordo_profile_merge(both, names, 2, &out, &e), ORDO_MISMATCH);
    assert_message(e, "b.data: engine is valgrind, but that of a.data is compiled");
    b->engine = "compiled";
    b->cost_metric = "ns";
    assert_int_equal(ordo_profile_merge(both, NULL, 2, &out, &e), ORDO_MISMATCH);
    assert_message(e, "profile 2 (one two): cost metric is ns, but that of profile 1 (one) is");
    ordo_profile_free(a);
    ordo_profile_free(b);
}

static void an_empty_recording_merges_with_any_cell_size(void **state) {
    (void)state;
    struct ordo_profile *a = random_profile(1), *b = random_profile(2);
    a->cell_bytes = 0;
    struct ordo_profile *ab = merge2(a, b), *ba = merge2(b, a);
    assert_int_equal(ab->cell_bytes, 8);
    assert_profiles_equal(ab, ba);
    ordo_profile_free(a);
    ordo_profile_free(b);
    ordo_profile_free(ab);
    ordo_profile_free(ba);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merging_twice_in_another_order_gives_the_same),
        cmocka_unit_test(merging_in_another_grouping_gives_the_same),
        cmocka_unit_test(merging_one_by_one_gives_the_same),
        cmocka_unit_test(incompatible_profiles_are_reported_in_order),
        cmocka_unit_test(random_profiles_reach_buckets_and_recursions),
        cmocka_unit_test(merging_one_profile_gives_itself),
        cmocka_unit_test(context_trees_past_the_bound_merge_in_any_order),
        cmocka_unit_test(other_cell_sizes_are_rejected_by_name),
        cmocka_unit_test(an_empty_recording_merges_with_any_cell_size),
    };
    return cmocka_run_group_tests_name("profile/merge", tests, NULL, NULL);
}
