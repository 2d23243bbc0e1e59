/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_list_generic.c: Table 1, list, array, generic, grow by 1: variant 1 holds pointers to
 * anything, variant 2 is a template of the preprocessor.
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build + grow: modification of array void *; steps = n + n * (n - 1) // 2 - 1; n = used 4..64; class = n^2
 *   [1] sum: traversal of array void *; steps = n; n = used 4..64
 *   [1] sum_from: traversal of array void *; steps = n + 1; n = used 4..64
 *   [2] build + doubles_grow: modification of array double; steps = n + n * (n - 1) // 2 - 1; n = used 4..64; class = n^2
 *   [2] sum: traversal of array double; steps = n; n = used 4..64
 *   [2] sum_from: traversal of array double; steps = n + 1; n = used 4..64 */
#include <stdlib.h>

static volatile double sink;

#if VARIANT == 1
struct list {
    void **items;
    int size, capacity;
};

static void grow(struct list *l) {
    void **larger = malloc((size_t)(l->capacity + 1) * sizeof *larger);
    for (int i = 0; i < l->size; i++) larger[i] = l->items[i];
    free(l->items);
    l->items = larger;
    l->capacity++;
}

static void append(struct list *l, void *value) {
    if (l->size == l->capacity) grow(l);
    l->items[l->size++] = value;
}

static double number = 1;
#define ITEM &number
#define VALUE(item) (*(double *)(item))
#else
#define LIST(name, type)                                                                           \
    struct name {                                                                                  \
        type *items;                                                                               \
        int size, capacity;                                                                        \
    };                                                                                             \
    static void name##_grow(struct name *l) {                                                      \
        type *larger = malloc((size_t)(l->capacity + 1) * sizeof *larger);                         \
        for (int i = 0; i < l->size; i++) larger[i] = l->items[i];                                 \
        free(l->items);                                                                            \
        l->items = larger;                                                                         \
        l->capacity++;                                                                             \
    }                                                                                              \
    static void name##_append(struct name *l, type value) {                                        \
        if (l->size == l->capacity) name##_grow(l);                                                \
        l->items[l->size++] = value;                                                               \
    }
LIST(doubles, double)
#define list doubles
#define append doubles_append
#define ITEM 1
#define VALUE(item) (item)
#endif

static void build(struct list *l, int n) {
    for (int i = 0; i < n; i++) append(l, ITEM);
}

static double sum(const struct list *l) {
    double s = 0;
    for (int i = 0; i < l->size; i++) s += VALUE(l->items[i]);
    return s;
}

static double sum_from(const struct list *l, int i) {
    return i == l->size ? 0 : VALUE(l->items[i]) + sum_from(l, i + 1);
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct list l = {malloc(2 * sizeof *l.items), 0, 2};
        build(&l, n);
        sink = sum(&l);
        sink = sum_from(&l, 0);
        free(l.items);
    }
    return 0;
}
