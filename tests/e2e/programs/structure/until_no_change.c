/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* until_no_change.c: Loops that repeat until an inner loop changes nothing. They access no array and
 * advance nothing, but belong to the algorithm. Arrays are in reversed order. Harnesses that continue
 * as long as a test succeeds do not belong to it.
 *
 * Algorithms:
 *   main: no data structure
 *   reverse: modification of array int; steps = n; n = elements 4..64
 *   bubble#1 + bubble#2: modification of array int; steps = n * n; n = elements 4..64; class = n^2
 *   early#1 + early#2: modification of array int; steps = n * n; n = elements 4..64; class = n^2
 *   knuth#1 + knuth#2: modification of array int; steps = n - 1 + n * (n - 1) // 2; n = elements 4..64; class = n^2
 *   shaker#1 + shaker#2 + shaker#3: modification of array int; n = elements 4..64; class = n^2; coefficient = any
 *   by_routine + pass: modification of array int; steps = n * n - 1; n = elements 4..64; class = n^2
 *   by_global + pass_global: modification of array int; steps = n * n; n = elements 4..64; class = n^2
 *   by_address + pass_address: modification of array int; steps = n * n; n = elements 4..64; class = n^2
 *   by_order#1 + by_order#2: modification of array int; steps = n * n; n = elements 4..64; class = n^2
 *   in_list#1 + in_list#2: traversal of structure node; steps = n + n * (n - 1) // 2; n = elements 4..64; class = n^2
 *   make_list: construction of structure node; steps = n; n = elements 4..64
 *   relax#2 + relax#3: modification of array int, traversal of array edge; n = elements of edge 3..63; class = n^2; coefficient = any
 *   relax#1: modification of array int, modification of array edge; n = used of int 4..64; coefficient = any
 *   while_right: no data structure
 *   fill: modification of array int; n = used 4..64; coefficient = any
 *   tested#1 + tested#2: modification of array int; n = used 4..64; class = any; coefficient = any
 *   is_sorted: traversal of array int; n = used 4..64; coefficient = any
 *   until_wrong: no data structure */
#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct edge {
    int from, to;
};

static void swap(int *x, int *y) {
    int t = *x;
    *x = *y;
    *y = t;
}

static void bubble(int *a, int n) {
    bool swapped;
    do {
        swapped = false;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), swapped = true;
    } while (swapped);
}

static void early(int *a, int n) {
    for (int k = 0; k < n; k++) {
        int swaps = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), swaps++;
        if (!swaps) break;
    }
}

/* The last place where something was swapped bounds the next pass. */
static void knuth(int *a, int n) {
    for (int bound = n; bound > 1;) {
        int last = 0;
        for (int i = 1; i < bound; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), last = i;
        bound = last;
    }
}

static void shaker(int *a, int n) {
    bool sorted = false;
    while (!sorted) {
        sorted = true;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), sorted = false;
        if (sorted) break;
        sorted = true;
        for (int i = n - 1; i > 0; i--)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), sorted = false;
    }
}

static bool pass(int *a, int n) {
    bool swapped = false;
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), swapped = true;
    return swapped;
}

static void by_routine(int *a, int n) {
    while (pass(a, n)) {
    }
}

static int changes;

static void pass_global(int *a, int n) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), changes = 1;
}

static void by_global(int *a, int n) {
    do {
        changes = 0;
        pass_global(a, n);
    } while (changes);
}

static void pass_address(int *a, int n, bool *changed) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), *changed = true;
}

static void by_address(int *a, int n) {
    for (bool changed = true; changed;) {
        changed = false;
        pass_address(a, n, &changed);
    }
}

static int ascending(const int *x, const int *y) {
    return *x - *y;
}

static void by_order(int *a, int n, int (*order)(const int *, const int *)) {
    bool swapped;
    do {
        swapped = false;
        for (int i = 1; i < n; i++)
            if (order(&a[i - 1], &a[i]) > 0) swap(&a[i - 1], &a[i]), swapped = true;
    } while (swapped);
}

static struct node *make_list(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *e = malloc(sizeof *e);
        e->value = i;
        e->next = list;
        list = e;
    }
    return list;
}

static void in_list(struct node *list) {
    struct node *last = NULL;
    bool swapped;
    do {
        struct node *e = list;
        swapped = false;
        while (e->next != last) {
            if (e->value > e->next->value) swap(&e->value, &e->next->value), swapped = true;
            e = e->next;
        }
        last = e;
    } while (swapped);
}

/* Makes a path whose edges are in the wrong order. */
static int relax(int n) {
    struct edge *e = malloc((size_t)(n - 1) * sizeof *e);
    int *distance = malloc((size_t)n * sizeof *distance);
    for (int i = 0; i < n; i++) {
        distance[i] = i ? n : 0;
        if (i) e[n - 1 - i] = (struct edge){i - 1, i};
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n - 1; i++)
            if (distance[e[i].from] + 1 < distance[e[i].to])
                distance[e[i].to] = distance[e[i].from] + 1, changed = true;
    }
    int last = distance[n - 1];
    free(e);
    free(distance);
    return last;
}

static int table[64];

static void fill(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = i * 7 % n;
}

static bool is_sorted(const int *a, int n) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i]) return false;
    return true;
}

static void tested(int *a, int n) {
    bool swapped;
    do {
        swapped = false;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), swapped = true;
    } while (swapped);
}

static bool is_right(int n) {
    fill(table, n);
    tested(table, n);
    return is_sorted(table, n);
}

static int while_right(void) {
    int n = 4;
    while (n <= 64 && is_right(n)) n += 4;
    return n;
}

static int until_wrong(void) {
    int n = 4;
    for (;;) {
        fill(table, n);
        tested(table, n);
        if (!is_sorted(table, n)) return 0;
        n += 4;
        if (n > 64) break;
    }
    return n;
}

static int *reverse(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = n - i;
    return a;
}

int main(void) {
    int wrong = 0;
    for (int n = 4; n <= 64; n += 4) {
        int *a = malloc((size_t)n * sizeof *a);
        bubble(reverse(a, n), n);
        early(reverse(a, n), n);
        knuth(reverse(a, n), n);
        shaker(reverse(a, n), n);
        by_routine(reverse(a, n), n);
        by_global(reverse(a, n), n);
        by_address(reverse(a, n), n);
        by_order(reverse(a, n), n, ascending);
        free(a);
        in_list(make_list(n));
        wrong += relax(n) != n - 1;
    }
    return wrong + (while_right() != until_wrong());
}
