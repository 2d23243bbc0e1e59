/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop_sentinels.c: A local variable in a loop's body is another one in each iteration, also without
 * optimisation: the head of a list, in main and in a routine.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: no data structure
 *   batch: no data structure
 *   fill: construction of structure node; steps = n; n = elements 3..93
 *   sum: traversal of structure node; steps = n; n = elements 3..93
 *   clear: traversal of structure node; steps = n; n = elements 3..93 */
#include <stdlib.h>

struct node {
    struct node *next, *last;
    int value;
};

static void fill(struct node *head, int n) {
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->value = i;
        x->last = head->last;
        x->next = head;
        head->last->next = x;
        head->last = x;
    }
}

static long sum(const struct node *head) {
    long s = 0;
    for (const struct node *x = head->next; x != head; x = x->next) s += x->value;
    return s;
}

static void clear(struct node *head) {
    for (struct node *x = head->next, *next; x != head; x = next) {
        next = x->next;
        free(x);
    }
}

static volatile long sink;

static void batch(int n) {
    for (int k = 0; k < 2; k++) {
        struct node head;
        head.next = head.last = &head;
        fill(&head, n);
        sink = sum(&head);
        clear(&head);
    }
}

int main(void) {
    for (int n = 3; n <= 93; n += 6) {
        struct node head = {&head, &head, 0};
        fill(&head, n);
        sink = sum(&head);
        clear(&head);
    }
    for (int n = 3; n <= 93; n += 6) batch(n);
    return 0;
}
