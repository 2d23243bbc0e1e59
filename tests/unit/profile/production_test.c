/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_test.c: gates and samples in raw files, profiles, stored files and merges, and in
 * damaged files.
 */
#include "abi/abi.h"
#include "profile/gather/merge.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "support/profile_dump.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

static enum ordo_status profile_from(void **state, struct raw_image *images, int n,
                                     struct ordo_profile **p, struct ordo_error *e) {
    static const char *const names[] = {"0.raw", "1.raw"};
    const char *list[2];
    for (int i = 0; i < n; i++) {
        list[i] = temporary_path(state, names[i]);
        raw_image_write(&images[i], list[i]);
        raw_image_done(&images[i]);
    }
    return ordo_profile_from_raw(list, (size_t)n, NULL, p, e);
}

static struct ordo_profile *profile_of(void **state, uint32_t pid, uint32_t n_samples) {
    struct raw_image r;
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    raw_image_production(&r, pid, n_samples);
    assert_ok(profile_from(state, &r, 1, &p, &e), e);
    return p;
}

static const struct ordo_gated_scope *loop_of(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_gated; i++)
        if (p->scopes[p->gated[i].scope].kind == ORDO_PROFILE_LOOP) return &p->gated[i];
    fail_msg("the loop has no gate");
    return NULL;
}

static void gates_of_all_threads_and_copies_add_up(void **state) {
    struct ordo_profile *p = profile_of(state, 1, 6);
    assert_true(p->has_production);
    assert_string_equal(p->cost_metric, "steps");
    assert_string_equal(p->series[0].cost, "steps");
    assert_int_equal(p->n_gated, 2); /* one of work's gates has no executions */
    const struct ordo_gated_scope *x = loop_of(p);
    assert_int_equal(p->scopes[x->scope].kind, ORDO_PROFILE_LOOP);
    assert_true(p->scopes[x->scope].flags & ORDO_PROFILE_SAMPLED);
    assert_int_equal(x->executions, (100 + 10 - 3) + (100 + 99 + 1) + (1000 + 7) + (1000 + 100));
    assert_int_equal(x->iterations, 2 * (50 + 7));
    assert_int_equal(x->samples, 6);
    assert_int_equal(x->incomplete, 1);
    assert_int_equal(x->given_up, 1);
    assert_int_equal(x->left, 0);
    assert_int_equal(p->n_samplings, 1);
    assert_int_equal(p->samplings[0].rate, 100);
    assert_int_equal(p->samplings[0].unsampled, 3);
    ordo_profile_free(p);
}

static void samples_keep_their_order_and_process(void **state) {
    struct ordo_profile *p = profile_of(state, 1, 6);
    assert_int_equal(p->n_samples, 4); /* complete samples */
    for (uint64_t i = 0; i < p->n_samples; i++) {
        assert_int_equal(p->samples[i].number, i + 1);
        assert_int_equal(p->samples[i].process, p->samplings[0].key);
    }
    assert_int_equal(p->samples[1].flags, ORDO_SAMPLED_SECOND);
    assert_int_equal(p->samples[1].again, 10);
    assert_int_equal(p->samples[3].all, 34);
    assert_int_equal(p->samplings[0].samples, 6);
    ordo_profile_free(p);
}

static void a_stored_profile_is_the_profile(void **state) {
    const char *path = temporary_path(state, "p.data");
    struct ordo_error e;
    struct ordo_profile *p = profile_of(state, 1, 6), *q, *summary;
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &q, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_SUMMARY, &summary, &e), e);
    assert_profiles_equal(p, q);
    assert_int_equal(q->processes[0].sampling.rate, 100);
    assert_true(summary->has_production);
    assert_int_equal(summary->n_gated, 2);
    assert_int_equal(summary->n_samples, 0);
    ordo_profile_free(p);
    ordo_profile_free(q);
    ordo_profile_free(summary);
}

