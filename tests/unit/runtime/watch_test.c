/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * When a context is asked again whether one of its invocations is looked at: from so many calls on,
 * or once it has executed enough to pay for what it owes (tally.h, effort.h); never later.
 */
#include "../../../src/engine/runtime/effort.h"
#include "../../../src/engine/runtime/tally.h"
#include "scenario.h"

const struct scenario scenarios[] = {{NULL, NULL}};

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

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tally_is_due_from_so_many_calls_on),
        cmocka_unit_test(a_tally_is_due_from_so_much_cost_on),
        cmocka_unit_test(what_a_context_lacks_is_no_more_than_what_it_waits_for),
        cmocka_unit_test(a_context_waits_for_its_thread),
        cmocka_unit_test(a_context_that_only_owes_itself_is_asked_when_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
