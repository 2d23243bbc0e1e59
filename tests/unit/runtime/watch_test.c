/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * watch_test.c: which invocations of a context are observed after the thread's free share is spent,
 * and when the context is asked again: from a number of calls on, or when it has executed enough to
 * pay its debt (watch.h, tally.h, effort.h), and never later.
 */
#include "../../../src/engine/runtime/core/steps.h"
#include "../../../src/engine/runtime/core/tally.h"
#include "../../../src/engine/runtime/graph/effort.h"
#include "../../../src/engine/runtime/structure/activities.h"
#include "../../../src/engine/runtime/structure/octaves.h"
#include "../../../src/engine/runtime/structure/watch.h"
#include "instrumented.h"
#include "scenario.h"

static void a_tally_is_due_from_so_many_calls_on(void **state) {
    (void)state;
    struct ordo_raw_tally y = {.calls = 0};
    assert_true(ort_tally_is_due(&y)); /* a new one is due, because nothing has been decided */
    ort_tally_wait_calls(&y, 10);
    y.calls = 9;
    y.cost = UINT64_MAX;
    assert_false(ort_tally_is_due(&y));
    y.calls = 10;
    assert_true(ort_tally_is_due(&y));
    ort_tally_wait_calls(&y, 1ull << 40); /* exceeds the field: due earlier, by calls */
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
    y.cost = 1000 * unit; /* up to a unit earlier */
    assert_true(ort_tally_is_due(&y));
    ort_tally_wait_cost(&y, unit << 31 | 1000 * unit); /* at least what the field holds */
    y.cost = unit << 30;
    assert_false(ort_tally_is_due(&y));
    y.cost = unit << 31;
    assert_true(ort_tally_is_due(&y));
}

/* Simulates a context with the debt of `looks`, which earns one block per `share` blocks of the
 * thread, in steps of `step`. It never has to wait longer than necessary. Returns the blocks
 * when it may measure. */
static uint64_t waits(struct ort_effort *e, uint64_t share, uint64_t step) {
    uint64_t earned = 1, waited_for = 0;
    while (!ort_effort_may(e, 1, share * earned, earned)) {
        uint64_t lacks = ort_effort_lacks(e, 1, share * earned, earned);
        assert_true(lacks > 0);
        if (earned + lacks > waited_for) waited_for = earned + lacks;
        earned += step;
    }
    assert_int_equal(ort_effort_lacks(e, 1, share * earned, earned), 0);
    assert_true(waited_for <= earned);
    return earned;
}

/* What a thread may look at before its contexts have to earn it, and half of what is free. */
#define FREE_LOOKS_OF_ONE (1u << 24)
#define HALF_OF_FREE (3u << 23)

static void a_context_waits_at_least_for_what_it_lacks(void **state) {
    (void)state;
    static const uint64_t looks[] = {20000000, 40000000, 200000000}; /* 50 M are free */
    for (int k = 0; k < 3; k++)
        for (uint64_t share = 1; share < 1000; share *= 10) {
            struct ort_effort e = {0};
            ort_effort_spend(&e, 1, looks[k]);
            waits(&e, share, 1 << 10);
            ort_effort_forget(&e);
        }
}

/* If others spend all of the thread's credit, a context with a small debt waits with them, for
 * about half of its share of the thread's debt. */
static void a_context_waits_for_its_thread(void **state) {
    (void)state;
    for (uint64_t share = 1; share < 1000; share *= 10) {
        struct ort_effort e = {0};
        ort_effort_spend(&e, 1, 10);
        ort_effort_spend(&e, 2, 60000000);
        uint64_t lacks = ort_effort_lacks(&e, 1, share * 1000, 1000),
                 may = waits(&e, share, 1 << 10);
        assert_in_range(lacks, may / 5, may / 2 + 1);
        ort_effort_forget(&e);
    }
}

