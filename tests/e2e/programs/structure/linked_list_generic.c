/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linked_list_generic.c: Table 1, list, linked, directed, generic: variant 1 holds pointers to
 * anything, variant 2 is a template of the preprocessor.
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build: construction of structure node; steps = n; n = elements 4..64; creations = n
 *   [1] sum: traversal of structure node; steps = n; n = elements 4..64
 *   [1] sum_from: traversal of structure node; steps = n + 1; n = elements 4..64
 *   [2] build: construction of structure doubles; steps = n; n = elements 4..64; creations = n
 *   [2] sum: traversal of structure doubles; steps = n; n = elements 4..64
 *   [2] sum_from: traversal of structure doubles; steps = n + 1; n = elements 4..64 */
#include <stdlib.h>

static volatile double sink;

#if VARIANT == 1
struct node {
    struct node *next;
    void *payload;
};

static struct node *push(struct node *list, void *payload) {
    struct node *n = malloc(sizeof *n);
    n->payload = payload;
    n->next = list;
    return n;
}

static double number = 1;
#define ITEM &number
#define VALUE(node) (*(double *)(node)->payload)
#else
#define LIST(name, type)                                                                           \
    struct name {                                                                                  \
        type payload;                                                                              \
        struct name *next;                                                                         \
    };                                                                                             \
    static struct name *name##_push(struct name *list, type payload) {                             \
        struct name *n = malloc(sizeof *n);                                                        \
        n->payload = payload;                                                                      \
        n->next = list;                                                                            \
        return n;                                                                                  \
    }
LIST(doubles, double)
#define node doubles
#define push doubles_push
#define ITEM 1
#define VALUE(node) ((node)->payload)
#endif

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) list = push(list, ITEM);
    return list;
}

static double sum(const struct node *list) {
    double s = 0;
    for (; list; list = list->next) s += VALUE(list);
    return s;
}

static double sum_from(const struct node *list) {
    return list ? VALUE(list) + sum_from(list->next) : 0;
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *list = build(n);
        sink = sum(list);
        sink = sum_from(list);
    }
    return 0;
}
