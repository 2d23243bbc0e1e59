/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* listing_4.c: Listing 4: constructions whose result is only known at their end.
 *
 * Algorithms:
 *   main: no data structure
 *   with_loop: construction of structure node; steps = n; n = elements 5..60; creations = n
 *   with_recursion: construction of structure node; steps = n + 1; n = elements 5..60; creations = n
 *   partially_used: modification of array int; steps = n; n = used 5..60 */
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *with_loop(int size) {
    struct node *list = NULL;
    for (int i = 0; i < size; i++) {
        struct node *head = malloc(sizeof *head);
        head->next = list;
        list = head;
    }
    return list;
}

static struct node *with_recursion(int size) {
    if (size == 0) return NULL;
    struct node *list = with_recursion(size - 1), *head = malloc(sizeof *head);
    head->next = list;
    return head;
}

static volatile int sink;

static void partially_used(int size) {
    int values[1000];
    for (int i = 0; i < size; i++) values[i] = i * 2;
    sink = values[sink];
}

int main(void) {
    for (int size = 5; size <= 60; size += 5) {
        with_loop(size);
        with_recursion(size);
        partially_used(size);
    }
    return 0;
}
