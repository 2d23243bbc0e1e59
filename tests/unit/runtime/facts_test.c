/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * facts_test.c: compares the table of facts with a plain list. However facts are added, removed and
 * renamed, each is found by its names, and nothing else is found.
 */
#include "../../../src/engine/runtime/graph/facts.h"
#include "program.h"
#include "scenario.h"

#include <stdlib.h>

enum { NAMES = 4 * 20 * 30 * 2, STEPS = 400000 };

static uint32_t fact_of[NAMES]; /* index + 1, by names; 0: none */

static uint32_t find(const struct ort_facts *t, uint32_t names) {
    return ort_fact_find(t, 1 + names % 4, 1 + names / 4 % 20, names / 80 % 30, names / 2400);
}

static void run_facts(const char *argument) {
    (void)argument;
    program_load();
    struct ort_facts t = {0};
    uint32_t list = 0, most = 0, n = 0;
    CHECK(ort_facts_init(&t) == 0, "no memory");
    srand(1);
    for (uint32_t i = 0; i < STEPS; i++) {
        /* First few facts, then many, then few again, with gaps left by removed ones. */
        uint32_t fill = i / (STEPS / 8) % 4, a = (uint32_t)rand() % NAMES,
                 b = (uint32_t)rand() % NAMES;
        CHECK(find(&t, a) == fact_of[a], "step %u, names %u: %u, expected %u", i, a, find(&t, a),
              fact_of[a]);
        if (!fact_of[a] && (uint32_t)rand() % 4 <= fill) {
            fact_of[a] = ort_fact_add(&t, &list, 1 + a % 4, 1 + a / 4 % 20, a / 80 % 30, a / 2400);
            CHECK(fact_of[a], "step %u: no fact", i);
            n++;
        } else if (fact_of[a] && t.facts[fact_of[a] - 1].type == b / 2400 && !fact_of[b]) {
            ort_fact_rename(&t, fact_of[a], 1 + b % 4, 1 + b / 4 % 20, b / 80 % 30);
            fact_of[b] = fact_of[a];
            fact_of[a] = 0;
        } else if (fact_of[a] && (uint32_t)rand() % 4 >= fill) {
            ort_fact_drop(&t, fact_of[a]);
            fact_of[a] = 0;
            n--;
        }
        if (n > most) most = n;
    }
    CHECK(most > NAMES / 2, "never more than %u facts", most);
    for (uint32_t a = 0; a < NAMES; a++)
        CHECK(find(&t, a) == fact_of[a], "names %u: %u, expected %u", a, find(&t, a), fact_of[a]);
}

static void facts_are_found_by_their_names(void **state) {
    (void)state;
    scenario_pass("facts", "", NULL);
}

const struct scenario scenarios[] = {{"facts", run_facts}, {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(facts_are_found_by_their_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
