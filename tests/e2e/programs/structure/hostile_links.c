/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hostile_links.c: Links that lead nowhere: wild, tagged, dangling, never set. Ordo does not follow
 * them and does not count what they would lead to.
 *
 * Algorithms:
 *   main: no data structure
 *   build: construction of structure node; steps = n; n = elements 4..64
 *   walk_wild: traversal of structure node; steps = n; n = elements 4..64
 *   walk_tagged: traversal of structure node; steps = n; n = elements 4..64
 *   walk_dangling: traversal of structure node; steps = n; n = elements 3..63
 *   set_last: modification of structure node; steps = n; n = elements 4..64
 *   free_last: traversal of structure node; steps = n - 1; n = elements 4..64
 *   forget_last: construction of structure node; steps = n - 1; n = elements 4..64
 *   walk_unset: traversal of structure node; steps = n; n = elements 4..64
 *
 * Variant 1: a node's links are pointers. Variant 2: they are in a union with a number. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;

#if VARIANT == 1
struct node {
    int value;
    struct node *next;
};
#define NEXT(n) ((n)->next)
#else
struct node {
    int value;
    union {
        struct node *node;
        uintptr_t number;
    } next;
};
#define NEXT(n) ((n)->next.node)
#endif

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        memset(node, 0x5a, sizeof *node);
        node->value = i;
        NEXT(node) = list;
        list = node;
    }
    return list;
}

static int walk_wild(const struct node *list, int n) {
    int s = 0;
    for (; n; n--, list = NEXT(list)) s += list->value;
    return s;
}

/* The lowest bit of a link is a flag. */
static int walk_tagged(struct node *list) {
    int s = 0;
    for (; list; list = (struct node *)((uintptr_t)NEXT(list) & ~(uintptr_t)1)) s += list->value;
    return s;
}

static int walk_dangling(const struct node *list, int n) {
    int s = 0;
    for (; n; n--, list = NEXT(list)) s += list->value;
    return s;
}

static int walk_unset(const struct node *list, int n) {
    int s = 0;
    for (; n; n--, list = NEXT(list)) s += list->value;
    return s;
}

static void set_last(struct node *list, int n, struct node *to) {
    for (int i = 1; i <= n; i++, list = NEXT(list))
        if (i == n) NEXT(list) = to;
}

static void free_last(struct node *list, int n) {
    for (int i = 2; i <= n; i++, list = NEXT(list))
        if (i == n) free(NEXT(list));
}

/* The last node is new, and filled with bytes that are not a link. */
static void forget_last(struct node *list, int n) {
    for (int i = 2; i <= n; i++, list = NEXT(list))
        if (i == n) {
            struct node *fresh = malloc(sizeof *fresh);
            memset(fresh, 0xa5, sizeof *fresh);
            NEXT(list) = fresh;
        }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct node *list = build(n);
        set_last(list, n, (struct node *)(uintptr_t)0x123456789000);
        sink = walk_wild(list, n);
        set_last(list, n, (struct node *)-16);
        sink = walk_wild(list, n);
        set_last(list, n, (struct node *)((uintptr_t)NULL | 1));
        sink = walk_tagged(list);
        free_last(list, n);
        sink = walk_dangling(list, n - 1);
        forget_last(list, n);
        sink = walk_unset(list, n);
    }
    return 0;
}
