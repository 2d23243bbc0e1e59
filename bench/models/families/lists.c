/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lists.c: linked lists.
 */
#include "models/algorithm.h"

/* next[0] is the first node of 1..n; 0 ends the list. */
static int *list_of(size_t n) {
    int *next = scratch_ints(n + 1);
    for (size_t i = 0; i < n; i++) next[i] = (int)i + 1;
    return next;
}

static void list_insertion_sort(size_t n, struct random_numbers *r) {
    int *key = permutation(r, n + 1), *next = scratch_ints(n + 1);
    begin_steps();
    for (int v = 1; v <= (int)n; v++) {
        int u = 0;
        STEP;
        while (next[u] && key[next[u]] < key[v]) STEP, u = next[u];
        next[v] = next[u];
        next[u] = v;
    }
}

static int list_merge_sort(int *next, const int *key, int first, size_t n) {
    STEP;
    if (n == 1) return next[first] = 0, first;
    int second = first, head = 0, *tail = &head;
    for (size_t i = 0; i < n / 2; i++) STEP, second = next[second];
    int a = list_merge_sort(next, key, first, n / 2),
        b = list_merge_sort(next, key, second, n - n / 2);
    while (a && b) {
        int *least = key[a] < key[b] ? &a : &b;
        STEP;
        *tail = *least;
        tail = &next[*tail];
        *least = *tail;
    }
    *tail = a ? a : b;
    return head;
}

static void list_merging(size_t n, struct random_numbers *r) {
    int *key = permutation(r, n + 1), *next = list_of(n);
    begin_steps();
    list_merge_sort(next, key, 1, n);
}

static void middle_by_two_walkers(size_t n, struct random_numbers *r) {
    int *next = list_of(n), slow = 0, fast = 0;
    (void)r;
    begin_steps();
    while (fast && next[fast]) STEP, slow = next[slow], fast = next[next[fast]];
    for (fast = next[0]; fast && next[fast]; fast = next[next[fast]]) STEP, slow = next[slow];
}

/* A walk into a cycle of random length, by two walkers. */
static void find_cycle(size_t n, struct random_numbers *r) {
    size_t tail = below(r, n), slow = 1, fast = 2, cycle = n - tail;
    begin_steps();
    while ((slow < tail ? slow : tail + (slow - tail) % cycle) !=
           (fast < tail ? fast : tail + (fast - tail) % cycle))
        STEP, slow++, fast += 2;
}

static void remove_doubles(size_t n, struct random_numbers *r) {
    int *key = random_ints(r, n + 1, 8 * n), *next = list_of(n);
    begin_steps();
    for (int v = next[0]; v && v <= (int)n; v = next[v]) {
        STEP;
        for (int u = v; next[u] && next[u] <= (int)n;) {
            STEP;
            if (key[next[u]] == key[v])
                STEP, next[u] = next[next[u]];
            else
                u = next[u];
        }
    }
}

/* Levels of nodes by halves: each step goes right or down. */
static void skip_list_search(size_t n, struct random_numbers *r) {
    size_t x = below(r, n), at = 0, width = 1;
    while (2 * width < n) width *= 2;
    begin_steps();
    for (; width > 0; width /= 2) {
        STEP;
        while (at + width <= x && chance(r, 0.9)) STEP, at += width;
    }
}

static void reverse_in_groups(size_t n, struct random_numbers *r) {
    int *next = list_of(n);
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i += 5) {
        int before = 0;
        STEP;
        for (size_t k = i; k < i + 5 && k <= n; k++) STEP, next[k] = before, before = (int)k;
    }
}

/* Reads every element by its index, from the front. */
static void sum_by_index(size_t n, struct random_numbers *r) {
    int *next = list_of(n), sum = 0;
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        int v = 0;
        STEP;
        for (size_t k = 0; k < i; k++) STEP, v = next[v];
        sum += v;
    }
    if (sum < 0) STEP;
}

/* Appends to lists whose lengths are chosen at random, sqrt(n) lists. */
static void append_to_some_lists(size_t n, struct random_numbers *r) {
    size_t lists = 1;
    while (lists * lists < n) lists++;
    int *length = scratch_ints(lists);
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        int *l = &length[below(r, lists)];
        STEP;
        for (int k = 0; k < *l; k++) STEP;
        ++*l;
    }
}

FAMILY(lists, ROW(list_insertion_sort, N2, 4, 300, 0), ROW(list_merging, N_LOG, 4, 5000, 0),
       ROW(middle_by_two_walkers, N, 4, 10000, SAME_COST), ROW(find_cycle, N, 16, 10000, 0),
       ROW(remove_doubles, N2, 8, 300, 0), ROW(skip_list_search, LOG, 8, 50000, STAIRS),
       ROW(reverse_in_groups, N, 20, 10000, SAME_COST), ROW(sum_by_index, N2, 4, 1500, POLYNOMIAL),
       ROW(append_to_some_lists, N_SQRT, 16, 2000, 0));
