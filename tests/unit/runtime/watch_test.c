/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Which invocations of a context are looked at once the thread's free share is spent, and when it
 * is asked again: from so many calls on, or once it has executed enough to pay for what it owes
 * (watch.h, tally.h, effort.h); never later.
 */
#include "../../../src/engine/runtime/activities.h"
#include "../../../src/engine/runtime/effort.h"
#include "../../../src/engine/runtime/tally.h"
#include "../../../src/engine/runtime/watch.h"
#include "instrumented.h"
#include "scenario.h"

static void a_tally_is_due_from_so_many_calls_on(void **state) {
    (void)state;
    struct ordo_raw_tally y = {.calls = 0};
    assert_true(ort_tally_is_due(&y)); /* nothing has been decided of a new one */
    ort_tally_wait_calls(&y, 10);
    y.calls = 9;
    y.cost = UINT64_MAX;
    assert_false(ort_tally_is_due(&y));
    y.calls = 10;
    assert_true(ort_tally_is_due(&y));
    ort_tally_wait_calls(&y, 1ull << 40); /* more than the field holds: earlier, not by cost */
    y.calls = 1u << 30;
    assert_false(ort_tally_is_due(&y));
    y.calls = 1ull << 31;
    assert_true(ort_tally_is_due(&y));
}

static void a_tally_is_due_from_so_much_cost_on(void **state) {
    (void)state;
    struct ordo_raw_tally y = {.calls = UINT64_MAX};
    const uint64_t unit = 1u << ORT_TALLY_COST_UNIT_LOG2;
    ort_tally_wait_cost(&y, 1000 * unit + unit - 1);
    y.cost = 999 * unit;
    assert_false(ort_tally_is_due(&y));
    y.cost = 1000 * unit; /* up to a unit before */
    assert_true(ort_tally_is_due(&y));
    ort_tally_wait_cost(&y, UINT64_MAX);
    y.cost = unit << 30;
    assert_false(ort_tally_is_due(&y));
    y.cost = unit << 31;
    assert_true(ort_tally_is_due(&y));
}

/* A context that owes what `looks` cost earns one block in `share` of the thread's, `step` at a
 * time: it is never told to wait beyond where it may. Returns the blocks that it may with. */
static uint64_t waits(struct ort_effort *e, uint64_t share, uint64_t step) {
    uint64_t earned = 1, told = 0;
    while (!ort_effort_may(e, 1, share * earned, earned)) {
        uint64_t lacks = ort_effort_lacks(e, 1, share * earned, earned);
        assert_true(lacks > 0);
        if (earned + lacks > told) told = earned + lacks;
        earned += step;
    }
    assert_int_equal(ort_effort_lacks(e, 1, share * earned, earned), 0);
    assert_true(told <= earned);
    return earned;
}

static void what_a_context_lacks_is_no_more_than_what_it_waits_for(void **state) {
    (void)state;
    static const uint64_t looks[] = {100000, 1000000, 10000000}; /* of a thread with 2 M to spare */
    for (int k = 0; k < 3; k++)
        for (uint64_t share = 1; share < 1000; share *= 10) {
            struct ort_effort e = {0};
            ort_effort_spend(&e, 1, looks[k]);
            waits(&e, share, 1 << 10);
            ort_effort_forget(&e);
        }
}

/* While others spend all that the thread has, one that owes little waits with them: for about half
 * of its share of what the thread lacks. */
static void a_context_waits_for_its_thread(void **state) {
    (void)state;
    for (uint64_t share = 1; share < 1000; share *= 10) {
        struct ort_effort e = {0};
        ort_effort_spend(&e, 1, 10);
        ort_effort_spend(&e, 2, 20000000);
        uint64_t lacks = ort_effort_lacks(&e, 1, share * 1000, 1000),
                 may = waits(&e, share, 1 << 10);
        assert_in_range(lacks, may / 5, may / 2 + 1);
        ort_effort_forget(&e);
    }
}

static void a_context_that_only_owes_itself_is_asked_when_it_may(void **state) {
    (void)state;
    struct ort_effort e = {0};
    ort_effort_spend(&e, 1, 1000000);
    uint64_t may = waits(&e, 1, 1 << 10), lacks = ort_effort_lacks(&e, 1, 2, 2);
    assert_in_range(2 + lacks, may - (1 << 10), may);
    assert_int_equal(ort_effort_lacks(&e, 2, 2, 2), 0); /* another one has measured nothing yet */
    ort_effort_forget(&e);
}

/* ---- decisions, in a process that records ---- */

