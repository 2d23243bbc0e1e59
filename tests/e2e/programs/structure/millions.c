/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* millions.c: A list and a tree with as many nodes as the argument says. Both are built, walked and
 * destroyed.
 *
 * Algorithms:
 *   append: construction of structure node; class = any
 *   length: traversal of structure node; class = any
 *   drop: traversal of structure node; class = any
 *   plant: construction of structure branch; class = any
 *   count: traversal of structure branch; class = any
 *   fell: traversal of structure branch; class = any */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next, *prev;
    long value;
};

struct branch {
    struct branch *left, *right;
};

static struct node *append(long n) {
    struct node *first = NULL, *last = NULL;
    for (long i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->prev = last;
        node->value = i;
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    return first;
}

static long length(const struct node *list) {
    long n = 0;
    for (; list; list = list->next) n++;
    return n;
}

static void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct branch *plant(long n) {
    if (!n) return NULL;
    struct branch *b = malloc(sizeof *b);
    b->left = plant((n - 1) / 2);
    b->right = plant(n - 1 - (n - 1) / 2);
    return b;
}

static long count(const struct branch *b) {
    return b ? 1 + count(b->left) + count(b->right) : 0;
}

static void fell(struct branch *b) {
    if (!b) return;
    fell(b->left);
    fell(b->right);
    free(b);
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 1000;
    struct node *list = append(n);
    long nodes = length(list);
    drop(list);
    struct branch *tree = plant(n);
    long branches = count(tree);
    fell(tree);
    printf("%ld %ld\n", nodes, branches);
    return 0;
}
