/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * insertion_sort.c: AlgoProf's running example (PLDI 2012): insertion sort of linked lists in random, sorted
 * and reversed order. The cost grows with the square of the length, on sorted lists linearly; on random
 * lists it is half of that on reversed ones. Lists are inserted from the back, so a sorted
 * list is the one in which every element is put in front.
 *
 * expect: calls("sort") == 3 * 16
 * expect: distinct("sort_random") == distinct("sort_sorted") == distinct("sort_reversed") == 16
 * expect: 1.85 < slope(costs("sort_random"), 40, 160) < 2.15
 * expect: 1.85 < slope(costs("sort_reversed"), 40, 160) < 2.15
 * expect: 0.9 < slope(costs("sort_sorted"), 40, 160) < 1.1
 * expect: 0.4 < last(costs("sort_random")) / last(costs("sort_reversed")) < 0.6
 * expect: iterations(loop_of("insert")) > sum(n * (n - 1) // 2 for n in range(10, 170, 10))
 */
#include <stdlib.h>

enum { STEP = 10, LENGTHS = 16 };

struct node {
    long value;
    struct node *next;
};

static struct node *push(struct node *list, long value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    return n;
}

static struct node *insert(struct node *sorted, struct node *n) {
    struct node **at = &sorted;
    while (*at && (*at)->value < n->value) at = &(*at)->next;
    n->next = *at;
    *at = n;
    return sorted;
}

static struct node *sort(struct node *list) {
    struct node *sorted = NULL;
    while (list) {
        struct node *rest = list->next;
        sorted = insert(sorted, list);
        list = rest;
    }
    return sorted;
}

static struct node *sort_random(struct node *list) { return sort(list); }
static struct node *sort_sorted(struct node *list) { return sort(list); }
static struct node *sort_reversed(struct node *list) { return sort(list); }

static int is_sorted(const struct node *n) {
    for (; n && n->next; n = n->next)
        if (n->value > n->next->value) return 0;
    return 1;
}

int main(void) {
    int wrong = 0;
    unsigned seed = 1;
    for (int n = STEP; n <= STEP * LENGTHS; n += STEP) {
        struct node *random = NULL, *sorted = NULL, *reversed = NULL;
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            random = push(random, seed >> 8);
            /* Pushed in front: the list runs from n - 1 down, and each element goes before all others. */
            sorted = push(sorted, i);
            reversed = push(reversed, -i);
        }
        wrong += !is_sorted(sort_random(random)) + !is_sorted(sort_sorted(sorted)) +
                 !is_sorted(sort_reversed(reversed));
    }
    return wrong;
}
