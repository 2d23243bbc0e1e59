/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* changing_lists.c: Lists that are split, joined, shortened and destroyed. A list that was split is
 * still one input, and each half is measured from its own first node.
 *
 * Algorithms:
 *   main: no data structure
 *   build: construction of structure node; steps = n; n = elements 8..64; creations = n
 *   halve: modification of structure node; steps = n // 2; n = elements 8..64
 *   sum: traversal of structure node; steps = n; n = elements 4..64
 *   join: modification of structure node; steps = n // 2; n = elements 8..64
 *   remove_odd: modification of structure node; steps = n // 2; n = elements 8..64
 *   destroy: traversal of structure node; steps = n; n = elements 4..32
 *   merge_sort + split + merge: modification of structure node; n = elements 8..64; class = n log n */
#include <stdlib.h>

static volatile int sink;

struct node {
    int value;
    struct node *next;
};

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i * 7919 % 101;
        node->next = list;
        list = node;
    }
    return list;
}

/* Returns the second half of an even number of nodes. */
static struct node *halve(struct node *list, int n) {
    struct node *half = NULL;
    for (int i = 1; i <= n / 2; i++) {
        struct node *next = list->next;
        if (i == n / 2) {
            half = next;
            list->next = NULL;
        }
        list = next;
    }
    return half;
}

static int sum(const struct node *list) {
    int s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

static void join(struct node *a, struct node *b, int n) {
    for (int i = 1; i <= n; i++, a = a->next)
        if (i == n) a->next = b;
}

static void remove_odd(struct node *list) {
    while (list) {
        struct node *odd = list->next;
        list->next = odd->next;
        free(odd);
        list = list->next;
    }
}

static void destroy(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return half;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node *merged = NULL, **end = &merged;
    while (a && b) {
        if (a->value <= b->value) {
            *end = a;
            a = a->next;
        } else {
            *end = b;
            b = b->next;
        }
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return merged;
}

static struct node *merge_sort(struct node *list) {
    if (!list->next) return list;
    struct node *half = split(list);
    return merge(merge_sort(list), merge_sort(half));
}

int main(void) {
    for (int n = 8; n <= 64; n += 4) {
        struct node *list = build(n), *half = halve(list, n);
        sink = sum(list);
        sink = sum(half);
        join(list, half, n / 2);
        sink = sum(list);
        list = merge_sort(list);
        remove_odd(list);
        destroy(list);
    }
    return 0;
}
