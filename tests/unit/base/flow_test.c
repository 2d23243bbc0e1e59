/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * flow_test.c: flow graphs: small ones by hand, and random ones whose flow is a random walk.
 */
#include "base/flow.h"

#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

typedef struct ordo_flow_edge edge;

/* Checks that solving the graph gives the expected entries of the nodes. */
static void assert_solved(edge *e, size_t n_edges, size_t n_nodes, const int64_t *expected) {
    ordo_flow_amount entered[8];
    assert_true(ordo_flow_solve(e, n_edges, n_nodes, entered));
    for (size_t i = 1; i < n_nodes; i++) assert_int_equal((int64_t)entered[i], expected[i - 1]);
}

static void a_loop_needs_two_counters(void **state) {
    (void)state;
    /* entry 1, head 2, body 3, exit 4 */
    edge e[] = {{0, 1, true, 5},  {1, 2, false, 0}, {2, 3, true, 70},
                {3, 2, false, 0}, {2, 4, false, 0}, {4, 0, false, 0}};
    assert_solved(e, 6, 5, (const int64_t[]){5, 75, 70, 5});
    assert_int_equal((int64_t)e[3].amount, 70);
}

/* On its third execution node 1 calls a routine that never returns; setjmp in node 2 returns
 * twice. */
static void leaks_take_up_the_difference(void **state) {
    (void)state;
    edge e[] = {{0, 1, true, 3},  {1, 2, true, 2},  {2, 3, true, 3},
                {1, 0, false, 0}, {2, 0, false, 0}, {3, 0, false, 0}};
    assert_solved(e, 6, 4, (const int64_t[]){3, 2, 3});
    assert_int_equal((int64_t)e[3].amount, 1);
    assert_int_equal((int64_t)e[4].amount, -1);
}

static void an_amount_may_be_negative(void **state) {
    (void)state;
    edge e[] = {{0, 1, true, 3}, {1, 2, false, 0}, {1, 0, true, 4}, {2, 0, false, 0}};
    assert_solved(e, 4, 3, (const int64_t[]){3, -1});
}

static void large_amounts_do_not_wrap(void **state) {
    (void)state;
    ordo_flow_amount entered[3], most = UINT64_MAX;
    edge e[] = {{0, 1, true, most}, {0, 1, true, most}, {1, 2, false, 0}, {2, 0, false, 0}};
    assert_true(ordo_flow_solve(e, 4, 3, entered));
    assert_true(entered[2] == 2 * most);
}

static void undetermined_edges_are_reported(void **state) {
    (void)state;
    ordo_flow_amount entered[3];
    edge nothing[] = {{0, 1, false, 0}, {1, 2, false, 0}, {2, 0, false, 0}};
    assert_false(ordo_flow_solve(nothing, 3, 3, entered));
    edge self[] = {{1, 1, false, 0}};
    assert_false(ordo_flow_solve(self, 1, 3, entered));
}

enum { NODES = 40, EDGES = 160 };

static unsigned root(const unsigned *parent, unsigned i) {
    while (parent[i] != i) i = parent[i];
    return i;
}

/* Walks over random edges from the outside and back; edges on a spanning tree have no counter. */
static void random_flows_are_reconstructed(void **state) {
    (void)state;
    srand(7);
    for (int round = 0; round < 300; round++) {
        edge e[EDGES];
        ordo_flow_amount entered[NODES + 1];
        uint64_t walked[EDGES] = {0}, want[NODES + 1] = {0};
        unsigned parent[NODES + 1], n = 2 + (unsigned)rand() % (NODES - 1);
        for (unsigned i = 0; i < EDGES; i++) {
            /* first an edge from each node to the next one and back to the outside, then random
             * edges */
            unsigned from = i < n ? i : i < 2 * n ? i - n + 1 : (unsigned)rand() % (n + 1);
            unsigned to = i < n ? i + 1 : i < 2 * n ? 0 : (unsigned)rand() % (n + 1);
            e[i] = (edge){from, to, false, 0};
        }
        unsigned at = 0;
        for (int step = 0; step < 5000 || at; step++) {
            unsigned k;
            do k = (unsigned)rand() % EDGES;
            while (e[k].from != at || (step > 5000 && e[k].to && at && k >= n));
            walked[k]++;
            at = e[k].to;
            want[at]++;
        }
        for (unsigned i = 0; i <= n; i++) parent[i] = i;
        for (unsigned i = 0; i < EDGES; i++) {
            unsigned a = root(parent, e[i].from), b = root(parent, e[i].to);
            parent[a] = b;
            if (a != b) continue;
            e[i].is_known = true;
            e[i].amount = walked[i];
        }
        assert_true(ordo_flow_solve(e, EDGES, n + 1, entered));
        for (unsigned i = 0; i <= n; i++) assert_true(entered[i] == want[i]);
        for (unsigned i = 0; i < EDGES; i++) assert_true(e[i].amount == walked[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_needs_two_counters),
        cmocka_unit_test(leaks_take_up_the_difference),
        cmocka_unit_test(an_amount_may_be_negative),
        cmocka_unit_test(large_amounts_do_not_wrap),
        cmocka_unit_test(undetermined_edges_are_reported),
        cmocka_unit_test(random_flows_are_reconstructed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
