/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structures_test.c: types, advances and invocations in raw files, profiles, stored files and
 * merges, and in damaged files.
 */
#include "abi/abi.h"
#include "profile/gather/gather.h"
#include "profile/gather/merge.h"
#include "profile/raw/raw_measures.h"
#include "profile/store/store.h"
#include "support/profile_dump.h"
#include "support/random_profile.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static enum ordo_status read_into(struct raw_image *r, struct ordo_gather *g,
                                  struct ordo_error *e) {
    struct ordo_raw_reader reader;
    struct ordo_raw_scopes scopes;
    struct ordo_raw_places places = {0};
    ORDO_TRY(ordo_raw_open_memory(&reader, r->bytes, r->used, "image", e));
    ORDO_TRY(ordo_raw_scopes_read(&scopes, &reader, g, e));
    enum ordo_status status = ordo_raw_contexts_read(&reader, &scopes, g, &places, e);
    if (status == ORDO_OK)
        status = ordo_raw_structure_read(&reader, &scopes, &places, "/home/u", g, e);
    ordo_raw_places_done(&places);
    ordo_raw_scopes_done(&scopes);
    return status;
}

static struct ordo_profile *profile_of(const uint32_t *pids, int n) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p;
    struct ordo_error e;
    for (int i = 0; i < n; i++) {
        struct raw_image r;
        raw_image_sample(&r, pids[i]);
        assert_ok(read_into(&r, g, &e), e);
        raw_image_done(&r);
    }
    ordo_gather_has_steps(g, true);
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    return p;
}

static void invocations_keep_their_inputs_and_facts(void **state) {
    (void)state;
    struct ordo_profile *p = profile_of((uint32_t[]){1}, 1);
    assert_true(p->has_structure);
    assert_int_equal(p->n_types, 2);
    assert_string_equal(p->types[0].name, "Node");
    assert_int_equal(p->types[0].flags, ORDO_ELEMENT_LINKED);
    assert_int_equal(p->n_advances, 2);
    assert_int_equal(p->advances[0].callee, ORDO_SCOPE_NONE_INDEX);
    assert_string_equal(p->scopes[p->advances[1].callee].name, "work");
    assert_int_equal(p->n_invocations, 2);
    const struct ordo_invocation *v = &p->invocations[0];
    assert_int_equal(p->scopes[p->contexts[v->context].scope.i].kind, ORDO_PROFILE_LOOP);
    assert_int_equal(v->n_inputs, 3);
    assert_int_equal(v->n_facts, 6);
    const struct ordo_input *in = &p->inputs[v->first_input];
    assert_int_equal(in[0].form, ORDO_INPUT_STRUCTURE);
    assert_string_equal(in[0].name, "");
    assert_string_equal(in[1].name, "table");
    assert_int_equal(in[2].type, ORDO_TYPE_NONE);
    assert_string_equal(in[2].name, "texts/words.txt"); /* relative to /home/u */
    assert_int_equal(in[0].identity, p->inputs[p->invocations[1].first_input].identity);
    uint64_t steps = 0, used = 0, bytes = 0;
    for (uint64_t k = v->first_fact; k < v->first_fact + v->n_facts; k++) {
        const struct ordo_fact *f = &p->facts[k];
        if (f->input == ORDO_INPUT_NONE) steps += f->writes;
        if (f->input == 1) used = f->used;
        if (f->input == 2) bytes = f->elements;
    }
    assert_int_equal(steps, 20);
    assert_int_equal(used, 5);
    assert_int_equal(bytes, 100);
    ordo_profile_free(p);
}

static void identities_of_two_processes_stay_distinct(void **state) {
    (void)state;
    struct ordo_profile *p = profile_of((uint32_t[]){1, 2}, 2);
    assert_int_equal(p->n_invocations, 4);
    assert_int_equal(p->n_types, 2);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct ordo_invocation *v = &p->invocations[i], *w = &p->invocations[k];
            bool same = p->inputs[v->first_input].identity == p->inputs[w->first_input].identity;
            assert_int_equal(same, v->process == w->process);
        }
    ordo_profile_free(p);
}

static void merging_equals_reading_together(void **state) {
    (void)state;
    struct ordo_profile *a = profile_of((uint32_t[]){1}, 1), *b = profile_of((uint32_t[]){2}, 1),
                        *both = profile_of((uint32_t[]){2, 1}, 2), *merged = NULL;
    struct ordo_error e;
    assert_ok(ordo_profile_merge((const struct ordo_profile *const[]){a, b}, NULL, 2, &merged, &e),
              e);
    assert_profiles_equal(merged, both);
    ordo_profile_free(a);
    ordo_profile_free(b);
    ordo_profile_free(both);
    ordo_profile_free(merged);
}

static void a_stored_profile_keeps_structures_and_others_have_none(void **state) {
    struct ordo_profile *p = random_profile(5), *read = NULL;
    struct ordo_error e;
    const char *path = temporary_path(state, "p.ordo");
    assert_true(p->n_facts > 20);
    assert_true(p->n_choices > 1);
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &read, &e), e);
    assert_true(read->has_structure);
    assert_profiles_equal(p, read);
    ordo_profile_free(read);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_SUMMARY, &read, &e), e);
    assert_int_equal(read->n_invocations, 0);
    ordo_profile_free(read);
    p->has_structure = false;
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &read, &e), e);
    assert_false(read->has_structure);
    assert_int_equal(read->n_types, 0);
    ordo_profile_free(read);
    ordo_profile_free(p);
}

