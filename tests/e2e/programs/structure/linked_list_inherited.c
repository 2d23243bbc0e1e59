/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linked_list_inherited.c: Table 1, list, linked, directed, inheritance: every node begins with the
 * base that holds the link.
 *
 * Algorithms:
 *   main: no data structure
 *   build: construction of structure node; steps = n; n = elements 4..64; creations = n
 *   sum: traversal of structure node; steps = n; n = elements 4..64
 *   sum_from: traversal of structure node; steps = n + 1; n = elements 4..64
 *
 * Variant 2: the base is not at the node's beginning; it is found by its offset. */
#include <stddef.h>
#include <stdlib.h>

static volatile int sink;

struct node {
    struct node *next;
};

#if VARIANT == 1
struct number {
    struct node base;
    int value;
};

struct pair {
    struct node base;
    int first, second;
};
#else
struct number {
    int value;
    struct node base;
};

struct pair {
    int first, second;
    struct node base;
};
#endif

#define HOLDER(type, node) ((type *)((char *)(node)-offsetof(type, base)))

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *base;
        if (i % 2) {
            struct number *number = malloc(sizeof *number);
            number->value = i;
            base = &number->base;
        } else {
            struct pair *pair = malloc(sizeof *pair);
            pair->first = pair->second = i;
            base = &pair->base;
        }
        base->next = list;
        list = base;
    }
    return list;
}

static int value_of(const struct node *node, int is_number) {
    return is_number ? HOLDER(const struct number, node)->value
                     : HOLDER(const struct pair, node)->second;
}

static int sum(const struct node *list, int n) {
    int s = 0;
    for (; list; list = list->next) s += value_of(list, --n % 2);
    return s;
}

static int sum_from(const struct node *list, int n) {
    return list ? value_of(list, (n - 1) % 2) + sum_from(list->next, n - 1) : 0;
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *list = build(n);
        sink = sum(list, n);
        sink = sum_from(list, n);
    }
    return 0;
}