static void a_merged_profile_keeps_the_samples_of_each_run(void **state) {
    struct ordo_error e;
    struct ordo_profile *p = profile_of(state, 1, 6), *q = profile_of(state, 2, 8), *forth, *back;
    const struct ordo_profile *both[] = {p, q}, *turned[] = {q, p};
    assert_ok(ordo_profile_merge(both, NULL, 2, &forth, &e), e);
    assert_ok(ordo_profile_merge(turned, NULL, 2, &back, &e), e);
    assert_profiles_equal(forth, back);
    assert_int_equal(forth->n_samplings, 2);
    assert_int_equal(loop_of(forth)->executions, 2 * loop_of(p)->executions);
    assert_int_equal(loop_of(forth)->samples, 14);
    assert_int_equal(forth->n_samples, 10);
    assert_int_not_equal(forth->samples[0].process, forth->samples[9].process);
    ordo_profile_free(p);
    ordo_profile_free(q);
    ordo_profile_free(forth);
    ordo_profile_free(back);
}

static const struct ordo_run_cost *cost_in(const struct ordo_profile *p, uint32_t run,
                                           uint32_t scope) {
    for (uint64_t k = 0; k < p->runs[run].costs.n; k++) {
        const struct ordo_run_cost *c = &p->run_costs[p->runs[run].costs.first + k];
        if (c->scope.i == scope) return c;
    }
    fail_msg("run %u has no costs of scope %u", run, scope);
    return NULL;
}

static void a_merged_profile_keeps_what_gates_counted_in_each_run(void **state) {
    struct ordo_error e;
    struct ordo_profile *p = profile_of(state, 1, 6), *q = profile_of(state, 2, 8), *both;
    const struct ordo_profile *parts[] = {p, q};
    assert_ok(ordo_profile_merge(parts, NULL, 2, &both, &e), e);
    assert_int_equal(both->n_runs, 2);
    for (uint32_t run = 0; run < 2; run++) {
        const struct ordo_gated_scope *gate = loop_of(parts[run]);
        const struct ordo_profile_scope *recorded = &parts[run]->scopes[gate->scope];
        const struct ordo_run_cost *c = cost_in(both, run, loop_of(both)->scope);
        assert_int_equal(c->calls, gate->executions + recorded->calls);
        assert_int_equal(c->iterations, gate->iterations + recorded->iterations);
        assert_int_equal(c->self, gate->iterations + recorded->cost_self);
        assert_int_equal(c->cost, recorded->cost_total);
    }
    ordo_profile_free(p);
    ordo_profile_free(q);
    ordo_profile_free(both);
}

static void samples_past_the_bound_stay_spread_in_any_order(void **state) {
    struct ordo_error e;
    enum { MANY = 3 * ORDO_SAMPLES_BOUND };
    struct ordo_profile *p = profile_of(state, 1, MANY), *q = profile_of(state, 2, 40),
                        *r = profile_of(state, 3, 600);
    struct ordo_profile *pq, *qr, *left, *right;
    assert_int_equal(p->n_samples, ORDO_SAMPLES_BOUND);
    assert_int_equal(p->samples[p->n_samples - 1].number, MANY - 2);
    assert_int_equal(loop_of(p)->samples, MANY);
    uint64_t widest = 0;
    for (uint64_t i = 1; i < p->n_samples; i++)
        if (p->samples[i].number - p->samples[i - 1].number > widest)
            widest = p->samples[i].number - p->samples[i - 1].number;
    assert_in_range(widest, 2, 16);
    for (uint64_t i = 4; i + 4 < p->n_samples; i++) /* a neighbour is kept too */
        assert_true(p->samples[i - 1].number + 1 == p->samples[i].number ||
                    p->samples[i].number + 1 == p->samples[i + 1].number);
    assert_ok(ordo_profile_merge((const struct ordo_profile *[]){p, q}, NULL, 2, &pq, &e), e);
    assert_ok(ordo_profile_merge((const struct ordo_profile *[]){q, r}, NULL, 2, &qr, &e), e);
    assert_ok(ordo_profile_merge((const struct ordo_profile *[]){pq, r}, NULL, 2, &left, &e), e);
    assert_ok(ordo_profile_merge((const struct ordo_profile *[]){p, qr}, NULL, 2, &right, &e), e);
    assert_profiles_equal(left, right);
    assert_int_equal(left->n_samples, ORDO_SAMPLES_BOUND);
    struct ordo_profile *all[] = {p, q, r, pq, qr, left, right};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) ordo_profile_free(all[i]);
}

