/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shapes_test.c: shapes of the laboratory's inputs at sizes 0, 1, 2 and more, which are the same on
 * every machine.
 */
#include "engine/lab/experiments.h"
#include "ordo/ordo.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t SIZES[] = {0, 1, 2, 3, 7, 8, 9, 64, 100, 1000};
#define EACH_SIZE(n)                                                                               \
    for (size_t k_ = 0, n = 0; k_ < sizeof SIZES / sizeof *SIZES && (n = SIZES[k_], 1); k_++)

static int compare_ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static size_t unsorted_pairs(const int *a, size_t n) {
    size_t found = 0;
    for (size_t i = 1; i < n; i++) found += a[i - 1] > a[i];
    return found;
}

/* The first numbers of splitmix64 from state 1234567, according to its authors' program. */
static void random_numbers_are_splitmix64(void **state) {
    static const uint64_t EXPECTED[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    uint64_t s = 1234567;
    (void)state;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++)
        assert_int_equal(ordo_random(&s), EXPECTED[i]);
}

/* 30,000 draws of 3 values: each count is within 5 standard deviations (82) of 10,000. */
static void bounded_numbers_are_below_the_bound_and_uniform(void **state) {
    uint64_t s = 42;
    int counts[3] = {0};
    (void)state;
    for (int i = 0; i < 30000; i++) {
        uint64_t drawn = ordo_random_below(&s, 3);
        assert_true(drawn < 3);
        counts[drawn]++;
    }
    for (int v = 0; v < 3; v++) assert_in_range(counts[v], 10000 - 410, 10000 + 410);
    for (int i = 0; i < 10; i++) assert_int_equal(ordo_random_below(&s, 1), 0);
    for (int i = 0; i < 100; i++)
        assert_true(ordo_random_below(&s, UINT64_C(0x8000000000000001)) <=
                    UINT64_C(0x8000000000000000));
}

/* Checks that the sorted elements are 0, 1, 2 ... */
static void assert_permutation(int *a, size_t n) {
    if (n) qsort(a, n, sizeof *a, compare_ints);
    for (size_t i = 0; i < n; i++) assert_int_equal(a[i], i);
}

static void array_shapes_match_their_names(void **state) {
    (void)state;
    EACH_SIZE(n) {
        int *random = ordo_make_random_ints(n, 1), *sorted = ordo_make_sorted_ints(n, 1);
        int *reversed = ordo_make_reversed_ints(n, 1), *nearly = ordo_make_nearly_sorted_ints(n, 1);
        int *few = ordo_make_few_distinct_ints(n, 1), *pipe = ordo_make_organ_pipe_ints(n, 1);
        int *order = ordo_make_permutation(n, 1);
        assert_true(random && sorted && reversed && nearly && few && pipe && order);
        for (size_t i = 0; i < n; i++) {
            assert_in_range(random[i], 0, 999999999);
            assert_int_equal(sorted[i], i);
            assert_int_equal(reversed[i], n - 1 - i);
            assert_in_range(few[i], 0, 7);
            assert_int_equal(pipe[i], pipe[n - 1 - i]);
            if (i > 0 && i < (n + 1) / 2) assert_int_equal(pipe[i], pipe[i - 1] + 1);
        }
        if (n) assert_int_equal(pipe[0], 0);
        if (n >= 64) {
            assert_true(unsorted_pairs(random, n) > n / 3);
            assert_true(unsorted_pairs(order, n) > n / 3);
            assert_true(unsorted_pairs(few, n) > n / 4);
            assert_in_range(unsorted_pairs(nearly, n), 1, 4 * ((n + 19) / 20));
        }
        assert_permutation(order, n);
        assert_permutation(nearly, n);
        int *all[] = {random, sorted, reversed, nearly, few, pipe, order};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) ordo_release(all[i]);
    }
}