static void a_context_with_only_its_own_debt_is_asked_when_it_may(void **state) {
    (void)state;
    struct ort_effort e = {0};
    ort_effort_spend(&e, 1, FREE_LOOKS_OF_ONE + 1000000);
    uint64_t may = waits(&e, 1, 1 << 10), lacks = ort_effort_lacks(&e, 1, 2, 2);
    assert_in_range(2 + lacks, may - (1 << 10), may);
    assert_int_equal(ort_effort_lacks(&e, 2, 2, 2), 0); /* another context has not measured yet */
    ort_effort_forget(&e);
}

/* Returns the first number of blocks at which the context may measure, if the thread executes
 * nothing else. */
static uint64_t first_that_may(struct ort_effort *e) {
    uint64_t low = 0, high = UINT64_C(1) << 40;
    while (low < high) {
        uint64_t earned = low + (high - low) / 2;
        if (ort_effort_may(e, 1, earned, earned))
            high = earned;
        else
            low = earned + 1;
    }
    return low;
}

static void a_context_with_only_its_own_debt_waits_for_it(void **state) {
    (void)state;
    for (uint64_t looks = FREE_LOOKS_OF_ONE + 5000; looks < 60000000; looks += 1610010) {
        struct ort_effort e = {0};
        ort_effort_spend(&e, 1, looks);
        uint64_t may = first_that_may(&e), earned = looks % 1000;
        if (looks <= HALF_OF_FREE) /* ample credit allows a small debt */
            assert_int_equal(earned + ort_effort_lacks(&e, 1, earned, earned), may);
        assert_int_equal(ort_effort_lacks(&e, 1, may - 1, may - 1), 1);
        assert_int_equal(ort_effort_lacks(&e, 1, may, may), 0);
        ort_effort_forget(&e);
    }
}

/* The second half of a thread's credit is for contexts without debts. Others wait for their
 * share of its execution until the first half suffices. */
static void a_context_in_debt_waits_for_half_of_its_threads_credit(void **state) {
    (void)state;
    for (uint64_t more = 10000; more < 40000; more += 1000) {
        struct ort_effort e = {0};
        ort_effort_spend(&e, 1, 60000);
        ort_effort_spend(&e, 2, HALF_OF_FREE - 60000 + more);
        uint64_t lacks = ort_effort_lacks(&e, 1, 1, 1), may = waits(&e, 1, 1);
        assert_in_range(lacks, may / 10, may / 2 + 1);
        ort_effort_forget(&e);
    }
}

static void a_context_that_has_not_measured_lacks_nothing(void **state) {
    (void)state;
    struct ort_effort e = {0};
    ort_effort_spend(&e, 2, 100000000);
    assert_false(ort_effort_may(&e, 1, 1, 1));
    assert_int_equal(ort_effort_lacks(&e, 1, 1, 1), 0);
    assert_int_equal(ort_effort_lacks(&e, 1u << 20, 1, 1), 0);
    assert_true(ort_effort_lacks(&e, 2, 1, 1) > 0);
    ort_effort_forget(&e);
}

static void more_steps_than_before_make_others_due(void **state) {
    (void)state;
    struct ort_watched of = {.owed = 0};
    assert_true(ort_watch_note(&of, 64));
    assert_int_equal(of.owed, ORT_WATCH_AFTER_GROWTH);
    of.owed = 1;
    assert_false(ort_watch_note(&of, 79)); /* the same quarter of an octave */
    assert_int_equal(of.owed, 1);
    assert_true(ort_watch_note(&of, 80));
    assert_int_equal(of.owed, ORT_WATCH_AFTER_SOME);
    of.owed = 5;
    assert_true(ort_watch_note(&of, 96)); /* does not reduce what is owed */
    assert_int_equal(of.owed, 5);
    assert_true(ort_watch_note(&of, 128));
    assert_int_equal(of.owed, ORT_WATCH_AFTER_GROWTH);
    assert_false(ort_watch_note(&of, 64));
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

/* Returns the loop's context after CALLS calls of BLOCKS blocks; everything that is free has been
 * spent. */
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
    (*t)->structure->watch->given = (*t)->structure->watch->spent = 1ull << 40;
    return context;
}

