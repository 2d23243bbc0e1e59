/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linked_list.c: Table 1, list, linked, directed.
 *
 * Algorithms:
 *   main: no data structure
 *   build: construction of structure node; steps = n; n = elements 4..64; creations = n
 *   sum: traversal of structure node; steps = n; n = elements 4..64; reads = n
 *   sum_from: traversal of structure node; steps = n + 1; n = elements 4..64
 *   reverse: modification of structure node; steps = n; n = elements 4..64; writes = n
 *   destroy: traversal of structure node; steps = n; n = elements 4..64
 *
 * Variant 2: elements are added at the end. Variant 3: the list is a member of its head, and loops hold the
 * address of a link. */
#include <stdlib.h>

static volatile int sink;

struct node {
    int value;
    struct node *next;
};

static struct node *node_new(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = next;
    return n;
}

#if VARIANT == 1
static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) list = node_new(i, list);
    return list;
}
#elif VARIANT == 2
static struct node *build(int n) {
    struct node *list = NULL, *last = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = node_new(i, NULL);
        if (last)
            last->next = node;
        else
            list = node;
        last = node;
    }
    return list;
}
#else
static struct node *build(int n) {
    struct node *list = NULL, **end = &list;
    for (int i = 0; i < n; i++) {
        *end = node_new(i, NULL);
        end = &(*end)->next;
    }
    return list;
}
#endif

static int sum(const struct node *list) {
    int s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

static int sum_from(const struct node *list) {
    return list ? list->value + sum_from(list->next) : 0;
}

static struct node *reverse(struct node *list) {
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

static void destroy(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *list = build(n);
        sink = sum(list);
        sink = sum_from(list);
        list = reverse(list);
        destroy(list);
    }
    return 0;
}
