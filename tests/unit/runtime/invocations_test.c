/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * invocations_test.c: the records of an invocation with many inputs, and the table of keys used to
 * write them.
 */
#include "../../../src/engine/runtime/structure/invocations.h"
#include "../../../src/engine/runtime/structure/key_index.h"
#include "../../../src/engine/runtime/structure/octaves.h"
#include "program.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

#define KEYS 5000u

static void run_keys(const char *argument) {
    (void)argument;
    program_load();
    static uint64_t expected[KEYS];
    struct ort_key_index x = {0};
    srand(1);
    CHECK(!ort_key_find(&x, 7), "found in an empty table");
    for (unsigned round = 0; round < 40; round++) {
        memset(expected, 0, sizeof expected);
        ort_keys_begin(&x);
        unsigned spread = 1 + (unsigned)rand() % KEYS;
        for (unsigned i = 0; i < 3 * KEYS; i++) {
            uint64_t k = (unsigned)rand() % spread,
                     *value = ort_key_value(&x, k << (7 * (round & 1)));
            CHECK(value && *value == expected[k], "round %u, key %lu: %lu, expected %lu", round,
                  (unsigned long)k, (unsigned long)*value, (unsigned long)expected[k]);
            *value = ++expected[k];
        }
        for (uint64_t k = 0; k < KEYS; k++) {
            const uint64_t *value = ort_key_find(&x, k << (7 * (round & 1)));
            CHECK((value != NULL) == (expected[k] != 0), "round %u, key %lu", round,
                  (unsigned long)k);
            CHECK(!value || *value == expected[k], "round %u, key %lu", round, (unsigned long)k);
        }
    }
    ort_keys_begin(&x);
    *ort_key_value(&x, 7) = 1;
    uint32_t round = x.round;
    x.round = UINT32_MAX; /* rounds start again, and reach the same number */
    do ort_keys_begin(&x);
    while (x.round != round);
    CHECK(*ort_key_value(&x, 7) == 0, "a key of round %u is back", round);
    ort_keys_free(&x);
}

static void keys_of_earlier_rounds_are_forgotten(void **state) {
    (void)state;
    scenario_pass("keys", "", NULL);
}

/* ---- records ---- */

enum { INPUTS = 300, CONTEXT = 5 };

static char names[INPUTS][8];
static uint32_t first_access[INPUTS]; /* by key - 1: a permutation */

/* One fact per input and context, two for some types, in an order of their own. */
static uint32_t facts_of_many_inputs(struct ort_facts *t, uint32_t *n) {
    uint32_t list = 0;
    for (unsigned i = 0; i < 3 * INPUTS; i++) {
        unsigned k = (i * 7919u) % INPUTS, context = CONTEXT + i % 3;
        uint32_t at = ort_fact_add(t, &list, 1, context, k + 1, 0);
        CHECK(at, "fact %u", i);
        struct ort_fact *f = &t->facts[at - 1];
        f->form = ORDO_FORM_ARRAY;
        f->order = i < INPUTS ? first_access[k] : INPUTS + k; /* later in other contexts */
        f->reads = k;
        f->variable = k % 2 ? names[k] : NULL;
        ++*n;
        if (k % 10) continue;
        CHECK(ort_fact_add(t, &list, 1, context, k + 1, 3), "typed fact %u", i);
        ++*n;
    }
    return list;
}

static const char *text_of(const struct raw_image *image, uint32_t offset) {
    const struct ordo_raw_names *b = NULL;
    while ((b = raw_image_next(image, ORDO_RAW_NAMES, b)))
        if (offset - 1 >= b->first && offset - 1 < b->first + b->used)
            return (const char *)(b + 1) + (offset - 1 - b->first);
    return "";
}

static void run_records(const char *argument) {
    (void)argument;
    program_load();
    struct ort_facts table = {0};
    struct ort_invocations *v = calloc(1, sizeof *v);
    CHECK(v && !ort_facts_init(&table), "no memory");
    for (unsigned k = 0; k < INPUTS; k++) {
        first_access[k] = (k * 211u) % INPUTS + 1;
        snprintf(names[k], sizeof names[k], "v%u", k);
    }
    uint32_t n = 0, list = facts_of_many_inputs(&table, &n);
    CHECK(ort_invocation_ended(v, 1, CONTEXT, 9, 77, 0, &table, list, 1000) > 0, "not written");
    strcpy(names[1], "other"); /* another module's name may get this address */
    CHECK(ort_invocation_ended(v, 1, CONTEXT, 10, 78, 1, &table, list, 5000) > 0, "not written");

    struct raw_image image = raw_image_live();
    const struct ordo_raw_invocations *b = raw_image_next(&image, ORDO_RAW_INVOCATIONS, NULL);
    CHECK(b, "no record");
    const struct ordo_raw_invocation *r = (const void *)(b + 1);
    for (unsigned which = 0; which < 2; which++) {
        CHECK(r->ordinal == 9 + which && r->context == CONTEXT - 1, "ordinal %lu",
              (unsigned long)r->ordinal);
        CHECK(r->n_inputs == INPUTS && r->n_facts == n + 1, "%u inputs, %u facts", r->n_inputs,
              r->n_facts);
        const struct ordo_raw_input *in = (const void *)(r + 1);
        for (unsigned i = 0; i < INPUTS; i++) {
            unsigned k = (unsigned)in[i].identity - 1;
            CHECK(first_access[k] == i + 1, "input %u was accessed as number %u", i,
                  first_access[k]);
            const char *name = k % 2 ? names[k] : "";
            if (k == 1 && !which) name = "v1";
            const char *got = in[i].name ? text_of(&image, in[i].name) : "";
            CHECK(!strcmp(got, name), "input %u is called '%s', not '%s'", k, got, name);
        }
        const struct ordo_raw_fact *f = (const void *)(in + INPUTS);
        CHECK(f->writes == 77 + which && !f->input, "%lu steps", (unsigned long)f->writes);
        for (uint32_t i = 1; i <= n; i++)
            CHECK(f[i].input && (f[i].type || f[i].reads == in[f[i].input - 1].identity - 1),
                  "fact %u is of input %u", i, f[i].input);
        r = (const void *)(f + r->n_facts);
    }
    CHECK((const char *)r == (const char *)(b + 1) + b->used, "more than two records");
}

static void inputs_are_in_the_order_of_their_first_accesses(void **state) {
    (void)state;
    scenario_pass("records", "", NULL);
}

const struct scenario scenarios[] = {{"keys", run_keys}, {"records", run_records}, {NULL, NULL}};

static void octaves_have_four_quarters(void **state) {
    (void)state;
    for (uint64_t n = 0; n < 8; n++) assert_int_equal(ort_quarter_octave(n), n);
    for (uint64_t n = 4; n < 100000; n++) {
        uint32_t q = ort_quarter_octave(n);
        assert_int_equal(ort_quarter_octave(2 * n), q + 4);
        assert_in_range(ort_quarter_octave(n + 1), q, q + 1);
    }
    assert_int_equal(ort_quarter_octave(64), ort_quarter_octave(79));
    assert_int_equal(ort_quarter_octave(80), ort_quarter_octave(64) + 1);
    assert_int_equal(ort_quarter_octave(UINT64_MAX), 4 * 63 - 1);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_earlier_rounds_are_forgotten),
        cmocka_unit_test(octaves_have_four_quarters),
        cmocka_unit_test(inputs_are_in_the_order_of_their_first_accesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