static int is_looked_at(struct ort_thread *t, uint32_t context, struct ort_watched with,
                        uint32_t first) {
    struct ort_watch *w = t->structure->watch;
    w->first = first;
    *ort_watched(w, context) = with;
    return ort_watch_decides(w, t, context, 1, 0, 0);
}

/* A context is observed again after a sixteenth more calls, or after a quarter more if it had no
 * news. */
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

/* A unit of work costs 64 blocks, with 8,192 contexts twice as many, and with 32,768 four times
 * as many. */
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

/* Sets the number of finished calls, of which `others` are counted in the node. */
static void set_calls(const struct ort_thread *t, uint32_t context, uint64_t calls,
                      uint64_t others) {
    ort_tally_of(t, context - 1)->calls = calls - others;
    ort_context_node(t, context - 1)->calls = others;
}

/* The first 16 are always observed, if there are many contexts the first 4, and if very many the
 * first one. */
static void run_first(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    const struct ort_watch *w = t->structure->watch;
    static const struct {
        uint32_t first, always;
    } of[] = {{0, 16}, {8191, 16}, {8192, 4}, {32767, 4}, {32768, 1}};
    const struct ort_watched late = {.next = UINT64_MAX, .spent = UINT64_MAX / 1024};
    for (unsigned k = 0; k < sizeof of / sizeof *of; k++)
        for (uint64_t others = 0; others < 2; others++) {
            set_calls(t, context, of[k].always, others);
            CHECK(!is_looked_at(t, context, late, of[k].first), "after the first %u of %u",
                  of[k].always, of[k].first);
            CHECK(w->first == of[k].first, "%u contexts", w->first);
            if (others >= of[k].always) continue;
            set_calls(t, context, of[k].always - 1, others);
            CHECK(is_looked_at(t, context, late, of[k].first), "one of the first %u of %u",
                  of[k].always, of[k].first);
            CHECK(w->first == of[k].first + 1, "%u contexts", w->first);
        }
}

/* While the thread's free share lasts, nothing is charged, and a context is observed again after
 * 1/128 more calls. */
static void run_free(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    const struct ort_watched *of = ort_watched(t->structure->watch, context);
    const struct ort_watched owes = {.spent = 1u << 30, .stale = 1};
    t->structure->watch->spent = 1u << 21; /* units of work of 64 blocks */
    CHECK(is_looked_at(t, context, owes, 0), "it owes, and all is free");
    CHECK(of->next == CALLS + 1 + CALLS / 128, "next %lu", (unsigned long)of->next);
    t->structure->watch->spent++;
    CHECK(!is_looked_at(t, context, owes, 0), "nothing is free any more");
}

/* Every invocation is observed until the thread has had half of the fair share for nothing, and
 * then while its context has had less than its part. */
static void run_fair(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    struct ort_watch *w = t->structure->watch;
    const uint64_t share = 1u << 24; /* units of work of 64 blocks */
    const struct ort_watched later = {.next = UINT64_MAX};
    struct ort_watched had = {.next = UINT64_MAX, .given = share};
    w->contexts = 3;
    w->given = share / 2;
    CHECK(is_looked_at(t, context, had, 0), "half of the share is for whoever comes first");
    w->given++;
    CHECK(is_looked_at(t, context, later, 0), "the other half is divided");
    had.given = share / 4;
    CHECK(is_looked_at(t, context, had, 0), "it has had its part only now");
    had.given++;
    CHECK(!is_looked_at(t, context, had, 0), "it has had its part");
    w->given = share + 1;
    CHECK(!is_looked_at(t, context, later, 0), "nothing is left");
}

/* Owed observations do not wait for the next one; while some are owed, every invocation is
 * asked. */
