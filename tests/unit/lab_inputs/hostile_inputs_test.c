/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hostile_inputs_test.c: makes inputs while memory runs out: allocation k fails, for k = 0, 1, 2,
 * ... until all succeed. The result is NULL, and nothing leaks (checked by check-san-lab).
 */
#include "ordo/ordo.h"
#include "support/unit.h"

#include <stdlib.h>

void *__real_calloc(size_t n, size_t size);
void *__real_reallocarray(void *old, size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_reallocarray(void *old, size_t n, size_t size);

static unsigned long left; /* allocations that succeed */

static int fails(void) {
    return left-- == 0;
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_reallocarray(void *old, size_t n, size_t size) {
    return fails() ? NULL : __real_reallocarray(old, n, size);
}

/* Number of failures until the input is made. */
#define FAILURES_OF(make)                                                                          \
    do {                                                                                           \
        unsigned long k = 0;                                                                       \
        void *made = NULL;                                                                         \
        for (; !made && k < 1000; k++) {                                                           \
            left = k;                                                                              \
            made = make(300, 7);                                                                   \
        }                                                                                          \
        assert_non_null(made);                                                                     \
        assert_in_range(k, 2, 40);                                                                 \
        ordo_release(made);                                                                        \
    } while (0)

static void every_input_survives_every_failed_allocation(void **state) {
    (void)state;
    FAILURES_OF(ordo_make_random_ints);
    FAILURES_OF(ordo_make_nearly_sorted_longs);
    FAILURES_OF(ordo_make_organ_pipe_doubles);
    FAILURES_OF(ordo_make_few_distinct_strings);
    FAILURES_OF(ordo_make_permutation);
    FAILURES_OF(ordo_make_random_string);
    FAILURES_OF(ordo_make_periodic_string);
    FAILURES_OF(ordo_make_fibonacci_string);
    FAILURES_OF(ordo_make_equal_string);
    FAILURES_OF(ordo_make_text);
    FAILURES_OF(ordo_make_random_list);
    FAILURES_OF(ordo_make_sorted_list);
    FAILURES_OF(ordo_make_random_tree);
    FAILURES_OF(ordo_make_degenerate_tree);
    FAILURES_OF(ordo_make_balanced_tree);
    FAILURES_OF(ordo_make_sparse_graph);
    FAILURES_OF(ordo_make_dense_graph);
    FAILURES_OF(ordo_make_grid_graph);
    FAILURES_OF(ordo_make_path_graph);
    FAILURES_OF(ordo_make_random_matrix);
    FAILURES_OF(ordo_make_random_matrices);
    FAILURES_OF(ordo_make_integer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests_name("hostile_inputs", tests, NULL, NULL);
}