static void element_types_have_the_same_order(void **state) {
    (void)state;
    EACH_SIZE(n) {
        int *i = ordo_make_nearly_sorted_ints(n, 5);
        long *l = ordo_make_nearly_sorted_longs(n, 5);
        double *d = ordo_make_nearly_sorted_doubles(n, 5);
        char **s = ordo_make_nearly_sorted_strings(n, 5);
        assert_true(i && l && d && s);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(l[k], i[k]);
            assert_true(d[k] == i[k]);
            assert_int_equal(strlen(s[k]), 8);
            if (k == 0) continue;
            int by_number = (i[k] > i[k - 1]) - (i[k] < i[k - 1]), by_word = strcmp(s[k], s[k - 1]);
            assert_int_equal(by_number, (by_word > 0) - (by_word < 0));
        }
        ordo_release(i), ordo_release(l), ordo_release(d), ordo_release(s);
    }
    char **sorted = ordo_make_sorted_strings(30, 0);
    assert_string_equal(sorted[0], "aaaaaaaa");
    assert_string_equal(sorted[27], "aaaaaabb");
    ordo_release(sorted);
    double *random = ordo_make_random_doubles(1000, 3);
    for (int k = 0; k < 1000; k++) assert_true(random[k] >= 0 && random[k] < 1);
    ordo_release(random);
}

static void permutations_of_three_have_all_orders_equally_often(void **state) {
    int counts[27] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        int *a = ordo_make_permutation(3, seed);
        counts[a[0] * 9 + a[1] * 3 + a[2]]++;
        ordo_release(a);
    }
    int seen = 0;
    for (int k = 0; k < 27; k++) {
        if (!counts[k]) continue;
        seen++;
        assert_in_range(counts[k], 850, 1150); /* 1000, standard deviation 29 */
    }
    assert_int_equal(seen, 6);
}

static void strings_match_their_names(void **state) {
    (void)state;
    EACH_SIZE(n) {
        char *random = ordo_make_random_string(n, 2), *periodic = ordo_make_periodic_string(n, 2);
        char *equal = ordo_make_equal_string(n, 2), *text = ordo_make_text(n, 2);
        char *fibonacci = ordo_make_fibonacci_string(n, 2);
        assert_true(random && periodic && equal && text && fibonacci);
        char *all[] = {random, periodic, equal, text, fibonacci};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) assert_int_equal(strlen(all[i]), n);
        for (size_t i = 7; i < n; i++) assert_int_equal(periodic[i], periodic[i - 7]);
        assert_int_equal(strspn(equal, "a"), n);
        assert_int_equal(strspn(text, "abcdefghijklmnopqrstuvwxyz "), n);
        if (n >= 1000) {
            size_t e = 0, z = 0, spaces = 0;
            for (size_t i = 0; i < n; i++)
                e += text[i] == 'e', z += text[i] == 'z', spaces += text[i] == ' ';
            assert_true(e > 5 * z);
            assert_in_range(spaces, n / 12, n / 4);
        }
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) ordo_release(all[i]);
    }
    /* applies the rule f(k) = f(k - 1) f(k - 2) */
    char before[400] = "a", word[400] = "ab", next[800];
    while (strlen(word) < 233) {
        snprintf(next, sizeof next, "%s%s", word, before);
        strcpy(before, word);
        strcpy(word, next);
    }
    char *fibonacci = ordo_make_fibonacci_string(233, 0);
    assert_string_equal(fibonacci, word);
    ordo_release(fibonacci);
}

static void lists_have_all_nodes_and_are_freed_without_their_links(void **state) {
    (void)state;
    EACH_SIZE(n) {
        struct ordo_list *random = ordo_make_random_list(n, 3),
                         *sorted = ordo_make_sorted_list(n, 3);
        assert_true(random && sorted);
        size_t length = 0;
        for (struct ordo_list_node *node = random->first; node; node = node->next, length++)
            assert_in_range(node->value, 0, 999999999);
        assert_int_equal(length, n);
        assert_int_equal(random->length, n);
        length = 0;
        for (struct ordo_list_node *node = sorted->first; node; node = node->next)
            assert_int_equal(node->value, length++);
        assert_int_equal(length, n);
        if (n) sorted->first->next = sorted->first; /* a ring, which loses the rest of the list */
        random->first = NULL;
        ordo_release(random), ordo_release(sorted);
    }
}

/* Checks that the keys in order begin at `least`. Returns their number, and the depth. */
static size_t walk(const struct ordo_tree_node *node, size_t least, size_t *depth) {
    size_t left_depth = 0, right_depth = 0;
    *depth = 0;
    if (!node) return 0;
    size_t left = walk(node->left, least, &left_depth);
    assert_int_equal(node->key, least + left);
    size_t right = walk(node->right, least + left + 1, &right_depth);
    *depth = 1 + (left_depth > right_depth ? left_depth : right_depth);
    return left + 1 + right;
}