static void run_owed(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    struct ort_watch *w = t->structure->watch;
    const struct ort_watched *of = ort_watched(w, context);
    struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
    y->due = 0;
    CHECK(is_looked_at(t, context, (struct ort_watched){.next = CALLS + 900, .owed = 2}, 0),
          "owed");
    CHECK(of->owed == 1 && !y->due, "owed %u, due %u", of->owed, y->due);
    CHECK(ort_watch_decides(w, t, context, 1, 0, 0), "the other one");
    CHECK(!of->owed && y->due == CALLS + 1 + CALLS / 16, "owed %u, due %u", of->owed, y->due);
    CHECK(!ort_watch_decides(w, t, context, 1, 0, 0), "no more are");
    y->due = 0;
    set_calls(t, context, CALLS, 600); /* calls of the node are not calls of the tally */
    CHECK(!is_looked_at(t, context, (struct ort_watched){.next = CALLS + 900}, 0), "not before");
    CHECK(y->due == CALLS + 300, "due %u", y->due);
    set_calls(t, context, CALLS, 0);
    ort_context_node(t, context - 1)->calls = CALLS + 100;
    CHECK(is_looked_at(t, context, (struct ort_watched){.next = 0}, 0), "it owes nothing");
    CHECK(y->due == of->next - CALLS - 100, "due %u", y->due);
}

/* Only here are recursions found to have more steps. */
static void run_recursion(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    struct ort_watch *w = t->structure->watch;
    struct ort_watched *of = ort_watched(w, context);
    struct ordo_raw_step *step = ort_steps_of(t, context - 1);
    for (int group = 0; group < 2; group++) {
        step->greatest = group ? 10 : 100;
        step->group_greatest = group ? 1000 : 10;
        *of = (struct ort_watched){.next = CALLS + 900};
        CHECK(!ort_watch_decides(w, t, context, 1, 0, 0) && !of->seen,
              "a loop is waited_for of its own");
        CHECK(ort_watch_decides(w, t, context, 0, 0, 0), "more steps than before");
        CHECK(of->seen == ort_quarter_octave(group ? 1000 : 100), "seen %u", of->seen);
        CHECK(of->owed == ORT_WATCH_AFTER_GROWTH - 1, "owed %u", of->owed);
    }
}

/* Work is charged to the thread once, and to the context while its invocation lasts. */
static void run_work(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    struct ort_watch *w = t->structure->watch;
    struct ort_watched *of = ort_watched(w, context);
    w->spent = 0;
    w->noted = 10;
    *of = (struct ort_watched){.next = 0};
    CHECK(ort_watch_decides(w, t, context, 1, 100, 0), "it owes nothing");
    CHECK(!w->spent && w->noted == 100, "charged to nothing: %lu", (unsigned long)w->spent);
    *of = (struct ort_watched){.next = 0};
    CHECK(ort_watch_decides(w, t, context, 1, 150, 1), "it owes nothing");
    CHECK(w->spent == 50 && w->noted == 150, "charged to an outer one: %lu",
          (unsigned long)w->spent);
    ort_watch_ended(w, context, 120, 170, 1);
    CHECK(of->spent == 16 + 50 && !of->stale, "spent %lu", (unsigned long)of->spent);
    CHECK(w->spent == 50 + 16 + 20 && w->noted == 170, "spent %lu", (unsigned long)w->spent);
    ort_watch_ended(w, context, 170, 170, 0);
    CHECK(of->spent == 2 * 16 + 50 && of->stale, "spent %lu", (unsigned long)of->spent);
}

/* If its structures cannot be measured now, a context is not observed, and is asked again when
 * they can. */
static void run_unmeasured(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
    struct ordo_raw_context *node = ort_context_node(t, context - 1);
    struct ort_effort *e = t->structure->effort;
    ort_effort_spend(e, context, FREE_LOOKS_OF_ONE + 1000000);
    uint64_t lacks = ort_effort_lacks(e, context, t->hot.cost, y->cost);
    CHECK(lacks > 1000000, "lacks %lu", (unsigned long)lacks);
    CHECK(!is_looked_at(t, context, (struct ort_watched){.next = 0}, 0), "it cannot measure");
    CHECK(y->due == (ORT_TALLY_BY_COST | (y->cost + lacks) >> ORT_TALLY_COST_UNIT_LOG2), "due %u",
          y->due);
    node->cost = lacks; /* costs counted there were executed too */
    t->hot.cost += lacks;
    CHECK(is_looked_at(t, context, (struct ort_watched){.next = 0}, 0), "it can");
}