static void production_and_other_profiles_do_not_merge(void **state) {
    struct ordo_error e;
    struct raw_image r;
    struct ordo_profile *p = profile_of(state, 1, 6), *q, *joined;
    raw_image_sample(&r, 2);
    assert_ok(profile_from(state, &r, 1, &q, &e), e);
    const struct ordo_profile *both[] = {p, q};
    const char *names[] = {"a.data", "b.data"};
    assert_int_equal(ordo_profile_merge(both, names, 2, &joined, &e), ORDO_MISMATCH);
    assert_string_equal(e.message,
                        "a.data: contains samples of a production build, but b.data does not: "
                        "merge each kind separately");
    ordo_profile_free(p);
    ordo_profile_free(q);
}

static void raw_files_of_both_kinds_are_rejected(void **state) {
    struct ordo_error e;
    struct raw_image images[2];
    struct ordo_profile *p;
    raw_image_production(&images[0], 1, 2);
    raw_image_sample(&images[1], 2);
    assert_int_equal(profile_from(state, images, 2, &p, &e), ORDO_BAD_INPUT);
    assert_message(e, "is not from a production build, but");
}

static void assert_rejected(void **state, void (*damage)(struct raw_image *r, size_t offset),
                            uint32_t kind, const char *what) {
    struct raw_image r;
    struct ordo_error e;
    struct ordo_profile *p;
    raw_image_production(&r, 1, 4);
    size_t at = ORDO_RAW_HEADER_BYTES;
    while (((struct ordo_raw_block *)raw_image_at(&r, at))->kind != kind)
        at += ((struct ordo_raw_block *)raw_image_at(&r, at))->size;
    damage(&r, at);
    assert_int_equal(profile_from(state, &r, 1, &p, &e), ORDO_BAD_INPUT);
    assert_message(e, what);
}

static void too_many_gates(struct raw_image *r, size_t at) {
    ((struct ordo_raw_gates *)raw_image_at(r, at))->n_gates = 1u << 30;
}
static void unknown_gates(struct raw_image *r, size_t at) {
    ((struct ordo_raw_gates *)raw_image_at(r, at))->number = 9;
}
static void too_many_scopes(struct raw_image *r, size_t at) {
    ((struct ordo_raw_gate_scopes *)raw_image_at(r, at))->n_gates = 1u << 30;
}
static void no_number(struct raw_image *r, size_t at) {
    ((struct ordo_raw_gate_scopes *)raw_image_at(r, at))->number = 0;
}
static void unknown_scope(struct raw_image *r, size_t at) {
    ((uint32_t *)((struct ordo_raw_gate_scopes *)raw_image_at(r, at) + 1))[0] = 77;
}
static void unknown_caller(struct raw_image *r, size_t at) {
    struct ordo_raw_gate_scopes *b = (struct ordo_raw_gate_scopes *)raw_image_at(r, at);
    ((uint32_t *)(b + 1))[b->n_gates] = 78;
}
static void unknown_library_caller(struct raw_image *r, size_t at) {
    struct ordo_raw_gate_scopes *b = (struct ordo_raw_gate_scopes *)raw_image_at(r, at);
    ((uint32_t *)(b + 1))[0] |= ORDO_RAW_GATE_LIBRARY;
    ((uint32_t *)(b + 1))[b->n_gates] = 79;
}
static void too_many_samples(struct raw_image *r, size_t at) {
    ((struct ordo_raw_samples *)raw_image_at(r, at))->n = 1000;
}
static void no_level(struct raw_image *r, size_t at) {
    ((struct ordo_raw_sample *)((struct ordo_raw_samples *)raw_image_at(r, at) + 1))->level = 64;
}

