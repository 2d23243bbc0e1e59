/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles_test.c: recursions within a cycle of calls, in random trees of calling contexts, compared
 * with sets that are joined member by member and recomputed each time.
 */
#include "../../../src/engine/runtime/core/contexts.h"
#include "../../../src/engine/runtime/structure/cycles_seen.h"
#include "instrumented.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

enum { SCOPES = 1500, CONTEXTS = 2000, USED = 40 };

static struct ort_slot slots[SCOPES];
static struct ort_thread thread = {.slots = slots, .n_slots = SCOPES};
static struct ordo_raw_context nodes[ORT_CONTEXT_CHUNKS][CONTEXTS + 64];
static uint32_t set_of[SCOPES]; /* all scopes of a recursion have the same number */
static uint8_t recurred[SCOPES];

/* Returns one of a few out of many scopes; some are beyond the first reservation. */
static uint32_t any_scope(void) {
    uint32_t i = (uint32_t)rand() % USED;
    return i < USED / 2 ? i : SCOPES - 1 - i;
}

static void start(uint32_t groups) {
    for (uint32_t i = 0; i < SCOPES; i++) {
        slots[i].group = i % groups;
        slots[i].recursive = i % 7 != 3;
        set_of[i] = i;
        recurred[i] = 0;
    }
    for (uint32_t k = 0; k < ORT_CONTEXT_CHUNKS; k++) thread.contexts[k] = nodes[k];
    memset(nodes, 0, sizeof nodes);
    thread.n_contexts = 0;
}

static struct ordo_raw_context *node_of(uint32_t context) {
    return ort_context_node(&thread, context - 1);
}

static uint32_t above_on_path(uint32_t context, uint32_t scope) {
    for (; context; context = node_of(context)->parent)
        if (node_of(context)->scope == scope) return context;
    return 0;
}

/* Makes a context as contexts.c does: contexts below a folded one go below the one it is folded
 * to. */
static uint32_t make_context(void) {
    uint32_t scope = any_scope(), parent = thread.n_contexts, n = (uint32_t)rand() % 5;
    if (parent) {
        for (; n && node_of(parent)->parent; n--) parent = node_of(parent)->parent;
        if (node_of(parent)->folded) parent = node_of(parent)->folded;
    }
    uint32_t context = ++thread.n_contexts;
    *node_of(context) = (struct ordo_raw_context){.parent = parent, .scope = scope};
    if (slots[scope].recursive) node_of(context)->folded = above_on_path(parent, scope);
    return context;
}

static void close_naively(uint32_t context) {
    uint32_t scope = node_of(context)->scope;
    for (uint32_t up = node_of(context)->parent;; up = node_of(up)->parent) {
        uint32_t with = node_of(up)->scope;
        if (slots[with].group == slots[scope].group && slots[with].recursive) {
            uint32_t old = set_of[with];
            for (uint32_t i = 0; i < SCOPES; i++)
                if (set_of[i] == old) set_of[i] = set_of[scope];
        }
        if (with == scope) break;
    }
    recurred[scope] = 1;
}

static int has_recurred(uint32_t set) {
    for (uint32_t i = 0; i < SCOPES; i++)
        if (set_of[i] == set && recurred[i]) return 1;
    return 0;
}

static int enters_naively(uint32_t context) {
    uint32_t set = set_of[node_of(context)->scope];
    if (node_of(context)->folded || !has_recurred(set)) return 0;
    for (uint32_t up = node_of(context)->parent; up; up = node_of(up)->parent)
        if (set_of[node_of(up)->scope] == set) return 0;
    return 1;
}

static uint32_t check(struct ort_cycles *c) {
    uint32_t entering = 0;
    for (uint32_t i = 0; i < 50; i++) {
        uint32_t a = any_scope(), b = any_scope();
        CHECK((ort_cycle_of(c, a) == ort_cycle_of(c, b)) == (set_of[a] == set_of[b]),
              "context %u: scopes %u and %u", thread.n_contexts, a, b);
        uint32_t context = 1 + (uint32_t)rand() % thread.n_contexts;
        int enters = ort_cycles_enters(c, &thread, context);
        CHECK(enters == enters_naively(context), "%u contexts: %u enters its recursion: %d",
              thread.n_contexts, context, enters);
        entering += (uint32_t)enters;
    }
    return entering;
}

static void run_random(const char *argument) {
    (void)argument;
    uint32_t entering = 0, folded = 0;
    for (uint32_t groups = 1; groups <= 9; groups += 2) {
        struct ort_cycles cycles = {0};
        srand(groups);
        start(groups);
        while (thread.n_contexts < CONTEXTS) {
            uint32_t context = make_context();
            if (node_of(context)->folded) {
                ort_cycles_close(&cycles, &thread, context);
                close_naively(context);
                folded++;
            }
            entering += check(&cycles);
        }
        ort_cycles_forget(&cycles);
        CHECK(!cycles.of && !cycles.room, "what was forgotten");
    }
    CHECK(entering > 1000 && folded > 200, "%u enter, %u are folded", entering, folded);
}

static void run_split(const char *argument) {
    (void)argument;
    static struct ordo_scope header = {.id = 2}, routine = {.id = 4, .group = &header};
    struct ort_cycles cycles = {0};
    start(2);
    /* 4 below 6 below 4: these two recur; 2, through which the cycle is entered, does not */
    static const uint32_t path[][3] = {{2, 0, 0}, {4, 1, 0}, {6, 2, 0}, {4, 3, 2}};
    for (uint32_t i = 0; i < 4; i++) {
        thread.n_contexts = i + 1;
        *node_of(i + 1) = (struct ordo_raw_context){
            .scope = path[i][0], .parent = path[i][1], .folded = path[i][2]};
    }
    ort_cycles_note(&cycles, &routine, &header); /* nothing has recurred */
    ort_cycles_close(&cycles, &thread, 4);
    CHECK(ort_cycle_of(&cycles, 6) == ort_cycle_of(&cycles, 4), "4 and 6 are apart");
    CHECK(ort_cycle_of(&cycles, 2) != ort_cycle_of(&cycles, 4), "4 and 2 are together");
    for (uint32_t i = 0; i < ORT_STRANGERS; i++) {
        CHECK(!ort_cycle_is_split(&cycles, 2), "split after %u", i);
        ort_cycles_note(&cycles, &routine, &routine); /* entered by itself: not a stranger */
        ort_cycles_note(&cycles, &routine, &header);
    }
    CHECK(ort_cycle_is_split(&cycles, 2) && !ort_cycle_is_split(&cycles, 4), "not split");
    CHECK(ort_cycles_enters(&cycles, &thread, 2), "4 below 2 does not enter");
    CHECK(!ort_cycles_enters(&cycles, &thread, 3), "6 below 4 enters");
    CHECK(!ort_cycles_enters(&cycles, &thread, 4), "4 below 6 enters");
    CHECK(!ort_cycles_enters(&cycles, &thread, 1), "2, which does not recur, enters");
    ort_cycles_forget(&cycles);
}

static void a_recursion_has_the_routines_that_recur_together(void **state) {
    (void)state;
    scenario_pass("random", "", NULL);
}

static void a_cycle_is_split_by_its_strangers(void **state) {
    (void)state;
    scenario_pass("split", "", NULL);
}

const struct scenario scenarios[] = {{"random", run_random}, {"split", run_split}, {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recursion_has_the_routines_that_recur_together),
        cmocka_unit_test(a_cycle_is_split_by_its_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
