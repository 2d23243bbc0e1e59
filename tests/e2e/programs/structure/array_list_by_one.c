/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_list_by_one.c: Table 1, list, array, grow by 1, and Listing 6: when the array of a list is
 * full, it is copied to one that has room for one element more.
 *
 * Algorithms:
 *   main: no data structure
 *   [1,4,6] build + grow: modification of array int; steps = n + n * (n - 1) // 2 - 1; n = used 4..64; class = n^2
 *   [2,5] build: modification of array int; steps = n; n = used 4..64; reads = n * (n - 1) // 2 - 1
 *   [3] build: modification of array int; steps = n; n = used 4..64
 *   sum: traversal of array int; steps = n; n = used 4..64
 *   sum_from: traversal of array int; steps = n + 1; n = used 4..64
 *
 * Variant 2: copied by memcpy. Variant 3: by realloc. Variants 4 and 5: as 1 and 2, and the old array is
 * leaked. Variant 6: as 1, and the old array is freed when the next one is old. */
#include <stdlib.h>
#include <string.h>

static volatile int sink;

struct list {
    int *items, *old;
    int size, capacity;
};

static void grow(struct list *l) {
    int capacity = l->capacity + 1;
#if VARIANT == 3
    l->items = realloc(l->items, (size_t)capacity * sizeof *l->items);
#else
    int *larger = malloc((size_t)capacity * sizeof *larger);
#if VARIANT == 2 || VARIANT == 5
    if (l->size) memcpy(larger, l->items, (size_t)l->size * sizeof *larger);
#else
    for (int i = 0; i < l->size; i++) larger[i] = l->items[i];
#endif
#if VARIANT < 4
    free(l->items);
#elif VARIANT == 6
    free(l->old);
    l->old = l->items;
#endif
    l->items = larger;
#endif
    l->capacity = capacity;
}

static void append(struct list *l, int value) {
    if (l->size == l->capacity) grow(l);
    l->items[l->size++] = value;
}

static void build(struct list *l, int n) {
    for (int i = 0; i < n; i++) append(l, i);
}

static int sum(const struct list *l) {
    int s = 0;
    for (int i = 0; i < l->size; i++) s += l->items[i];
    return s;
}

static int sum_from(const struct list *l, int i) {
    return i == l->size ? 0 : l->items[i] + sum_from(l, i + 1);
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct list l = {malloc(2 * sizeof(int)), NULL, 0, 2};
        build(&l, n);
        sink = sum(&l);
        sink = sum_from(&l, 0);
        free(l.items);
#if VARIANT == 6
        free(l.old);
#endif
    }
    return 0;
}
