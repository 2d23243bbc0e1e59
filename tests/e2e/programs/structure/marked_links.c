/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* marked_links.c: Links with marks in their lowest bits: a list with every second link marked, and a
 * tree that notes there which subtree is higher.
 *
 * Algorithms:
 *   main: no data structure
 *   list: construction of structure cell; steps = n; n = elements 2..98
 *   sum: traversal of structure cell; steps = n; n = elements 2..98
 *   grow: construction of structure twig; steps = 2*n + 1; n = elements 2..98
 *   count: traversal of structure twig; steps = 2*n + 1; n = elements 2..98 */
#include <stdint.h>
#include <stdlib.h>

struct cell {
    int value;
    struct cell *next;
};
struct twig {
    struct twig *left, *right;
};

#define MARK(p, mark) ((void *)((uintptr_t)(p) | (mark)))
#define PLAIN(p) ((void *)((uintptr_t)(p) & ~(uintptr_t)3))

static struct cell *list(int n) {
    struct cell *head = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *c = malloc(sizeof *c);
        c->value = i;
        c->next = i % 2 ? MARK(head, 1) : head;
        head = c;
    }
    return head;
}

static long sum(const struct cell *c) {
    long s = 0;
    for (; c; c = PLAIN(c->next)) s += c->value;
    return s;
}

static struct twig *grow(int n) {
    if (!n) return NULL;
    struct twig *t = malloc(sizeof *t);
    t->left = MARK(grow(n / 2), 1);
    t->right = MARK(grow(n - 1 - n / 2), 2);
    return t;
}

static long count(const struct twig *t) {
    return t ? 1 + count(PLAIN(t->left)) + count(PLAIN(t->right)) : 0;
}

static volatile long sink;

int main(void) {
    for (int n = 2; n <= 98; n += 4) {
        sink = sum(list(n));
        sink = count(grow(n));
    }
    return 0;
}
