/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * steps_test.c: steps of calling contexts, from raw files to profiles, and in damaged files.
 */
#include "abi/abi.h"
#include "profile/gather/gather.h"
#include "profile/gather/merge.h"
#include "profile/raw/raw_measures.h"
#include "support/profile_dump.h"
#include "support/random_profile.h"
#include "support/raw_image.h"
#include "support/unit.h"

#include <string.h>

static enum ordo_status read_into(struct raw_image *r, struct ordo_gather *g,
                                  struct ordo_error *e) {
    struct ordo_raw_reader reader;
    struct ordo_raw_scopes scopes;
    ORDO_TRY(ordo_raw_open_memory(&reader, r->bytes, r->used, "image", e));
    ORDO_TRY(ordo_raw_scopes_read(&scopes, &reader, g, e));
    struct ordo_raw_places places = {0};
    enum ordo_status status = ordo_raw_measures_read(&reader, &scopes, g, e);
    if (status == ORDO_OK) status = ordo_raw_contexts_read(&reader, &scopes, g, &places, e);
    ordo_raw_places_done(&places);
    ordo_raw_scopes_done(&scopes);
    return status;
}

static struct ordo_profile *profile_of(struct raw_image *images, int n) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p;
    struct ordo_error e;
    for (int i = 0; i < n; i++) assert_ok(read_into(&images[i], g, &e), e);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static const struct ordo_steps *steps_of(const struct ordo_profile *p, const char *routine,
                                         enum ordo_profile_kind kind) {
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const struct ordo_profile_scope *s = &p->scopes[p->contexts[p->steps[i].context].scope.i];
        if (s->kind == kind && strcmp(s->linkage_name, routine) == 0) return &p->steps[i];
    }
    return NULL;
}

static void steps_of_two_processes_are_joined(void **state) {
    (void)state;
    struct raw_image two[2];
    raw_image_sample(&two[0], 1);
    raw_image_sample(&two[1], 2);
    struct ordo_profile *p = profile_of(two, 2);
    assert_true(p->has_steps);
    assert_int_equal(p->n_steps, 2);
    const struct ordo_steps *work = steps_of(p, "work", ORDO_PROFILE_ROUTINE);
    assert_non_null(work);
    assert_int_equal(work->own.invocations, 10);
    assert_int_equal(work->own.sum, 30);
    assert_int_equal(work->own.least, 1);
    assert_int_equal(work->own.greatest, 5);
    assert_int_equal(work->group.invocations, 10);
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (&p->steps[i] != work) assert_int_equal(p->steps[i].own.sum, 10);
    ordo_profile_free(p);
    for (int i = 0; i < 2; i++) raw_image_done(&two[i]);
}

static void a_process_without_steps_removes_them_all(void **state) {
    (void)state;
    struct raw_image two[2];
    raw_image_sample(&two[0], 1);
    raw_image_sample(&two[1], 2);
    raw_image_header(&two[1])->tree = 0;
    struct ordo_profile *p = profile_of(two, 2);
    assert_false(p->has_steps);
    assert_int_equal(p->n_steps, 0);
    ordo_profile_free(p);
    for (int i = 0; i < 2; i++) raw_image_done(&two[i]);
}

/* Checks that the sample with changed steps is rejected with the message. */
static void assert_rejected(void (*damage)(struct ordo_raw_steps *), const char *message) {
    struct raw_image r;
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    raw_image_sample(&r, 1);
    int n = 0;
    for (size_t at = ORDO_RAW_HEADER_BYTES; at < r.used;) {
        struct ordo_raw_block *b = raw_image_at(&r, at);
        if (b->kind == ORDO_RAW_STEPS) damage((struct ordo_raw_steps *)b), n++;
        at += b->size;
    }
    assert_int_equal(n, 1);
    assert_int_equal(read_into(&r, g, &e), ORDO_BAD_INPUT);
    assert_message(e, message);
    ordo_gather_free(g);
    raw_image_done(&r);
}

static void swap_range(struct ordo_raw_steps *s) {
    ((struct ordo_raw_step *)(s + 1))[3].least = 6;
}

static void claim_more(struct ordo_raw_steps *s) {
    s->capacity = 9999;
}

static void claim_less(struct ordo_raw_steps *s) {
    s->capacity = 7;
}

static void damaged_steps_are_rejected(void **state) {
    (void)state;
    assert_rejected(swap_range, "the least steps are more than the greatest");
    assert_rejected(claim_more, "a table of 9999 items does not fit");
    assert_rejected(claim_less, "steps of 7 calling contexts, but there are 8");
}

/* Adds a second thread to the sample: its loop had three iterations and called work twice,
 * counted only in tallies. Returns the offset of the STEPS block. */
