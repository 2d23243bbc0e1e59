/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pools.c: Nodes that are not allocated one by one.
 *
 * Algorithms:
 *   main: no data structure
 *   [1,2] build: construction of structure node; steps = n; n = elements 4..64; creations = n
 *   [3,4] build: construction of structure node; steps = n; n = elements 4..64
 *   sum: traversal of structure node; steps = n; n = elements 4..64
 *   release: traversal of structure node; steps = n; n = elements 4..64
 *
 * Variant 1: from a malloced block of nodes. Variant 2: from a malloced arena of bytes, beside other
 * objects. Variant 3: from a static array of bytes. Variant 4: from a static array of nodes. Each pool
 * is used again from its beginning, for other lists. */
#include <stdlib.h>
#include <string.h>

static volatile int sink;

struct node {
    struct node *next;
    int value;
};

#if VARIANT == 1
static struct node *pool;
static int taken;
static void pool_open(int n) {
    pool = malloc((size_t)n * sizeof *pool);
    taken = 0;
}
static struct node *take(void) { return &pool[taken++]; }
static void pool_close(void) { free(pool); }
#elif VARIANT == 2
static char *arena;
static size_t taken;
static void pool_open(int n) {
    arena = malloc((size_t)n * 64);
    taken = 0;
}
static struct node *take(void) {
    struct node *n = (struct node *)(arena + taken);
    strcpy(arena + taken + sizeof *n, "a name");
    taken += 64;
    return n;
}
static void pool_close(void) { free(arena); }
#elif VARIANT == 3
static _Alignas(16) char arena[64 * sizeof(struct node)];
static size_t taken;
static void pool_open(int n) {
    (void)n;
    taken = 0;
}
static struct node *take(void) {
    struct node *n = (struct node *)(arena + taken);
    taken += sizeof *n;
    return n;
}
static void pool_close(void) {}
#else
static struct node pool[64];
static int taken;
static void pool_open(int n) {
    (void)n;
    taken = 0;
}
static struct node *take(void) { return &pool[taken++]; }
static void pool_close(void) {}
#endif

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = take();
        node->value = i;
        node->next = list;
        list = node;
    }
    return list;
}

static int sum(const struct node *list) {
    int s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

static void release(struct node *list) {
    int n = 0;
    while (list) {
        struct node *next = list->next;
        list->value = n++;
        list = next;
    }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        pool_open(n);
        struct node *list = build(n);
        sink = sum(list);
        release(list);
        pool_close();
    }
    return 0;
}