static void apart_takes_precedence_over_together(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct ordo_gather *g = ordo_gather_new();
        struct ordo_profile *p;
        struct ordo_error e;
        struct ordo_profile_scope s = {.kind = ORDO_PROFILE_LOOP,
                                       .name = "f",
                                       .linkage_name = "f",
                                       .object = "",
                                       .file = "a.c",
                                       .line = 1};
        uint32_t a = ordo_gather_scope(g, &s), b = (s.line = 2, ordo_gather_scope(g, &s));
        ordo_gather_has_structure(g);
        ordo_gather_choice(g, a, b, order == 0);
        ordo_gather_choice(g, a, b, order == 1);
        assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
        assert_int_equal(p->n_choices, 1);
        assert_false(p->choices[0].together);
        ordo_profile_free(p);
        ordo_gather_free(g);
    }
}

/* Checks that the sample with one changed word is rejected with the message. */
static void assert_rejected(uint32_t kind, size_t at, uint32_t value, const char *message) {
    struct raw_image r;
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    bool found = false;
    raw_image_sample(&r, 1);
    for (size_t offset = ORDO_RAW_HEADER_BYTES; offset < r.used && !found;) {
        struct ordo_raw_block *b = raw_image_at(&r, offset);
        found = b->kind == kind;
        if (found) memcpy((uint8_t *)b + at, &value, sizeof value);
        offset += b->size;
    }
    assert_true(found);
    assert_int_equal(read_into(&r, g, &e), ORDO_BAD_INPUT);
    assert_message(e, message);
    ordo_gather_free(g);
    raw_image_done(&r);
}

static void damaged_structures_are_rejected(void **state) {
    (void)state;
    enum { FIRST = 64, INPUT = FIRST + 24, FACT = INPUT + 24 };
    assert_rejected(ORDO_RAW_TYPE, 16, 2, "the type id 2 is taken");
    assert_rejected(ORDO_RAW_TYPE, 24, 0, "elements of type 1 have a size of 0");
    assert_rejected(ORDO_RAW_ADVANCE, 16, 99, "scope 99");
    assert_rejected(ORDO_RAW_NAMES, 24, 9999, "9999 bytes of names do not fit");
    assert_rejected(ORDO_RAW_NAMES, 24, 3, "no name begins at 0");
    assert_rejected(ORDO_RAW_INVOCATIONS, 16, 99999, "99999 bytes of invocations do not fit");
    assert_rejected(ORDO_RAW_INVOCATIONS, 16, 16, "an invocation in 16 bytes");
    assert_rejected(ORDO_RAW_INVOCATIONS, FIRST, 70, "thread 1 has no calling context 70");
    assert_rejected(ORDO_RAW_INVOCATIONS, FIRST + 4, 999,
                    "an invocation of 999 inputs and 2 facts");
    assert_rejected(ORDO_RAW_INVOCATIONS, FIRST + 8, UINT32_MAX, "4294967295 facts does not fit");
    assert_rejected(ORDO_RAW_INVOCATIONS, INPUT, 3, "there is no type 3");
    assert_rejected(ORDO_RAW_INVOCATIONS, INPUT + 4, 5, "unknown form of input 5");
    assert_rejected(ORDO_RAW_INVOCATIONS, INPUT + 20, 31, "no name begins at 30");
    assert_rejected(ORDO_RAW_INVOCATIONS, FACT, 8, "thread 1 has no calling context 8");
    assert_rejected(ORDO_RAW_INVOCATIONS, FACT + 4, 2, "a fact of input 2 of 1");
    assert_rejected(ORDO_RAW_INVOCATIONS, FACT + 8, 9, "there is no type 9");
}

/* The time is printed but not checked. */
static void a_million_facts_are_written_and_read(void **state) {
    enum { INVOCATIONS = 100000, FACTS = 10 };
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p, *read;
    struct ordo_error e;
    struct ordo_fact facts[FACTS] = {{0}};
    struct timespec from, to;
    const char *path = temporary_path(state, "large.ordo");
    struct ordo_profile_scope s = {.name = "f", .linkage_name = "f", .object = "", .file = "a.c"};
    uint32_t node = ordo_gather_context(g, ORDO_GATHER_NONE, ordo_gather_scope(g, &s), 1, 1, 1);
    ordo_gather_has_structure(g);
    struct ordo_input input = {ordo_gather_type(g, "Node", 16, 1), ORDO_INPUT_STRUCTURE, 1, 1, ""};
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        struct ordo_invocation v = {
            .context = node, .n_inputs = 1, .n_facts = FACTS, .process = 1, .ordinal = i};
        for (uint32_t k = 0; k < FACTS; k++)
            facts[k] = (struct ordo_fact){
                .context = node, .type = ORDO_TYPE_NONE, .reads = k, .elements = i};
        ordo_gather_invocation(g, &v, &input, facts);
    }
    assert_ok(ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e), e);
    ordo_gather_free(g);
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    clock_gettime(CLOCK_MONOTONIC, &from);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &read, &e), e);
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%u facts read in %.2f s\n", read->n_facts,
           (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
    assert_int_equal(read->n_facts, INVOCATIONS * FACTS);
    assert_int_equal(read->facts[INVOCATIONS * FACTS - 1].elements, INVOCATIONS - 1);
    ordo_profile_free(read);
    ordo_profile_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invocations_keep_their_inputs_and_facts),
        cmocka_unit_test(identities_of_two_processes_stay_distinct),
        cmocka_unit_test(merging_equals_reading_together),
        cmocka_unit_test_setup_teardown(a_stored_profile_keeps_structures_and_others_have_none,
                                        temporary_setup, temporary_teardown),
        cmocka_unit_test_setup_teardown(a_million_facts_are_written_and_read, temporary_setup,
                                        temporary_teardown),
        cmocka_unit_test(apart_takes_precedence_over_together),
        cmocka_unit_test(damaged_structures_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