static size_t add_tallies(struct raw_image *r) {
    enum { MAIN = 1, LOOP, WORK, ROOT = 6, NODES = 4 };
    const struct ordo_raw_context nodes[NODES] = {{.parent = 0, .scope = ROOT},
                                                  {.parent = 1, .scope = MAIN},
                                                  {.parent = 2, .scope = LOOP},
                                                  {.parent = 3, .scope = WORK}};
    size_t contexts = raw_image_contexts(r, 2, 0, nodes, NODES);
    size_t size = NODES * (sizeof(struct ordo_raw_step) + sizeof(struct ordo_raw_tally));
    size_t offset = raw_image_block(r, ORDO_RAW_STEPS, 2, 64 + size);
    struct ordo_raw_steps *b = raw_image_at(r, offset);
    b->capacity = NODES;
    b->tallied = 1;
    b->contexts = contexts;
    struct ordo_raw_step *steps = (struct ordo_raw_step *)(b + 1);
    struct ordo_raw_tally *tallies = (struct ordo_raw_tally *)(steps + NODES);
    steps[3] = (struct ordo_raw_step){2, 2, 1, 1, 2, 2, 1, 1};
    tallies[2] = (struct ordo_raw_tally){.calls = 3,
                                         .cost = 100,
                                         .self = 30,
                                         .outermost = 80,
                                         .steps = 12,
                                         .least = 2,
                                         .greatest = 7};
    tallies[3] =
        (struct ordo_raw_tally){.calls = 2, .cost = 50, .self = 50, .outermost = 50, .steps = 2};
    return offset;
}

static struct ordo_profile *profile_with(bool tallies) {
    struct raw_image r;
    struct ordo_profile *p;
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    raw_image_sample(&r, 1);
    if (tallies) add_tallies(&r);
    assert_ok(read_into(&r, g, &e), e);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    raw_image_done(&r);
    return p;
}

static const struct ordo_profile_scope *scope_of(const struct ordo_profile *p, const char *routine,
                                                 enum ordo_profile_kind kind) {
    return &p->scopes[p->contexts[steps_of(p, routine, kind)->context].scope.i];
}

static void tallies_add_to_scopes_nodes_and_steps(void **state) {
    (void)state;
    struct ordo_profile *without = profile_with(false), *with = profile_with(true);
    const struct ordo_profile_scope *x = scope_of(without, "main", ORDO_PROFILE_LOOP);
    const struct ordo_profile_scope *y = scope_of(with, "main", ORDO_PROFILE_LOOP);
    assert_int_equal(y->calls - x->calls, 3);
    assert_int_equal(y->iterations - x->iterations, 12);
    assert_int_equal(y->cost_total - x->cost_total, 80);
    assert_int_equal(y->cost_self - x->cost_self, 30);
    const struct ordo_steps *a = steps_of(without, "main", ORDO_PROFILE_LOOP);
    const struct ordo_steps *b = steps_of(with, "main", ORDO_PROFILE_LOOP);
    assert_int_equal(b->own.invocations - a->own.invocations, 3);
    assert_int_equal(b->own.sum - a->own.sum, 12);
    assert_int_equal(b->own.least, 2);
    assert_int_equal(b->own.greatest, 7);
    assert_int_equal(with->contexts[b->context].calls - without->contexts[a->context].calls, 3);
    assert_int_equal(with->contexts[b->context].cost - without->contexts[a->context].cost, 100);
    assert_int_equal(with->contexts[b->context].self - without->contexts[a->context].self, 30);
    x = scope_of(without, "work", ORDO_PROFILE_ROUTINE);
    y = scope_of(with, "work", ORDO_PROFILE_ROUTINE);
    assert_int_equal(y->calls - x->calls, 2);
    assert_int_equal(y->iterations, x->iterations);
    assert_int_equal(y->units - x->units, 2);
    assert_int_equal(steps_of(with, "work", ORDO_PROFILE_ROUTINE)->own.invocations -
                         steps_of(without, "work", ORDO_PROFILE_ROUTINE)->own.invocations,
                     2);
    ordo_profile_free(without);
    ordo_profile_free(with);
}

static void damaged_tallies_are_rejected(void **state) {
    (void)state;
    for (int damage = 0; damage < 3; damage++) {
        struct raw_image r;
        struct ordo_error e;
        struct ordo_gather *g = ordo_gather_new();
        raw_image_sample(&r, 1);
        struct ordo_raw_steps *b = raw_image_at(&r, add_tallies(&r));
        if (damage == 0) b->capacity = 8; /* so many steps would fit */
        if (damage == 1) b->first = 64;
        if (damage == 2)
            ((struct ordo_raw_tally *)((struct ordo_raw_step *)(b + 1) + 4))[2].least = 8;
        assert_int_equal(read_into(&r, g, &e), ORDO_BAD_INPUT);
        const char *messages[] = {"a table of 8 items does not fit",
                                  "the tallies belong to other calling contexts",
                                  "the least steps are more than the greatest"};
        assert_message(e, messages[damage]);
        ordo_gather_free(g);
        raw_image_done(&r);
    }
}

static void profiles_with_and_without_steps_do_not_merge(void **state) {
    (void)state;
    struct ordo_profile *a = random_profile(1), *b = random_profile(2), *out = NULL;
    struct ordo_error e;
    b->has_steps = false;
    const struct ordo_profile *both[] = {a, b}, *swapped[] = {b, a};
    const char *names[] = {"a.data", "b.data"};
    assert_int_equal(ordo_profile_merge(both, names, 2, &out, &e), ORDO_MISMATCH);
    assert_message(e, "b.data: has no repetition tree");
    assert_int_equal(ordo_profile_merge(swapped, names, 2, &out, &e), ORDO_MISMATCH);
    assert_message(e, "a.data: has no repetition tree");
    ordo_profile_free(a);
    ordo_profile_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_two_processes_are_joined),
        cmocka_unit_test(a_process_without_steps_removes_them_all),
        cmocka_unit_test(damaged_steps_are_rejected),
        cmocka_unit_test(tallies_add_to_scopes_nodes_and_steps),
        cmocka_unit_test(damaged_tallies_are_rejected),
        cmocka_unit_test(profiles_with_and_without_steps_do_not_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