static void damaged_blocks_are_rejected_by_name(void **state) {
    assert_rejected(state, too_many_gates, ORDO_RAW_GATES,
                    "a table of 1073741824 items does not fit");
    assert_rejected(state, unknown_gates, ORDO_RAW_GATES,
                    "the scopes of its 3 gates (number 9) are missing");
    assert_rejected(state, too_many_scopes, ORDO_RAW_GATE_SCOPES,
                    "the scopes of 1073741824 gates do not fit");
    assert_rejected(state, no_number, ORDO_RAW_GATE_SCOPES, "the number 0 of gates is taken");
    assert_rejected(state, unknown_scope, ORDO_RAW_GATE_SCOPES, "77");
    assert_rejected(state, unknown_caller, ORDO_RAW_GATE_SCOPES, "78");
    assert_rejected(state, unknown_library_caller, ORDO_RAW_GATE_SCOPES, "79");
    assert_rejected(state, too_many_samples, ORDO_RAW_SAMPLES, "1000 samples in room for");
    assert_rejected(state, no_level, ORDO_RAW_SAMPLES, "at level 64");
}

/* In a fork's child, which has counted less than its parent had; and while the count is being
 * set. */
static void a_gate_distinguishes_its_own_counts_from_older_ones(void **state) {
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    raw_image_production(&r, 1, 2);
    raw_image_gates(
        &r, 3, 1,
        (const struct ordo_raw_gate[]){{9, 10, 10, (uint64_t)-40, 4}, {0, 500, 10, 40, 0}}, 2);
    assert_ok(profile_from(state, &r, 1, &p, &e), e);
    assert_int_equal(loop_of(p)->executions, 107 + 200 + 1007 + 1100);
    assert_int_equal(loop_of(p)->iterations, 2 * (50 + 7) + 5);
    ordo_profile_free(p);
}

/* The loop's first gate counts whether another iteration follows, the second counts all
 * iterations. */
static void the_first_iteration_of_an_execution_may_be_implied(void **state) {
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    raw_image_production(&r, 1, 2);
    size_t at = ORDO_RAW_HEADER_BYTES;
    while (((struct ordo_raw_block *)raw_image_at(&r, at))->kind != ORDO_RAW_GATE_SCOPES)
        at += ((struct ordo_raw_block *)raw_image_at(&r, at))->size;
    *(uint32_t *)((struct ordo_raw_gate_scopes *)raw_image_at(&r, at) + 1) |= ORDO_RAW_GATE_REPEATS;
    assert_ok(profile_from(state, &r, 1, &p, &e), e);
    assert_int_equal(loop_of(p)->executions, 107 + 200 + 1007 + 1100);
    assert_int_equal(loop_of(p)->iterations, 2 * (50 + 7) + 107 + 1007);
    ordo_profile_free(p);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(gates_of_all_threads_and_copies_add_up),
        TEST(samples_keep_their_order_and_process),
        TEST(a_stored_profile_is_the_profile),
        TEST(a_merged_profile_keeps_the_samples_of_each_run),
        TEST(a_merged_profile_keeps_what_gates_counted_in_each_run),
        TEST(samples_past_the_bound_stay_spread_in_any_order),
        TEST(production_and_other_profiles_do_not_merge),
        TEST(raw_files_of_both_kinds_are_rejected),
        TEST(damaged_blocks_are_rejected_by_name),
        TEST(a_gate_distinguishes_its_own_counts_from_older_ones),
        TEST(the_first_iteration_of_an_execution_may_be_implied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
