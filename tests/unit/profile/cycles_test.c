/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles_test.c: compares components with brute-force reachability on random graphs.
 */
#include "profile/gather/cycles.h"

#include "support/random_profile.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { N = 12 };

static void components_are_mutual_reachability(void **state) {
    (void)state;
    struct random_numbers r = {42};
    for (int round = 0; round < 300; round++) {
        uint32_t from[30], to[30], component[N];
        size_t m = random_below(&r, 30);
        unsigned char reach[N][N] = {{0}};
        for (uint32_t v = 0; v < N; v++) reach[v][v] = 1;
        for (size_t i = 0; i < m; i++) {
            from[i] = (uint32_t)random_below(&r, N);
            to[i] = (uint32_t)random_below(&r, N);
            reach[from[i]][to[i]] = 1;
        }
        for (int k = 0; k < N; k++)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++) reach[i][j] |= reach[i][k] & reach[k][j];
        ordo_cycles_find(N, from, to, m, component);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if ((component[i] == component[j]) != (reach[i][j] && reach[j][i]))
                    fail_msg("round %d: nodes %d and %d", round, i, j);
    }
}

static void a_ring_of_a_million_routines_needs_no_deep_stack(void **state) {
    (void)state;
    const uint32_t n = 1000000;
    uint32_t *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to),
             *component = malloc(n * sizeof *component);
    assert_true(from && to && component);
    for (uint32_t i = 0; i < n; i++) {
        from[i] = i;
        to[i] = (i + 1) % n;
    }
    ordo_cycles_find(n, from, to, n, component);
    for (uint32_t i = 1; i < n; i++) assert_true(component[i] == component[0]);
    free(from);
    free(to);
    free(component);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_mutual_reachability),
        cmocka_unit_test(a_ring_of_a_million_routines_needs_no_deep_stack),
    };
    return cmocka_run_group_tests_name("profile/cycles", tests, NULL, NULL);
}
