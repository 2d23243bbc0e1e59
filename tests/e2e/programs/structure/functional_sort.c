/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* functional_sort.c: The running example as in section 4.3 of the paper: functional, recursive, with
 * lists that never change.
 *
 * Algorithms:
 *   measure: no data structure
 *   repeat: no data structure
 *   construct: construction of structure cell; steps = n + 1; n = elements 1..59
 *   [1] sort + insert: construction of structure cell...; class = n^2; coefficient = 0.25; n = elements 1..59
 *   [2] sort + insert: construction of structure cell, others; class = n^2; coefficient = 0.25; n = elements 1..59
 *   [2] flatten + append: construction of structure cell, others
 *   [2] grow: no data structure
 *   [2] put: any
 *   [2] main: no data structure */
#include <stdlib.h>

struct cell {
    int value;
    const struct cell *next;
};

static const struct cell *cons(int value, const struct cell *next) {
    struct cell *c = malloc(sizeof *c);
    c->value = value;
    c->next = next;
    return c;
}

static const struct cell *insert(const struct cell *sorted, int value) {
    if (!sorted || value <= sorted->value) return cons(value, sorted);
    return cons(sorted->value, insert(sorted->next, value));
}

static const struct cell *sort(const struct cell *list) {
#if VARIANT == 1
    if (!list || !list->next) return list;
#else
    if (!list) return NULL; /* the sorted list has no cell of this one */
#endif
    return insert(sort(list->next), list->value);
}

static const struct cell *construct(int size, unsigned state) {
    if (size == 0) return NULL;
    state = state * 1103515245u + 12345u;
    return cons((int)(state >> 16), construct(size - 1, state));
}

/* All lists are new ones, so the recursion and what it calls have none in common. */
struct tree {
    int key;
    struct tree *left, *right;
};

static const struct cell *append(const struct cell *a, const struct cell *b) {
    return a ? cons(a->value, append(a->next, b)) : b;
}

static const struct cell *flatten(const struct tree *t) {
    if (!t) return NULL;
    const struct cell *left = flatten(t->left);
    return append(left, cons(t->key, flatten(t->right)));
}

/* A harness that happens to be a recursion. */
static struct tree *put(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = put(t->left, key);
    } else {
        t->right = put(t->right, key);
    }
    return t;
}

static struct tree *grow(int n) {
    return n ? put(grow(n - 1), n * 37 % 101) : NULL;
}

static void repeat(int size, int times) {
    if (times == 0) return;
    sort(construct(size, (unsigned)(size * 10 + times)));
    repeat(size, times - 1);
}

static void measure(int size) {
    if (size < 0) return;
    repeat(size, 10);
    measure(size - 1);
}

int main(void) {
    measure(59);
#if VARIANT == 2
    for (int n = 4; n <= 96; n += 4) flatten(grow(n));
#endif
    return 0;
}
