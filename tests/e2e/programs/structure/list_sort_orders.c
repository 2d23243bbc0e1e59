/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* list_sort_orders.c: The running example, listings 1 and 2, on lists in random order (variant 1),
 * sorted (2) and in reverse order (3).
 *
 * Algorithms:
 *   measure#1: no data structure
 *   measure#2: no data structure
 *   construct: construction of structure node; steps = n; n = elements 2..59; creations = n
 *   [1] list_sort#1 + list_sort#2: modification of structure node; class = n^2; coefficient = 0.25; n = elements 2..59
 *   [2] list_sort#1 + list_sort#2: traversal of structure node; steps = n - 1; n = elements 2..59
 *   [3] list_sort#1 + list_sort#2: modification of structure node; class = n^2; coefficient = 0.5; steps = n - 1 + n * (n - 1) // 2; n = elements 2..59 */
#include <stdlib.h>

struct node {
    struct node *prev, *next;
    int value;
};

struct list {
    struct node *head, *tail;
};

static void list_sort(struct list *l) {
    if (!l->head || !l->head->next) return;
    struct node *first_unsorted = l->head->next;
    while (first_unsorted) {
        struct node *target = first_unsorted, *next_unsorted = first_unsorted->next;
        while (target->prev && target->prev->value > target->value) {
            struct node *candidate = target->prev, *pred = candidate->prev, *succ = target->next;
            if (pred)
                pred->next = target;
            else
                l->head = target;
            target->prev = pred;
            if (succ)
                succ->prev = candidate;
            else
                l->tail = candidate;
            candidate->next = succ;
            target->next = candidate;
            candidate->prev = target;
        }
        first_unsorted = next_unsorted;
    }
}

static void list_append(struct list *l, int value) {
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    if (!l->tail) {
        l->head = l->tail = node;
    } else {
        l->tail->next = node;
        node->prev = l->tail;
        l->tail = node;
    }
}

static int value_at(int i) {
#if VARIANT == 1
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return (int)(state >> 16) + 0 * i;
#elif VARIANT == 2
    return i;
#else
    return -i;
#endif
}

static void construct(struct list *l, int size) {
    for (int i = 0; i < size; i++) list_append(l, value_at(i));
}

static void measure(void) {
    for (int size = 0; size < 60; size++)
        for (int i = 0; i < 10; i++) {
            struct list list = {NULL, NULL};
            construct(&list, size);
            list_sort(&list);
        }
}

int main(void) {
    measure();
    return 0;
}
