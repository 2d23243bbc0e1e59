/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Counts of blocks from counted edges: small graphs by hand, and random ones with a random walk for
 * their flow.
 */
#include "profile/raw_flow.h"

#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

typedef struct ordo_raw_code_edge edge;

static void a_loop_needs_two_counters(void **state) {
    (void)state;
    /* entry 1, head 2, body 3, exit 4 */
    const edge e[] = {{0, 1, 1}, {1, 2, 0}, {2, 3, 2}, {3, 2, 0}, {2, 4, 0}, {4, 0, 0}};
    uint64_t counts[4];
    assert_null(ordo_raw_flow_solve(e, 6, (const uint64_t[]){5, 70}, 2, 4, counts));
    assert_memory_equal(counts, ((const uint64_t[]){5, 75, 70, 5}), sizeof counts);
}

/* Block 1 calls what never returns on its third execution, block 2 setjmp that returns once more.
 */
static void leaks_take_up_the_difference(void **state) {
    (void)state;
    const edge e[] = {{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    uint64_t counts[3];
    assert_null(ordo_raw_flow_solve(e, 6, (const uint64_t[]){3, 2, 3}, 3, 3, counts));
    assert_memory_equal(counts, ((const uint64_t[]){3, 2, 3}), sizeof counts);
}

static void a_negative_count_is_none(void **state) {
    (void)state;
    const edge e[] = {{0, 1, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 0}};
    uint64_t counts[2];
    assert_null(ordo_raw_flow_solve(e, 4, (const uint64_t[]){3, 4}, 2, 2, counts));
    assert_memory_equal(counts, ((const uint64_t[]){3, 0}), sizeof counts);
}

static void wrong_edges_are_told(void **state) {
    (void)state;
    const uint64_t c[] = {1};
    uint64_t counts[2];
    assert_string_equal(ordo_raw_flow_solve((const edge[]){{0, 9, 1}}, 1, c, 1, 2, counts),
                        "an edge of a node that is none");
    assert_string_equal(ordo_raw_flow_solve((const edge[]){{0, 1, 2}}, 1, c, 1, 2, counts),
                        "an edge of a counter that is none");
    assert_string_equal(
        ordo_raw_flow_solve((const edge[]){{0, 1, 0}, {1, 2, 0}, {2, 0, 0}}, 3, c, 1, 2, counts),
        "edges that do not follow");
    assert_string_equal(ordo_raw_flow_solve((const edge[]){{1, 1, 0}}, 1, c, 1, 2, counts),
                        "edges that do not follow");
}

enum { NODES = 40, EDGES = 160 };

static unsigned root(const unsigned *parent, unsigned i) {
    while (parent[i] != i) i = parent[i];
    return i;
}

/* A closed walk from the outside over random edges; those on a spanning tree have no counter. */
static void random_flows_are_found_again(void **state) {
    (void)state;
    srand(7);
    for (int round = 0; round < 300; round++) {
        edge e[EDGES];
        uint64_t walked[EDGES] = {0}, counters[EDGES], want[NODES] = {0}, got[NODES];
        unsigned parent[NODES + 1], n_counters = 0, n = 2 + (unsigned)rand() % (NODES - 1);
        for (unsigned i = 0; i < EDGES; i++) {
            /* one edge from each node to the next one and back to the outside, then any */
            unsigned from = i < n ? i : i < 2 * n ? i - n + 1 : (unsigned)rand() % (n + 1);
            unsigned to = i < n ? i + 1 : i < 2 * n ? 0 : (unsigned)rand() % (n + 1);
            e[i] = (edge){from, to, 0};
        }
        unsigned at = 0;
        for (int step = 0; step < 5000 || at; step++) {
            unsigned k;
            do k = (unsigned)rand() % EDGES;
            while (e[k].from != at || (step > 5000 && e[k].to && at && k >= n));
            walked[k]++;
            at = e[k].to;
            if (at) want[at - 1]++;
        }
        for (unsigned i = 0; i <= n; i++) parent[i] = i;
        for (unsigned i = 0; i < EDGES; i++) {
            unsigned a = root(parent, e[i].from), b = root(parent, e[i].to);
            parent[a] = b;
            if (a != b) continue;
            counters[n_counters++] = walked[i];
            e[i].counter = n_counters;
        }
        assert_null(ordo_raw_flow_solve(e, EDGES, counters, n_counters, n, got));
        assert_memory_equal(got, want, n * sizeof *got);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_needs_two_counters),
        cmocka_unit_test(leaks_take_up_the_difference),
        cmocka_unit_test(a_negative_count_is_none),
        cmocka_unit_test(wrong_edges_are_told),
        cmocka_unit_test(random_flows_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