static void trees_are_search_trees_of_their_shape(void **state) {
    (void)state;
    EACH_SIZE(n) {
        struct ordo_tree *random = ordo_make_random_tree(n, 4),
                         *line = ordo_make_degenerate_tree(n, 4);
        struct ordo_tree *balanced = ordo_make_balanced_tree(n, 4);
        size_t depth, least = 0;
        assert_true(random && line && balanced);
        assert_int_equal(walk(random->root, 0, &depth), n);
        if (n >= 64) assert_in_range(depth, 7, n / 2);
        assert_int_equal(walk(line->root, 0, &depth), n);
        assert_int_equal(depth, n);
        assert_int_equal(walk(balanced->root, 0, &depth), n);
        while (((size_t)1 << least) < n + 1) least++;
        assert_int_equal(depth, least);
        assert_int_equal(random->size, n);
        ordo_release(random), ordo_release(line), ordo_release(balanced);
    }
}

static size_t reached(const struct ordo_graph *g) {
    size_t *queue = calloc(g->n_vertices + 1, sizeof *queue), head = 0, tail = 0;
    char *seen = calloc(g->n_vertices + 1, 1);
    if (g->n_vertices) queue[tail++] = 0, seen[0] = 1;
    for (; head < tail; head++)
        for (size_t a = g->first[queue[head]]; a < g->first[queue[head] + 1]; a++)
            if (!seen[g->arcs[a].to]) seen[g->arcs[a].to] = 1, queue[tail++] = g->arcs[a].to;
    free(queue), free(seen);
    return tail;
}

static int weight_of(const struct ordo_graph *g, size_t u, size_t v) {
    for (size_t a = g->first[u]; a < g->first[u + 1]; a++)
        if (g->arcs[a].to == v) return g->arcs[a].weight;
    return 0;
}

/* Checks that the graph is connected, simple and symmetric, and that arcs are in the documented
 * order. */
static void assert_graph(const struct ordo_graph *g, size_t n) {
    assert_non_null(g);
    assert_int_equal(g->n_vertices, n);
    assert_int_equal(g->first[0], 0);
    assert_int_equal(g->first[n], g->n_arcs);
    for (size_t v = 0; v < n; v++)
        for (size_t a = g->first[v]; a < g->first[v + 1]; a++) {
            assert_true(g->arcs[a].to < n && g->arcs[a].to != v);
            if (a > g->first[v]) assert_true(g->arcs[a - 1].to < g->arcs[a].to);
            assert_in_range(g->arcs[a].weight, 1, 100);
            assert_int_equal(weight_of(g, g->arcs[a].to, v), g->arcs[a].weight);
        }
    assert_int_equal(reached(g), n);
}

static void graphs_are_connected_simple_and_symmetric(void **state) {
    (void)state;
    EACH_SIZE(n) {
        struct ordo_graph *sparse = ordo_make_sparse_graph(n, 6),
                          *path = ordo_make_path_graph(n, 6);
        struct ordo_graph *grid = ordo_make_grid_graph(n, 6);
        struct ordo_graph *dense = ordo_make_dense_graph(n < 200 ? n : 200, 6);
        assert_graph(sparse, n), assert_graph(path, n), assert_graph(grid, n);
        assert_graph(dense, n < 200 ? n : 200);
        if (n) assert_int_equal(path->n_arcs, 2 * (n - 1));
        if (n == 64) assert_int_equal(grid->n_arcs, 2 * 2 * 8 * 7);
        if (n >= 64) {
            size_t m = dense->n_vertices, pairs = m * (m - 1) / 2;
            assert_in_range(sparse->n_arcs / 2, n * 3 / 2, 2 * n - 1);
            assert_in_range(dense->n_arcs / 2, pairs * 2 / 5, pairs * 3 / 5);
        }
        ordo_release(sparse), ordo_release(path), ordo_release(grid), ordo_release(dense);
    }
}

