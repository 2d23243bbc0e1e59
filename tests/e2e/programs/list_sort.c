/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* list_sort.c: the running example of Algorithmic Profiling (PLDI 2012), listings 1 and 2, in C. Builds lists of
 * 0 to SIZES - 1 random numbers, TIMES of each size, and sorts them by insertion. */
#include <stdlib.h>

#define SIZES 60
#define TIMES 10

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

static void construct(struct list *l, int size) {
    static unsigned state = 1;
    for (int i = 0; i < size; i++) {
        state = state * 1103515245u + 12345u;
        list_append(l, (int)(state >> 16));
    }
}

static void measure(void) {
    for (int size = 0; size < SIZES; size++) {
        for (int i = 0; i < TIMES; i++) {
            struct list list = {NULL, NULL};
            construct(&list, size);
            list_sort(&list);
        }
    }
}

int main(void) {
    measure();
    return 0;
}