/* Then everything is observed. */
static void run_all(const char *argument) {
    (void)argument;
    struct ort_thread *t;
    uint32_t context = context_of_the_loop(&t);
    ort_effort_spend(t->structure->effort, context, 100000000);
    CHECK(!ort_effort_lacks(t->structure->effort, context, 1, 1), "lacks nothing");
    CHECK(is_looked_at(t, context, (struct ort_watched){.next = UINT64_MAX}, 0), "all are");
}

const struct scenario scenarios[] = {{"stale", run_stale},
                                     {"price", run_price},
                                     {"first", run_first},
                                     {"free", run_free},
                                     {"fair", run_fair},
                                     {"owed", run_owed},
                                     {"recursion", run_recursion},
                                     {"work", run_work},
                                     {"unmeasured", run_unmeasured},
                                     {"all", run_all},
                                     {NULL, NULL}};

static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};

static void the_first_invocations_are_observed(void **state) {
    (void)state;
    scenario_pass("first", "", on);
}

static void nothing_is_charged_while_the_free_share_lasts(void **state) {
    (void)state;
    scenario_pass("free", "", on);
}

static void a_context_is_measured_whole_while_its_part_lasts(void **state) {
    (void)state;
    scenario_pass("fair", "", on);
}

static void owed_observations_do_not_wait(void **state) {
    (void)state;
    scenario_pass("owed", "", on);
}

static void recursions_with_more_steps_are_observed(void **state) {
    (void)state;
    scenario_pass("recursion", "", on);
}

static void work_is_charged_to_the_thread_once(void **state) {
    (void)state;
    scenario_pass("work", "", on);
}

static void unmeasurable_contexts_are_not_observed(void **state) {
    (void)state;
    scenario_pass("unmeasured", "", on);
}

static void all_invocations_are_observed_if_requested(void **state) {
    (void)state;
    scenario_pass(
        "all", "",
        (const char *[]){"ORDO_TREE=1", "ORDO_STRUCTURE=1", "ORDO_STRUCTURE_EFFORT=all", NULL});
}

static void contexts_without_news_are_observed_less(void **state) {
    (void)state;
    scenario_pass("stale", "", on);
}

static void observing_costs_more_with_many_contexts(void **state) {
    (void)state;
    scenario_pass("price", "", on);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tally_is_due_from_so_many_calls_on),
        cmocka_unit_test(a_tally_is_due_from_so_much_cost_on),
        cmocka_unit_test(a_context_waits_at_least_for_what_it_lacks),
        cmocka_unit_test(a_context_waits_for_its_thread),
        cmocka_unit_test(contexts_without_news_are_observed_less),
        cmocka_unit_test(observing_costs_more_with_many_contexts),
        cmocka_unit_test(a_context_with_only_its_own_debt_is_asked_when_it_may),
        cmocka_unit_test(a_context_with_only_its_own_debt_waits_for_it),
        cmocka_unit_test(a_context_in_debt_waits_for_half_of_its_threads_credit),
        cmocka_unit_test(a_context_that_has_not_measured_lacks_nothing),
        cmocka_unit_test(more_steps_than_before_make_others_due),
        cmocka_unit_test(the_first_invocations_are_observed),
        cmocka_unit_test(nothing_is_charged_while_the_free_share_lasts),
        cmocka_unit_test(a_context_is_measured_whole_while_its_part_lasts),
        cmocka_unit_test(owed_observations_do_not_wait),
        cmocka_unit_test(recursions_with_more_steps_are_observed),
        cmocka_unit_test(work_is_charged_to_the_thread_once),
        cmocka_unit_test(unmeasurable_contexts_are_not_observed),
        cmocka_unit_test(all_invocations_are_observed_if_requested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