static void matrices_and_integers_have_their_size(void **state) {
    (void)state;
    for (size_t n = 0; n < 20; n++) {
        double *one = ordo_make_random_matrix(n, 8);
        struct ordo_matrices *two = ordo_make_random_matrices(n, 8);
        long *integer = ordo_make_integer(n, 8);
        assert_true(one && two && integer);
        assert_int_equal(*integer, n);
        assert_int_equal(two->n, n);
        for (size_t i = 0; i < n * n; i++) {
            assert_true(one[i] >= 0 && one[i] < 1 && two->b[i] >= 0 && two->b[i] < 1);
            assert_true(one[i] == two->a[i] && two->a[i] != two->b[i] && two->result[i] == 0);
            two->result[i] = 1;
        }
        ordo_release(one), ordo_release(two), ordo_release(integer);
    }
}

static void inputs_that_do_not_fit_in_memory_are_null(void **state) {
    size_t never = SIZE_MAX / 2 + 2;
    (void)state;
    assert_null(ordo_make_random_longs(never, 0));
    assert_null(ordo_make_equal_string(SIZE_MAX, 0));
    assert_null(ordo_make_random_matrix(never, 0));
    assert_null(ordo_make_random_matrices(never, 0));
    assert_null(ordo_make_sorted_list(never, 0));
    assert_null(ordo_make_degenerate_tree(never, 0));
    assert_null(ordo_make_sorted_strings(never, 0));
}

static uint64_t digest(uint64_t h, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* Compares with stored values: every machine, compiler and version must make the same inputs. */
static void inputs_are_the_same_everywhere(void **state) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    (void)state;
    int *i = ordo_make_random_ints(100, 9);
    static const int FIRST[] = {594032228, 842155106, 745139638, 446655584};
    for (size_t k = 0; k < 4; k++) assert_int_equal(i[k], FIRST[k]);
    double *d = ordo_make_random_doubles(100, 9);
    char **s = ordo_make_random_strings(100, 9);
    char *text = ordo_make_text(100, 9);
    int *few = ordo_make_few_distinct_ints(100, 9), *order = ordo_make_permutation(100, 9);
    struct ordo_graph *g = ordo_make_sparse_graph(100, 9);
    h = digest(h, i, 400), h = digest(h, d, 800), h = digest(h, s[0], 900),
    h = digest(h, text, 100);
    h = digest(h, few, 400), h = digest(h, order, 400);
    for (size_t a = 0; a < g->n_arcs; a++) {
        uint64_t arc[] = {g->arcs[a].to, (uint64_t)g->arcs[a].weight};
        h = digest(h, arc, sizeof arc);
    }
    assert_int_equal(h, UINT64_C(0xc77f0f6c011de171));
    ordo_release(i), ordo_release(d), ordo_release(s), ordo_release(text), ordo_release(few);
    ordo_release(order), ordo_release(g);
}

static void another_seed_is_another_input(void **state) {
    (void)state;
    int *a = ordo_make_random_ints(10, 1), *b = ordo_make_random_ints(10, 2);
    assert_memory_not_equal(a, b, 40);
    ordo_release(a), ordo_release(b);
}

static void seeds_of_repetitions_differ_and_are_stable(void **state) {
    uint64_t seeds[1000];
    size_t n = 0;
    (void)state;
    for (uint64_t size = 0; size < 50; size++)
        for (uint64_t r = 0; r < 20; r++) seeds[n++] = olab_seed(1, size, r);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) assert_int_not_equal(seeds[i], seeds[j]);
    assert_int_not_equal(olab_seed(1, 5, 3), olab_seed(2, 5, 3));
    assert_int_equal(olab_seed(1, 20, 0), UINT64_C(0x56549d6b391e94c));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers_are_splitmix64),
        cmocka_unit_test(bounded_numbers_are_below_the_bound_and_uniform),
        cmocka_unit_test(array_shapes_match_their_names),
        cmocka_unit_test(element_types_have_the_same_order),
        cmocka_unit_test(permutations_of_three_have_all_orders_equally_often),
        cmocka_unit_test(strings_match_their_names),
        cmocka_unit_test(lists_have_all_nodes_and_are_freed_without_their_links),
        cmocka_unit_test(trees_are_search_trees_of_their_shape),
        cmocka_unit_test(graphs_are_connected_simple_and_symmetric),
        cmocka_unit_test(matrices_and_integers_have_their_size),
        cmocka_unit_test(inputs_that_do_not_fit_in_memory_are_null),
        cmocka_unit_test(inputs_are_the_same_everywhere),
        cmocka_unit_test(another_seed_is_another_input),
        cmocka_unit_test(seeds_of_repetitions_differ_and_are_stable),
    };
    return cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
}