enum { MAIN, LOOP, SCOPES, CALLS = 1600, BLOCKS = 1000 };
static struct ordo_scope scopes[SCOPES] = {
    [MAIN] = {.name = "main",
              .linkage_name = "main",
              .file = "w.c",
              .arg_names = "",
              .routine = &scopes[MAIN],
              .group = &scopes[MAIN],
              .line = 1},
    [LOOP] = {.name = "",
              .linkage_name = "main",
              .file = "w.c",
              .arg_names = "",
              .routine = &scopes[MAIN],
              .group = &scopes[MAIN],
              .parent = &scopes[MAIN],
              .line = 2,
              .kind = ORDO_KIND_LOOP},
};
static struct ordo_structure structure;
static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION,
                                    .n_scopes = SCOPES,
                                    .scopes = scopes,
                                    .source_root = "/source",
                                    .unit = "w.c",
                                    .structure = &structure};

/* The loop's context after CALLS calls of BLOCKS blocks; all that is free has been spent. */
static uint32_t context_of_the_loop(struct ort_thread **t) {
    __ordo_module_add(&module);
    struct ordo_frame *f = __ordo_routine_enter(instrumented_thread(), &scopes[MAIN]);
    for (int i = 0; i < CALLS; i++) {
        struct ordo_frame *loop = __ordo_loop_enter(__ordo_self, &scopes[LOOP]);
        instrumented_blocks(BLOCKS);
        loop->iterations = 1;
        __ordo_loop_leave(__ordo_self, loop);
    }
    *t = (struct ort_thread *)__ordo_self;
    uint32_t context =
        ort_context_find(*t, f->context ? f->context : ort_context_of(*t, f), scopes[LOOP].id);
    CHECK(ort_tally_of(*t, context - 1)->calls == CALLS, "%lu calls",
          (unsigned long)ort_tally_of(*t, context - 1)->calls);
    (*t)->structure->watch->spent = 1ull << 40;
    return context;
}

static int is_looked_at(struct ort_thread *t, uint32_t context, struct ort_watched with,
                        uint32_t first) {
    struct ort_watch *w = t->structure->watch;
    w->first = first;
    *ort_watched(w, context) = with;
    return ort_watch_decides(w, t, context, 1, 0, 0);
}

/* One in 16 parts is, and one in 4 of those that told nothing new. */
static void run_stale(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    const struct ort_watched *of = ort_watched(t->structure->watch, context);
    CHECK(is_looked_at(t, context, (struct ort_watched){.next = 0}, 0), "it owes nothing");
    CHECK(of->next == CALLS + 1 + CALLS / 16, "next %lu", (unsigned long)of->next);
    CHECK(is_looked_at(t, context, (struct ort_watched){.stale = 1}, 0), "it owes nothing");
    CHECK(of->next == CALLS + 1 + CALLS / 4, "next %lu", (unsigned long)of->next);
    CHECK(ort_tally_of(t, context - 1)->due == of->next, "due at its next");
    CHECK(!is_looked_at(t, context, (struct ort_watched){.next = CALLS + 1}, 0), "not before");
}

/* A piece of work costs 64 blocks, twice as many of 8,192 contexts and four times of 32,768. */
static void run_price(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    uint64_t has = ort_tally_all_cost(t, context - 1);
    static const struct {
        uint32_t first, blocks;
    } of[] = {{0, 64}, {8191, 64}, {8192, 128}, {32767, 128}, {32768, 256}};
    for (unsigned k = 0; k < sizeof of / sizeof *of; k++) {
        uint64_t paid = has / of[k].blocks;
        CHECK(is_looked_at(t, context, (struct ort_watched){.spent = paid}, of[k].first),
              "%u contexts: it can pay", of[k].first);
        CHECK(!is_looked_at(t, context, (struct ort_watched){.spent = paid + 1}, of[k].first),
              "%u contexts: it cannot pay", of[k].first);
        uint64_t due = (paid + 1) * of[k].blocks >> ORT_TALLY_COST_UNIT_LOG2;
        CHECK(ort_tally_of(t, context - 1)->due == (ORT_TALLY_BY_COST | due),
              "%u contexts: asked again when it can", of[k].first);
    }
}

const struct scenario scenarios[] = {{"stale", run_stale}, {"price", run_price}, {NULL, NULL}};

static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};

static void what_tells_nothing_new_is_looked_at_less(void **state) {
    (void)state;
    scenario_pass("stale", "", on);
}

static void looks_cost_more_where_there_are_many_contexts(void **state) {
    (void)state;
    scenario_pass("price", "", on);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tally_is_due_from_so_many_calls_on),
        cmocka_unit_test(a_tally_is_due_from_so_much_cost_on),
        cmocka_unit_test(what_a_context_lacks_is_no_more_than_what_it_waits_for),
        cmocka_unit_test(a_context_waits_for_its_thread),
        cmocka_unit_test(what_tells_nothing_new_is_looked_at_less),
        cmocka_unit_test(looks_cost_more_where_there_are_many_contexts),
        cmocka_unit_test(a_context_that_only_owes_itself_is_asked_when_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
