/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_list_inherited.c: Table 1, list, array, inheritance, grow by 1: the list knows only the base
 * of its items.
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build + grow: modification of array item *; steps = n + n * (n - 1) // 2 - 1; n = used 4..64; class = n^2
 *   [2] build: modification of array item *; steps = n; n = used 4..64
 *   sum: traversal of array item *; steps = n; n = used 4..64
 *   sum_from: traversal of array item *; steps = n + 1; n = used 4..64
 *   destroy: traversal of array item *; steps = n; n = used 4..64
 *
 * Variant 2: the list grows by realloc. */
#include <stdlib.h>

static volatile int sink;

struct item {
    int (*value)(const struct item *);
};

struct number {
    struct item base;
    int value;
};

struct list {
    struct item **items;
    int size, capacity;
};

static int number_value(const struct item *item) { return ((const struct number *)item)->value; }

static struct item *number_new(int value) {
    struct number *n = malloc(sizeof *n);
    n->base.value = number_value;
    n->value = value;
    return &n->base;
}

static void grow(struct list *l) {
#if VARIANT == 2
    l->items = realloc(l->items, (size_t)(l->capacity + 1) * sizeof *l->items);
#else
    struct item **larger = malloc((size_t)(l->capacity + 1) * sizeof *larger);
    for (int i = 0; i < l->size; i++) larger[i] = l->items[i];
    free(l->items);
    l->items = larger;
#endif
    l->capacity++;
}

static void append(struct list *l, struct item *item) {
    if (l->size == l->capacity) grow(l);
    l->items[l->size++] = item;
}

static void build(struct list *l, int n) {
    for (int i = 0; i < n; i++) append(l, number_new(i));
}

static int sum(const struct list *l) {
    int s = 0;
    for (int i = 0; i < l->size; i++) s += l->items[i]->value(l->items[i]);
    return s;
}

static int sum_from(const struct list *l, int i) {
    if (i == l->size) return 0;
    const struct item *item = l->items[i];
    return item->value(item) + sum_from(l, i + 1);
}

static void destroy(struct list *l) {
    for (int i = 0; i < l->size; i++) free(l->items[i]);
    free(l->items);
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct list l = {malloc(2 * sizeof *l.items), 0, 2};
        build(&l, n);
        sink = sum(&l);
        sink = sum_from(&l, 0);
        destroy(&l);
    }
    return 0;
}
